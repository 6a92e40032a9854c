import type { personale } from '#contracts/registers/personale.ts';
import { todayInRome } from '#web/lib/format.ts';
import type { RowOf } from '#web/registers/list/columns.ts';
import type { Asked } from './asked.ts';
import { ExceptionBadge, notAskedWord } from './Exceptions.tsx';
import { exceptionsOf, shortLabel } from './documents.ts';

/** Card of a worker on a phone: the name and only the documents out of order. `missing`: also counts missing types. */
export function PersonaleCard({ row, missing, asked }: { row: RowOf<typeof personale>; missing: boolean; asked: Asked }) {
  const { scaduti, inScadenza, missing: lacking, notAsked } = exceptionsOf(row, todayInRome(), asked);
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate text-touch font-semibold">
          {row.cognome} {row.nome}
        </span>
        <span className="num flex-none text-read text-ink-2">{row.matricola}</span>
      </span>
      <span className="block truncate text-read">
        {row.descrizione}
        <span className="text-ink-3"> {row.luogo}</span>
      </span>
      {scaduti.length + inScadenza.length > 0 || missing ? (
        <span className="mt-2 flex flex-wrap gap-1.5">
          {[...scaduti, ...inScadenza].map((seen) => (
            <ExceptionBadge key={seen.file.field} seen={seen} className="!h-6 !px-2 !text-label" />
          ))}
          {missing ? (
            <span className="num line-clamp-2 w-full text-label text-ink-3">
              {lacking.length} mancanti: {[...lacking.map(shortLabel), ...notAskedWord(notAsked)].join(', ')}
            </span>
          ) : null}
        </span>
      ) : null}
    </>
  );
}
