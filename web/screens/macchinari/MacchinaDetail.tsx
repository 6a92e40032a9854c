import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { register } from '#contracts/registers/index.ts';
import { ApiError, messaggioDi } from '#web/lib/api-client.ts';
import { oggi } from '#web/lib/format.ts';
import { ultimoSegmento } from '#web/lib/segment.ts';
import { keyOfAddress } from '#web/registers/addresses.ts';
import { newValues, prefilled, valuesOf } from '#web/registers/form/form-state.ts';
import { lastList } from '#web/registers/list/list-memory.ts';
import { MissingRecord } from '#web/registers/form/MissingRecord.tsx';
import { oneOptions } from '#web/registers/register.api.ts';
import { useDraft } from '#web/registers/form/use-draft.ts';
import { Page } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { PageSkeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ErrorState, ForbiddenState } from '#web/ui/feedback/states.tsx';
import { MacchinaForm } from './MacchinaForm.tsx';

const macchinari = register('macchinari')!;

/** A machine: Nuovo under the literal segment, Modifica under its matricola. */
export default function MacchinaDetail() {
  const params = useParams<{ id?: string }>();
  const search = useSearch();
  const id = keyOfAddress(macchinari, params.id === undefined ? undefined : ultimoSegmento(), search);
  return id === null ? <Nuova key="nuovo" search={search} /> : <Esistente key={id} id={id} />;
}

function Nuova({ search }: { search: string }) {
  const typed = useDraft();
  // the address also holds the open tab: what it brings for the record is read once
  const [record] = useState(() => ({ values: { ...newValues(macchinari, oggi()), stato_attuale: 'Operativo', ...prefilled(macchinari, search) }, version: null }));
  return <MacchinaForm id={null} row={null} record={record} typed={typed} />;
}

function Esistente({ id }: { id: string }) {
  const typed = useDraft();
  const [, navigate] = useLocation();
  const { data: row, error, refetch } = useQuery(oneOptions(macchinari, id));
  const record = useMemo(() => (row ? { values: valuesOf(macchinari, row), version: row.versione } : null), [row]);
  if (row && record) return <MacchinaForm id={id} row={row} record={record} typed={typed} />;
  if (row === null) return <MissingRecord def={macchinari} id={id} />;
  if (!error) return <PageSkeleton />;
  return (
    <Page>
      <PageHead title={macchinari.form.title} onClose={() => navigate(lastList(macchinari.list.route))} />
      <div className="panel">
        {error instanceof ApiError && error.status === 403
          ? <ForbiddenState cosa={macchinari.labels.article} />
          : <ErrorState text={messaggioDi(error)} onRetry={() => void refetch()} />}
      </div>
    </Page>
  );
}
