import { DonutChart } from '@tremor/react';
import type { Righe } from '#contracts/modules/analisi.ts';
import { formatEuro, formatNumber } from '#web/lib/format.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { tintName } from './colors.ts';

interface ShareDonutProps {
  rows: readonly Righe['share'][];
  total: number;
  /** Diameter of the ring in px. */
  size: number;
}

const short = (euro: number): string =>
  euro >= 1e6 ? `€\u00A0${formatNumber(euro / 1e6, 1)} M` : euro >= 1000 ? `€\u00A0${formatNumber(euro / 1000, 0)} k` : formatEuro(euro);

/** A sector of the ring. It is drawn as an image, so its name is also its label for screen readers. */
const sectorOf = (name: string, value: number) => ({ name, value, 'aria-label': name });

/** Draws each work item's share of the euro as a ring. */
export default function ShareDonut({ rows, total, size }: ShareDonutProps) {
  const phone = usePhone();
  return (
    <div className="relative flex-none" style={{ width: size, height: size }} role="group" aria-label="Quota di produzione per lavorazione">
      <DonutChart
        className="!h-full"
        data={rows.map(({ lavorazione, value }) => sectorOf(lavorazione ?? 'Non indicata', value))}
        category="value"
        index="name"
        colors={rows.map((_, i) => tintName(i))}
        showLabel={false}
        customTooltip={({ active, payload }) =>
          active && payload?.[0] ? (
            <p className="tooltip num whitespace-nowrap">
              {String(payload[0].name)} <strong>{formatEuro(Number(payload[0].value))}</strong>
            </p>
          ) : null
        }
      />
      <p className="num pointer-events-none absolute inset-0 grid place-content-center text-center">
        {/* on a phone the amount in euro is shown right above the ring */}
        <span className="text-read font-semibold">{phone ? rows.length : short(total)}</span>
        <span className="text-caption text-ink-3">{phone ? (rows.length === 1 ? 'lavorazione' : 'lavorazioni') : 'produzione'}</span>
      </p>
    </div>
  );
}
