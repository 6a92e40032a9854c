import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { todayInRome } from '#web/lib/format.ts';
import { lastSegment } from '#web/lib/segment.ts';
import { Page } from '#web/ui/page/PageBody.tsx';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { PageSkeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ErrorState, ForbiddenState } from '#web/ui/feedback/states.tsx';
import { keyOfAddress, listRoute } from '../addresses.ts';
import { useCatalogue } from '../catalogue-context.ts';
import { lastList } from '../list/list-memory.ts';
import type { Row, RowOf, SomeValuesOf } from '../row.ts';
import { oneOptions } from '../register.api.ts';
import { useRecent } from '../use-recent.ts';
import { copiedKey, copiedValues } from './copy.ts';
import { draftOwner, useDraftOwner } from './draft-owner.ts';
import { draftValues, draftWaits, dropDraft } from './drafts.ts';
import { newValues, valuesFromAddress, valuesOf } from './form-state.ts';
import { MissingRecord } from './MissingRecord.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { WaitingRecord } from './WaitingRecord.tsx';
import type { FormRules } from './form-props.ts';

export interface DetailContext<D extends AnyRegister = AnyRegister> {
  id: string | null;
  row: RowOf<D> | null;
}

interface RegisterDetailProps<D extends AnyRegister = AnyRegister> {
  def: D;
  /** The screen's own rules; a function is called again when the record changes. */
  rules?: FormRules | ((detail: DetailContext<NoInfer<D>>) => FormRules);
  /** Initial values of a new record, in addition to the definition's. Keep the identity stable. */
  start?: SomeValuesOf<NoInfer<D>>;
  /** The screen, composed of the form's parts; default: head and fields. */
  children?: ReactNode;
}

/** Detail screen of a register. The address names the record, so a reload shows it again. */
export function RegisterDetail<D extends AnyRegister>(props: RegisterDetailProps<D>): ReactNode;
export function RegisterDetail(props: RegisterDetailProps) {
  const params = useParams<{ id?: string }>();
  const search = useSearch();
  const id = keyOfAddress(props.def, params.id === undefined ? undefined : lastSegment(), search);
  const searchWithoutTab = withoutTab(search);
  const owner = useDraftOwner();
  // an encrypted draft waits for its key: a form drawn earlier would lose the draft
  if (owner === null && draftWaits(sessionStorage, location.pathname + location.search)) return <PageSkeleton />;
  // another address of a new record starts an empty form
  if (id !== null) return <StoredRecord key={id} {...props} id={id} />;
  const copied = copiedKey(search);
  return copied === null ? (
    <NewRecord key={`nuovo?${searchWithoutTab}`} {...props} search={searchWithoutTab} />
  ) : (
    <CopiedRecord key={`nuovo?${searchWithoutTab}`} {...props} search={searchWithoutTab} sourceId={copied} />
  );
}

/** A new record that starts as a copy of another. Can be saved as it starts, unless it needs a key of its own. */
function CopiedRecord({ sourceId, ...props }: RegisterDetailProps & { search: string; sourceId: string }) {
  const { def, start } = props;
  const { data: row, error } = useQuery(oneOptions(def, sourceId));
  const values = useMemo(() => (row ? { ...start, ...copiedValues(def, row) } : undefined), [def, row, start]);
  if (row === null || error) return <MissingRecord def={def} id={sourceId} />;
  if (!values) return <WaitingRecord def={def} />;
  return <NewRecord {...props} start={values} copied />;
}

/** Returns the query without the open tab, which does not identify the record. */
function withoutTab(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('scheda');
  return params.toString();
}

function NewRecord({ def, rules, start, children, search, copied = false }: RegisterDetailProps & { search: string; copied?: boolean }) {
  const draftValues = useDraft();
  const record = useMemo(
    () => ({ values: { ...newValues(def, todayInRome()), ...start, ...valuesFromAddress(def, search) }, version: null }),
    [def, start, search],
  );
  return (
    <RegisterForm
      {...rulesFor(rules, { id: null, row: null })}
      {...(copied ? { asItStarts: true } : {})}
      def={def}
      id={null}
      row={null}
      record={record}
      draftValues={draftValues}
    >
      {children}
    </RegisterForm>
  );
}

function StoredRecord({ def, rules, children, id }: RegisterDetailProps & { id: string }) {
  const catalogue = useCatalogue();
  const draftValues = useDraft();
  const [, navigate] = useLocation();
  const { data: loadedRow, error, refetch } = useQuery(oneOptions(def, id));
  // the last known row is kept: if somebody deletes the record, unsaved input must not vanish
  const lastRow = useRef<Row | null>(null);
  lastRow.current = loadedRow ?? lastRow.current;
  const row = loadedRow === null ? lastRow.current : loadedRow;
  useRecent(def, id, row);
  const record = useMemo(() => (row ? { values: valuesOf(def, row), version: row.versione } : null), [def, row]);
  if (row && record) {
    return (
      <RegisterForm
        {...rulesFor(rules, { id, row })}
        def={def}
        id={id}
        row={row}
        record={record}
        draftValues={draftValues}
        isDeleted={loadedRow === null}
      >
        {children}
      </RegisterForm>
    );
  }
  if (row === null) return <MissingRecord def={def} id={id} />;
  if (!error) return <WaitingRecord def={def} />;
  return (
    <Page>
      <PageHead title={def.form.title} onClose={() => navigate(lastList(listRoute(catalogue, def)))} />
      <div className="panel">
        {error instanceof ApiError && error.status === 403 ? (
          <ForbiddenState area={def.labels.article} />
        ) : (
          <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
        )}
      </div>
    </Page>
  );
}

const rulesFor = (rules: RegisterDetailProps['rules'], detail: DetailContext): FormRules =>
  typeof rules === 'function' ? rules(detail) : (rules ?? {});

/** Reads once the input left at this address while something was created elsewhere. */
function useDraft(): Values | null {
  const [address] = useState(() => location.pathname + location.search);
  const [values] = useState(() => draftValues(sessionStorage, draftOwner()?.cipher ?? null, address));
  // in an effect, because a render may be repeated and the second would not find the draft
  useEffect(() => dropDraft(sessionStorage, address), [address]);
  return values;
}
