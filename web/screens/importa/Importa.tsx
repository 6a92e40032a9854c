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
import { TablesPanel } from './TablesPanel.tsx';
import { registersOptions } from './importa.api.ts';
import { useImport } from './use-import.ts';

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
            <ForbiddenState what="l’importazione" />
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
          loading: running && work.current?.what === 'importa',
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
