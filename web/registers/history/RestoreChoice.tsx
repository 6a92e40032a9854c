import { ArrowRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { Checkbox } from '#web/ui/inputs/Checkbox.tsx';
import { HistoryValue } from './HistoryValue.tsx';
import type { RestoreChange } from './restore-changes.ts';

interface RestoreChoiceProps {
  def: AnyRegister;
  changes: readonly RestoreChange[];
  /** Called with the fields to restore; initially all. */
  onChoice(fields: readonly string[]): void;
}

/** Lists the changes of a restore, before → after; unchecked fields are not restored. */
export function RestoreChoice({ def, changes, onChoice }: RestoreChoiceProps) {
  const [exclusions, setExclusions] = useState<ReadonlySet<string>>(new Set());
  useEffect(
    () => onChoice(changes.map(({ campo }) => campo).filter((fieldName) => !exclusions.has(fieldName))),
    [changes, exclusions, onChoice],
  );
  const choose = (fieldName: string) => (on: boolean) =>
    setExclusions((now) => {
      const next = new Set(now);
      if (on) next.delete(fieldName);
      else next.add(fieldName);
      return next;
    });
  return (
    <ul
      className="num mt-3 max-h-[50vh] divide-y divide-line-faint overflow-y-auto rounded-control border border-line"
      aria-label="Che cosa cambia"
    >
      {changes.map(({ campo, etichetta, today: now, past: pastValue }) => {
        const field = def.fields[campo];
        const value = (shown: typeof now) => <HistoryValue tipo={field?.kind ?? 'chiave'} field={field} value={shown} />;
        return (
          <li
            key={campo}
            className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-start gap-3 px-3 py-2 text-body max-md:grid-cols-1 max-md:gap-1"
          >
            <Checkbox checked={!exclusions.has(campo)} onChange={choose(campo)} label={etichetta} />
            <span className="flex min-w-0 flex-wrap items-center gap-x-2 break-words text-ink-3">
              <span>
                <span className="sr-only">adesso </span>
                {value(now)}
              </span>
              <ArrowRight className="icon-sm" aria-hidden />
              <span className="font-medium text-ink">
                <span className="sr-only">tornerà </span>
                {value(pastValue)}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
