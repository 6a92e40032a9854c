import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import type { Json } from '#contracts/core/events.ts';
import { fileOrValue } from '../documents/files.api.ts';
import type { Row } from '../row.ts';
import { HistoryValue } from './HistoryValue.tsx';

/** Lists the values of a record as it was, in the order of its form; the empty fields share one line. */
export function RecordValues({ def, row }: { def: AnyRegister; row: Row }) {
  const inForm = def.form.sections.flatMap(({ rows }) => rows.flat()).filter((name) => Object.hasOwn(def.fields, name));
  const names = [...new Set([...inForm, ...Object.keys(def.fields)])].filter((name) => name !== def.parent?.field);
  const values = names.map((name) => [name, fileOrValue(row, name)] as const);
  const empty = values.filter(([, value]) => isEmpty(value)).map(([name]) => labelOf(def, name));
  return (
    <>
      <dl className="num grid grid-cols-[160px_minmax(0,1fr)] gap-x-4 gap-y-2 text-body max-md:grid-cols-[112px_minmax(0,1fr)]">
        {values
          .filter(([, value]) => !isEmpty(value))
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{labelOf(def, name)}</dt>
              <dd className="min-w-0 break-words font-medium">
                <HistoryValue tipo={def.fields[name]?.kind ?? 'chiave'} field={def.fields[name]} value={value} />
              </dd>
            </div>
          ))}
      </dl>
      {empty.length > 0 ? <p className="mt-4 text-label text-ink-3">Vuoti: {empty.join(', ')}</p> : null}
    </>
  );
}

const isEmpty = (value: Json): boolean => value === null || value === '';
