import { queryOptions, useIsFetching, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { CircleAlert, Printer, QrCode } from 'lucide-react';
import { Fragment, useMemo, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { back } from '#web/lib/back.ts';
import { countOf } from '#web/lib/format.ts';
import { useQueryString } from '#web/lib/use-query-string.ts';
import { registerKeys } from '#web/registers/keys.ts';
import type { Row, RowOf } from '#web/registers/row.ts';
import { lastList } from '#web/registers/list/list-memory.ts';
import { fetchAll } from '#web/registers/register.api.ts';
import { reportTaking } from '#web/registers/taking.api.ts';
import { Button, ButtonLink } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState, ForbiddenState } from '#web/ui/feedback/states.tsx';
import { Page } from '#web/ui/page/PageBody.tsx';
import { printPage } from '#web/ui/page/print.ts';
import { useTitle } from '#web/ui/page/use-title.ts';
import { matricoleOf, inOrder } from './matricole.ts';

/** Register and words of the labelled records. Keep the identity stable. */
export interface LabelKind<D extends AnyRegister> {
  def: D;
  /** Plural of the records with articles: "i macchinari", "dei macchinari", "ai macchinari". */
  words: { many: string; ofMany: string; toMany: string };
  /** Number of labels on an A4 sheet, in two columns; default: one column without sheets. */
  perSheet?: number;
  label(row: RowOf<D>): ReactNode;
}

/** Shows the labels of the records named in the address (`?matricola=A&matricola=B`), to be printed. */
export function Labels<D extends AnyRegister>({ kind }: { kind: LabelKind<D> }) {
  const { def, words } = kind;
  const keyOf = (row: Row): string => String(row[def.key.field]);
  const search = useQueryString();
  const [, navigate] = useLocation();
  const matricole = useMemo(() => matricoleOf(search), [search]);
  const { data, error, refetch } = useQuery({ ...labelsOptions(def, matricole), enabled: matricole.length > 0 });
  const [printing, setPrinting] = useState(false);
  useTitle('Etichette');
  // printing waits for the photos, which would be missing on paper
  const photos = useIsFetching({ queryKey: ['file'] });
  const snackbar = useSnackbar();
  const print = async () => {
    const shown = (data ?? []).map(keyOf);
    try {
      await reportTaking({ tipo: 'stampa', tabella: def.path, forma: 'etichette', quanti: shown.length, quali: shown });
    } catch (error) {
      return void snackbar.error('Stampa non riuscita', { detail: messageOf(error) });
    }
    await Promise.all(
      [...document.querySelectorAll<HTMLImageElement>('.etichette img')].map((image) => image.decode().catch(() => undefined)),
    );
    flushSync(() => setPrinting(true));
    printPage(() => location.reload());
  };
  const close = () => back(() => navigate(lastList(def.list.route)));
  const missing = data ? matricole.filter((m) => !data.some((row) => keyOf(row) === m)) : [];
  return (
    <Page className="pb-8 pt-5 print:p-0">
      <h1 className="sr-only">Etichette {words.ofMany}</h1>
      {printing ? null : (
        <div className={clsx('mx-auto mb-4 flex max-w-full items-center gap-2 print:hidden', kind.perSheet ? 'w-[686px]' : 'w-[600px]')}>
          <p className="num mr-auto text-label text-ink-3">{data ? countOf(data.length, 'etichetta', 'etichette') : null}</p>
          <Button onClick={close}>CHIUDI</Button>
          <Button variant="primary" icon={Printer} disabled={!data || data.length === 0 || photos > 0} onClick={() => void print()}>
            Print
          </Button>
        </div>
      )}
      {missing.length > 0 && !printing ? (
        <Note tone="warn" icon={CircleAlert} className="mx-auto mb-4 w-[600px] max-w-full print:hidden">
          {missing.length === 1 ? 'Non trovato' : 'Non trovati'}: {missing.join(', ')}. Non se ne stampa l’etichetta.
        </Note>
      ) : null}
      {data && data.length > 0 ? (
        sheetsOf(data, kind.perSheet).map((rows, i) => (
          <ul
            key={rows[0] && keyOf(rows[0])}
            className={kind.perSheet ? 'etichette tesserini' : 'etichette'}
            aria-label={i === 0 ? 'Etichette' : `Etichette, foglio ${i + 1}`}
          >
            {rows.map((row) => (
              <Fragment key={keyOf(row)}>{kind.label(row)}</Fragment>
            ))}
          </ul>
        ))
      ) : matricole.length > 0 && !data && !error ? (
        <InFlight count={Math.min(matricole.length, 4)} />
      ) : (
        <div className="panel mx-auto w-[600px] max-w-full print:hidden">
          {!error ? (
            <None kind={kind} />
          ) : error instanceof ApiError && error.status === 403 ? (
            <ForbiddenState area={words.many} />
          ) : (
            <ErrorState title="Etichette non caricate" text={messageOf(error)} onRetry={() => void refetch()} />
          )}
        </div>
      )}
    </Page>
  );
}

/** Splits the rows into sheets of paper. */
function sheetsOf<R>(rows: readonly R[], perSheet = rows.length): readonly (readonly R[])[] {
  return Array.from({ length: Math.ceil(rows.length / perSheet) }, (_, i) => rows.slice(i * perSheet, (i + 1) * perSheet));
}

function None<D extends AnyRegister>({ kind: { def, words } }: { kind: LabelKind<D> }) {
  return (
    <EmptyState
      icon={QrCode}
      title="Nessuna etichetta"
      text={`Le etichette si stampano dall’elenco, scegliendo ${words.many}, o dalla scheda di uno di essi.`}
      action={
        <ButtonLink href={def.list.route} plain>
          Vai {words.toMany}
        </ButtonLink>
      }
    />
  );
}

function InFlight({ count }: { count: number }) {
  return (
    <div className="etichette" aria-busy="true">
      {Array.from({ length: count }, (_, i) => (
        <Skeleton key={i} className="!h-[199px]" />
      ))}
    </div>
  );
}

/** Maximum of matricole in one request, because the length of an address is limited. */
const AT_ONCE = 100;

/** Query for the labelled records in the requested order; unknown records are left out. */
const labelsOptions = <D extends AnyRegister>(def: D, matricole: readonly string[]) =>
  queryOptions({
    queryKey: [...registerKeys.all(def.path), 'etichette', matricole],
    queryFn: async () => {
      const gruppi = Array.from({ length: Math.ceil(matricole.length / AT_ONCE) }, (_, i) =>
        matricole.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
      );
      const rows: RowOf<D>[] = [];
      for (const gruppo of gruppi) {
        rows.push(
          ...(await fetchAll(def, { pagina: 1, righe: AT_ONCE, ordina: def.list.sort, cerca: '', filtri: { [def.key.field]: gruppo } })),
        );
      }
      return inOrder(def, matricole, rows);
    },
  });
