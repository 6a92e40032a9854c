import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { showValue } from '#contracts/core/history-in-words.ts';
import type { PreviewRow } from '#contracts/core/change-together.ts';

interface PreviewTableProps {
  def: AnyRegister;
  fields: readonly string[];
  rows: readonly PreviewRow[];
}

/** Rows shown at most; the refused ones come first. */
const SHOWN = 200;

/** Table of a previewed change: each record with its old and new values, or the reason why it stays as it is. */
export function PreviewTable({ def, fields, rows }: PreviewTableProps) {
  const sorted = rows.toSorted((one, other) => Number(one.rifiuto === null) - Number(other.rifiuto === null));
  const hidden = sorted.length - SHOWN;
  const inWords = (name: string, value: PreviewRow['prima'][string] | undefined): string =>
    showValue(def.fields[name]?.kind ?? 'text', def.fields[name], value ?? null).text;
  return (
    <>
      <table className="num w-full text-body">
        <thead>
          <tr className="text-left text-label text-ink-3">
            <th scope="col" className="py-1 pr-2 font-medium">
              Record
            </th>
            {fields.map((name) => (
              <th key={name} scope="col" className="py-1 pr-2 font-medium">
                {labelOf(def, name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, SHOWN).map(({ id, nome, prima, dopo, rifiuto }) => (
            <tr key={id} className="border-t border-line-faint align-top">
              <th scope="row" className="py-1 pr-2 text-left font-normal">
                {nome ?? id}
              </th>
              {rifiuto === null ? (
                fields.map((name) => (
                  <td key={name} className="py-1 pr-2">
                    {prima[name] === dopo[name] ? (
                      <span className="text-ink-3">{inWords(name, prima[name])}, già così</span>
                    ) : (
                      <>
                        <s className="text-ink-3">{inWords(name, prima[name])}</s> → {inWords(name, dopo[name])}
                      </>
                    )}
                  </td>
                ))
              ) : (
                <td colSpan={fields.length} className="py-1 text-danger-ink">
                  {rifiuto}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 ? <p className="mt-2 text-body text-ink-3">E altri {hidden}.</p> : null}
    </>
  );
}
