import type { RegistroImporta } from '#contracts/modules/importa.ts';
import { countOf } from '#web/lib/format.ts';
import { Dot } from '#web/ui/feedback/Dot.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import type { Import } from './use-import.ts';

/** Lists the tables of a dump or the sheets of a workbook, each with its register and the columns left out. */
export function TablesPanel({ work: { file, strangers }, registers }: { work: Import; registers: readonly RegistroImporta[] }) {
  if (!file) return null;
  return (
    <section className="panel" aria-labelledby="importa-tabelle">
      <h2 id="importa-tabelle" className="border-b border-line px-4 py-3 text-touch font-semibold">
        Tabelle
      </h2>
      {strangers.length > 0 ? (
        <Note tone="danger" className="mx-4 mt-3">
          {`Di nessun registro in cui puoi importare: ${strangers.map(({ nome }) => nome ?? 'senza nome').join(', ')}. Togli queste tabelle dal file, o chiamale come il loro registro.`}
        </Note>
      ) : null}
      <ul className="divide-y divide-line px-4 pb-2">
        {file.tabelle.map(({ nome, registro, righe, colonne }) => {
          const left = colonne.filter(({ campo, password }) => campo === null && !password).map(({ colonna }) => colonna);
          return (
            <li key={nome} className="flex gap-3 py-2.5">
              <Dot state={registro === null ? 'danger' : 'ok'} label={registro === null ? 'Sconosciuta' : 'Riconosciuta'} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{nome}</span>
                <span className="num block text-label text-ink-3">
                  {countOf(righe, 'riga', 'righe')}
                  {registro === null ? '' : ` in ${registers.find((one) => one.registro === registro)?.nome ?? registro}`}
                  {registro !== null && left.length > 0 ? `; lasciate fuori: ${left.join(', ')}` : ''}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
