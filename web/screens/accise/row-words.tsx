import { Check, X } from 'lucide-react';
import { Link } from 'wouter';
import type { RigaDichiarazione } from '#contracts/modules/accise/statement.ts';
import { curveConsumo } from '#contracts/registers/curve-consumo.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { canView } from '#web/registers/buttons.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';

export const hours = (value: number | null): string => formatNumber(value, 2, 2) || '–';
export const count = (value: number | null): string => formatNumber(value, 0) || '–';

/** Shows the machine's matricola, as a link to its record if the person may see machines. */
export function Machine({ matricola }: Pick<RigaDichiarazione, 'matricola'>) {
  if (!canView(useIdentity(), macchinari)) return <>{matricola}</>;
  return (
    <Link href={detailHref(macchinari, matricola)} className="link">
      {matricola}
    </Link>
  );
}

export function Admission({ ammessa }: Pick<RigaDichiarazione, 'ammessa'>) {
  return ammessa === 1 ? (
    <Badge tone="ok" icon={Check}>
      Ammessa
    </Badge>
  ) : (
    <Badge tone="neutral" icon={X}>
      Esclusa
    </Badge>
  );
}

/** Shows the litres of a row; if unknown, a link to the page where the missing consumption curve can be entered. */
export function Litres({ matricola, litri }: Pick<RigaDichiarazione, 'matricola' | 'litri'>) {
  if (litri !== null) return <>{count(litri)}</>;
  return (
    <Link
      href={`${curveConsumo.list.route}?cerca=${encodeURIComponent(matricola)}`}
      className="link"
      title="I litri si calcolano con la curva di consumo"
    >
      Curva
    </Link>
  );
}

const SHOWN = 2;

/** Shows why the row is admitted or not, and its gaps: the first ones at once, the others on demand. */
export function Words({ motivo, lacune }: Pick<RigaDichiarazione, 'motivo' | 'lacune'>) {
  const [first, others] = [lacune.slice(0, SHOWN), lacune.slice(SHOWN)];
  return (
    <div className="text-label text-ink-3">
      <p>{motivo}</p>
      {first.length > 0 ? <Gaps gaps={first} /> : null}
      {others.length > 0 ? (
        <details>
          <summary className="link cursor-pointer">{others.length === 1 ? 'Un’altra lacuna' : `Altre ${others.length} lacune`}</summary>
          <Gaps gaps={others} />
        </details>
      ) : null}
    </div>
  );
}

function Gaps({ gaps }: { gaps: readonly string[] }) {
  return (
    <ul className="list-disc pl-4 text-warn-ink">
      {gaps.map((gap) => (
        <li key={gap}>{gap}</li>
      ))}
    </ul>
  );
}
