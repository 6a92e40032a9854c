import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { personale } from '#contracts/registers/personale.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { SwitchFigure } from '#web/registers/list/FilterSwitches.tsx';
import type { ListContext } from '#web/registers/list/RegisterList.tsx';
import { atMoment, listOptions } from '#web/registers/register.api.ts';
import { Square } from '#web/ui/feedback/Dot.tsx';
import { Switch } from '#web/ui/inputs/Switch.tsx';
import { COMPATTA, SCADUTI, serverFilters, withSwitch } from './filters.ts';
import clsx from 'clsx';

/** Shows a switch as a chip, large enough for a finger. */
function Chip({ on, onChange, children }: { on: boolean; onChange: (on: boolean) => void; children: ReactNode }) {
  return (
    <button type="button" role="switch" aria-checked={on} className={clsx('tel-chip', on && 'is-on')} onClick={() => onChange(!on)}>
      {children}
    </button>
  );
}

const LEGEND = [
  ['ok', 'presente'],
  ['warn', 'entro 30 giorni'],
  ['danger', 'scaduto'],
  ['absent', 'assente'],
  ['none', 'non richiesto'],
] as const;

interface ListSwitchesProps {
  list: ListContext;
  /** Called once at least one row is selected. */
  onChosen(): void;
}

/** Shows the switches SCADUTI, with its count, and compact view, and the legend of the squares. */
export function ListSwitches({ list, onChosen }: ListSwitchesProps) {
  const phone = usePhone();
  const { filtri } = list.state;
  const hasSelection = list.selected.count > 0;
  useEffect(() => {
    if (hasSelection) onChosen();
  }, [hasSelection, onChosen]);
  const { data } = useQuery({
    ...listOptions(personale, {
      pagina: 1,
      righe: 1,
      ordina: personale.list.sort,
      cerca: '',
      filtri: serverFilters({ [SCADUTI]: '1' }),
      ...atMoment(list.state),
    }),
    enabled: list.total !== undefined,
  });
  const toggle = (name: string) => (on: boolean) => list.change({ filtri: withSwitch(filtri, name, on) });
  const total = data?.totale ?? 0;
  const expired = <SwitchFigure total={total} tone="danger" />;
  const compact = Boolean(filtri[COMPATTA]);
  if (phone) {
    return (
      <>
        <Chip on={Boolean(filtri[SCADUTI])} onChange={toggle(SCADUTI)}>
          SCADUTI{expired}
        </Chip>
        <Chip on={compact} onChange={toggle(COMPATTA)}>
          Vista compatta
        </Chip>
      </>
    );
  }
  return (
    <>
      <Switch checked={Boolean(filtri[SCADUTI])} onChange={toggle(SCADUTI)} label={<>SCADUTI {expired}</>} />
      <Switch checked={compact} onChange={toggle(COMPATTA)} label="Vista compatta" />
      {compact ? null : (
        <ul className="hidden items-center gap-4 text-label text-ink-3 min-[1400px]:flex" aria-label="Legenda">
          {LEGEND.map(([state, word]) => (
            <li key={state} className="flex items-center gap-1.5 whitespace-nowrap">
              <Square state={state} label="" />
              {word}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
