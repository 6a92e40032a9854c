import { sum } from '#contracts/core/decimals.ts';
import { formatEuro, formatNumber } from '#web/lib/format.ts';
import { useOpenRecord } from '#web/registers/form/form-context.ts';
import { FormField } from '#web/registers/form/FormFields.tsx';
import type { Lines } from './use-lines.ts';

/** Shows date and site, which cannot change once the header is saved, and the totals of the lines. */
export function Header({ lines }: { lines: Lines | null }) {
  const { id, caption } = useOpenRecord();
  const rows = lines?.rows;
  return (
    <section className="panel grid items-end gap-4 p-4 md:grid-cols-[160px_minmax(0,420px)_1fr]" aria-label={caption}>
      <FormField campo="data" locked={id !== null} />
      <FormField campo="cantiere" locked={id !== null} />
      {rows ? (
        <dl className="num flex justify-end gap-8 text-right max-md:justify-between max-md:text-left">
          <div>
            <dt className="text-label text-ink-3">Righe</dt>
            <dd className="text-touch font-semibold">{formatNumber(rows.length, 0)}</dd>
          </div>
          <div className="max-md:text-right">
            <dt className="text-label text-ink-3">Produzione</dt>
            <dd className="text-touch font-semibold">
              {formatEuro(
                sum(
                  rows.map((row) => row.produzione),
                  2,
                ),
              )}
            </dd>
          </div>
        </dl>
      ) : null}
      {id === null ? <p className="self-center text-body text-ink-3 md:mt-5">Con AVANTI si passa alle righe della giornata.</p> : null}
    </section>
  );
}
