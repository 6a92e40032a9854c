import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import type { Json } from '#contracts/core/events.ts';
import { fileOrValue } from '../documents/files.api.ts';
import type { Row } from '../row.ts';
import { HistoryValue } from './HistoryValue.tsx';

/** Fields that a record shows under one title. */
interface Part {
  title: string | null;
  names: readonly string[];
}

/**
 * Returns the fields of a record in parts: the sections of its form, in their order, then the documents with their expiries, then the fields
 * that no form shows. The key of a child's parent is left out.
 */
function partsOf(def: AnyRegister): Part[] {
  const fields = Object.entries(def.fields);
  const documents = fields.flatMap(([name, field]) =>
    field.kind === 'document' || field.kind === 'photo'
      ? [name, ...(field.kind === 'document' && field.scadenza !== undefined ? [field.scadenza] : [])]
      : [],
  );
  const parts = [
    ...def.form.sections.map(({ title, rows }) => ({ title: title ?? null, names: rows.flat() })),
    { title: 'Documenti', names: documents },
    { title: 'Altri dati', names: fields.map(([name]) => name) },
  ];
  const shown = new Set(def.parent ? [def.parent.field] : []);
  return parts.map(({ title, names }) => {
    const own = names.filter((name) => Object.hasOwn(def.fields, name) && !shown.has(name));
    for (const name of own) shown.add(name);
    return { title, names: own };
  });
}

/** Lists the values of a record as it was, under the titles of its form's sections; the empty fields share one line. */
export function RecordValues({ def, row }: { def: AnyRegister; row: Row }) {
  const parts = partsOf(def).map(({ title, names }) => ({ title, values: names.map((name) => [name, fileOrValue(row, name)] as const) }));
  const labels = parts.flatMap(({ values }) => values.filter(([, value]) => isEmpty(value)).map(([name]) => labelOf(def, name)));
  const empty = [...new Set(labels)];
  const filled = parts
    .map(({ title, values }) => ({ title, values: values.filter(([, value]) => !isEmpty(value)) }))
    .filter(({ values }) => values.length > 0);
  return (
    <>
      <div className="grid gap-5">
        {filled.map(({ title, values }) => (
          <section key={values[0]?.[0]}>
            {title === null || filled.length === 1 ? null : <h3 className="form-legend mb-2">{title}</h3>}
            <dl className="num grid grid-cols-[160px_minmax(0,1fr)] gap-x-4 gap-y-2 text-body max-md:grid-cols-[112px_minmax(0,1fr)]">
              {values.map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="text-ink-3">{labelOf(def, name)}</dt>
                  <dd className="min-w-0 break-words font-medium">
                    <HistoryValue tipo={def.fields[name]?.kind ?? 'chiave'} field={def.fields[name]} value={value} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {empty.length > 0 ? <p className="mt-4 text-label text-ink-3">Vuoti: {empty.join(', ')}</p> : null}
    </>
  );
}

const isEmpty = (value: Json): boolean => value === null || value === '';
