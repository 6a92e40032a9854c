import type { FileColumn, FileTable } from '#contracts/modules/importa.ts';
import { countOf } from '#web/lib/format.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { ERROR_COLUMN } from '#contracts/modules/importa.ts';
import type { Import } from './use-import.ts';

/** Lets the person assign each column of the file to a field, beside the values of its first rows. */
export function ColumnsPanel({ work, table }: { work: Import; table: FileTable }) {
  const { fields, lacking } = work;
  const columns = table.colonne.filter(({ colonna }, i) => table.colonne.findIndex((one) => one.colonna === colonna) === i);
  const leftOutCount = columns.filter((column) => isLeftOut(column, fields)).length;
  return (
    <section className="panel" aria-labelledby="importa-colonne">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
        <h2 id="importa-colonne" className="text-touch font-semibold">
          Colonne
        </h2>
        {leftOutCount > 0 ? <Badge>{`${countOf(leftOutCount, 'lasciata', 'lasciate')} fuori`}</Badge> : null}
      </div>
      {lacking.length > 0 ? (
        <Note tone="warn" className="mx-4 mt-3">
          {`${lacking.length === 1 ? 'Serve una colonna' : 'Servono colonne'} per: ${lacking.join(', ')}.`}
        </Note>
      ) : null}
      <div className="hidden grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1fr)] gap-4 px-4 pt-3 text-label font-medium text-ink-3 md:grid">
        <span>Nel file</span>
        <span>Prime righe</span>
        <span>Campo</span>
      </div>
      <ul className="divide-y divide-line px-4 pb-2">
        {columns.map((column) => (
          <Column key={column.colonna} column={column} work={work} />
        ))}
      </ul>
    </section>
  );
}

const isLeftOut = ({ colonna, password }: FileColumn, fields: Import['fields']): boolean =>
  !password && colonna !== ERROR_COLUMN && fields[colonna] === null;

function Column({
  column: { colonna, password, esempi },
  work: { fields, registerFields, running, choose },
}: {
  column: FileColumn;
  work: Import;
}) {
  const name = colonna === '' ? '(senza nome)' : colonna;
  const field = fields[colonna] ?? null;
  return (
    <li className="grid items-center gap-x-4 gap-y-1 py-2 md:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1fr)]">
      <span className="truncate font-medium" title={name}>
        {name}
      </span>
      <span className="num truncate text-label text-ink-3" title={esempi.join(' · ')}>
        {esempi.filter((text) => text !== '').join(' · ') || 'vuote'}
      </span>
      {password ? (
        <span className="text-label text-ink-2">Password (MD5): chi la ha entra come prima</span>
      ) : colonna === ERROR_COLUMN ? (
        <span className="text-label text-ink-2">Gli errori della prova di prima: non contano</span>
      ) : (
        <Combobox
          aria-label={`Campo di ${name}`}
          value={field}
          disabled={running}
          placeholder="Lasciata fuori"
          options={registerFields.map(({ campo, nome, obbligatorio }) => ({ value: campo, label: obbligatorio ? `${nome} *` : nome }))}
          onChange={(next) => choose(colonna, next)}
        />
      )}
    </li>
  );
}
