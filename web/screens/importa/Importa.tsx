import { useQuery } from '@tanstack/react-query';
import { FileInput } from 'lucide-react';
import type { RegistroImporta } from '#contracts/modules/importa.ts';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { ErrorState, ForbiddenState } from '#web/ui/feedback/states.tsx';
import { Page, PageBody } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { ColumnsPanel } from './ColumnsPanel.tsx';
import { FilePanel } from './FilePanel.tsx';
import { ImportsGrid } from './ImportsGrid.tsx';
import { OutcomePanel } from './OutcomePanel.tsx';
import { registersOptions } from './importa.api.ts';
import { useImport, type Import } from './use-import.ts';
import { countOf } from '#web/lib/format.ts';
import { Dot } from '#web/ui/feedback/Dot.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';

/** Lists the tables of a dump or the sheets of a workbook, each with its register and the columns left out. */
function TablesPanel({ work: { file, strangers }, registers }: { work: Import; registers: readonly RegistroImporta[] }) {
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
          const columnsLeftOut = colonne.filter(({ campo, password }) => campo === null && !password).map(({ colonna }) => colonna);
          return (
            <li key={nome} className="flex gap-3 py-2.5">
              <Dot state={registro === null ? 'danger' : 'ok'} label={registro === null ? 'Sconosciuta' : 'Riconosciuta'} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{nome}</span>
                <span className="num block text-label text-ink-3">
                  {countOf(righe, 'riga', 'righe')}
                  {registro === null ? '' : ` in ${registers.find((one) => one.registro === registro)?.nome ?? registro}`}
                  {registro !== null && columnsLeftOut.length > 0 ? `; lasciate fuori: ${columnsLeftOut.join(', ')}` : ''}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const TITLE = 'IMPORTA';

/** Shows IMPORTA: imports the rows of a file as records, after a dry run without errors. */
export default function Importa() {
  const { data, error, refetch } = useQuery(registersOptions);
  if (data) return <Importing registers={data} />;
  return (
    <Page>
      <PageHead title={TITLE} />
      {error ? (
        <div className="panel">
          {error instanceof ApiError && error.status === 403 ? (
            <ForbiddenState area="l’importazione" />
          ) : (
            <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
          )}
        </div>
      ) : null}
    </Page>
  );
}

function Importing({ registers }: { registers: readonly RegistroImporta[] }) {
  const work = useImport(registers);
  const { clean, running, imported } = work;
  return (
    <Page>
      <PageHead
        title={TITLE}
        note={clean || imported ? undefined : 'Si importa dopo una prova senza errori'}
        primary={{
          label: 'IMPORTA',
          icon: FileInput,
          disabled: !clean,
          loading: running && work.current?.action === 'importa',
          onClick: () => void work.make(),
        }}
      />
      <PageBody className="!pt-0">
        <FilePanel work={work} registers={registers} />
        {work.several ? <TablesPanel work={work} registers={registers} /> : null}
        {work.table ? <ColumnsPanel work={work} table={work.table} /> : null}
        {work.tables ? <OutcomePanel work={work} /> : null}
        <ImportsGrid />
      </PageBody>
    </Page>
  );
}
