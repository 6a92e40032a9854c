import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { ApiError, messaggioDi } from '#web/lib/api-client.ts';
import { oggi } from '#web/lib/format.ts';
import { ultimoSegmento } from '#web/lib/segment.ts';
import { Page } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { PageSkeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ErrorState, ForbiddenState } from '#web/ui/feedback/states.tsx';
import { keyOfAddress, listRoute } from '../addresses.ts';
import type { Row } from '../list/columns.ts';
import { newValues, prefilled, valuesOf } from './form-state.ts';
import { lastList } from '../list/list-memory.ts';
import { MissingRecord } from './MissingRecord.tsx';
import { oneOptions } from '../register.api.ts';
import { RegisterForm, type FormRules } from './RegisterForm.tsx';
import { useDraft } from './use-draft.ts';

export interface DetailContext {
  id: string | null;
  row: Row | null;
}

interface RegisterDetailProps {
  def: AnyRegister;
  /** The screen's own rules; asked again when the record changes. */
  rules?(detail: DetailContext): FormRules;
  /** Under the fields. */
  children?(detail: DetailContext): ReactNode;
}

/** The detail screen of a register: the address says which record, so that it survives a reload. */
export function RegisterDetail({ def, rules, children }: RegisterDetailProps) {
  const params = useParams<{ id?: string }>();
  const search = useSearch();
  const id = keyOfAddress(def, params.id === undefined ? undefined : ultimoSegmento(), search);
  const asked = withoutTab(search);
  // a new record begins anew when the address asks for another one
  const parts = { def, ...(rules ? { rules } : {}), ...(children ? { children } : {}) };
  return id === null ? <NewRecord key={`nuovo?${asked}`} {...parts} search={asked} /> : <StoredRecord key={id} {...parts} id={id} />;
}

/** Which tab is open says nothing of the record. */
function withoutTab(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('scheda');
  return params.toString();
}

function NewRecord({ def, rules, children, search }: RegisterDetailProps & { search: string }) {
  const typed = useDraft();
  const record = useMemo(() => ({ values: { ...newValues(def, oggi()), ...prefilled(def, search) }, version: null }), [def, search]);
  const detail = { id: null, row: null };
  return <RegisterForm def={def} id={null} row={null} record={record} typed={typed} {...rules?.(detail)}>{children?.(detail)}</RegisterForm>;
}

function StoredRecord({ def, rules, children, id }: RegisterDetailProps & { id: string }) {
  const typed = useDraft();
  const [, navigate] = useLocation();
  const { data: row, error, refetch } = useQuery(oneOptions(def, id));
  const record = useMemo(() => (row ? { values: valuesOf(def, row), version: row.versione } : null), [def, row]);
  if (row && record) {
    const detail = { id, row };
    return <RegisterForm def={def} id={id} row={row} record={record} typed={typed} {...rules?.(detail)}>{children?.(detail)}</RegisterForm>;
  }
  if (row === null) return <MissingRecord def={def} id={id} />;
  if (!error) return <PageSkeleton />;
  return (
    <Page>
      <PageHead title={def.form.title} onClose={() => navigate(lastList(listRoute(def)))} />
      <div className="panel">
        {error instanceof ApiError && error.status === 403
          ? <ForbiddenState cosa={def.labels.article} />
          : <ErrorState text={messaggioDi(error)} onRetry={() => void refetch()} />}
      </div>
    </Page>
  );
}
