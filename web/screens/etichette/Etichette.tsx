import { queryOptions, useQuery } from '@tanstack/react-query';
import { CircleAlert, Printer, QrCode } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'wouter';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { QrType } from '#contracts/modules/qrcode.ts';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { back } from '#web/lib/back.ts';
import { countOf } from '#web/lib/format.ts';
import { useQueryString } from '#web/lib/use-query-string.ts';
import { registerKeys } from '#web/registers/keys.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { lastList } from '#web/registers/list/list-memory.ts';
import { fetchAll } from '#web/registers/register.api.ts';
import { Button, ButtonLink } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState, ForbiddenState } from '#web/ui/feedback/states.tsx';
import { Page } from '#web/ui/page/PageBody.tsx';
import { printed } from '#web/ui/page/print.ts';
import { useTitle } from '#web/ui/page/use-title.ts';
import { Label } from './Etichetta.tsx';
import { matricoleOf, inOrder } from './matricole.ts';

/** What labels are of. Keep it stable. */
export interface LabelKind {
  def: AnyRegister;
  kind: QrType;
  /** "i macchinari", "dei macchinari", "ai macchinari". */
  words: { many: string; ofMany: string; toMany: string };
  name(row: Row): string;
  nameless: string;
  image(matricola: string): ReactNode;
}

/** Labels of the records of `?matricola=A&matricola=B`, to be printed. */
export function Labels({ of }: { of: LabelKind }) {
  const { def, words } = of;
  const search = useQueryString();
  const [, navigate] = useLocation();
  const matricole = useMemo(() => matricoleOf(search), [search]);
  const { data, error, refetch } = useQuery({ ...labelsOptions(def, matricole), enabled: matricole.length > 0 });
  const [printing, setPrinting] = useState(false);
  useTitle('Etichette');
  const print = () => {
    flushSync(() => setPrinting(true));
    printed(() => location.reload());
  };
  const close = () => back(() => navigate(lastList(def.list.route)));
  const missing = data ? matricole.filter((m) => !data.some((row) => row['matricola'] === m)) : [];
  return (
    <Page className="pb-8 pt-5 print:p-0">
      <h1 className="sr-only">Etichette {words.ofMany}</h1>
      {printing ? null : (
        <div className="mx-auto mb-4 flex w-[600px] max-w-full items-center gap-2 print:hidden">
          <p className="num mr-auto text-label text-ink-3">{data ? countOf(data.length, 'etichetta', 'etichette') : null}</p>
          <Button onClick={close}>CHIUDI</Button>
          <Button variant="primary" icon={Printer} disabled={!data || data.length === 0} onClick={print}>
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
        <ul className="etichette" aria-label="Etichette">
          {data.map((row) => {
            const matricola = String(row['matricola']);
            return (
              <Label
                key={matricola}
                kind={of.kind}
                matricola={matricola}
                name={of.name(row)}
                nameless={of.nameless}
                image={of.image(matricola)}
              />
            );
          })}
        </ul>
      ) : matricole.length > 0 && !data && !error ? (
        <InFlight quante={Math.min(matricole.length, 4)} />
      ) : (
        <div className="panel mx-auto w-[600px] max-w-full print:hidden">
          {!error ? (
            <None of={of} />
          ) : error instanceof ApiError && error.status === 403 ? (
            <ForbiddenState cosa={words.many} />
          ) : (
            <ErrorState title="Etichette non caricate" text={messageOf(error)} onRetry={() => void refetch()} />
          )}
        </div>
      )}
    </Page>
  );
}

function None({ of: { def, words } }: { of: LabelKind }) {
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

function InFlight({ quante: count }: { quante: number }) {
  return (
    <div className="etichette" aria-busy="true">
      {Array.from({ length: count }, (_, i) => (
        <Skeleton key={i} className="!h-[199px]" />
      ))}
    </div>
  );
}

/** Matricole of one call: an address has an end. */
const AT_ONCE = 100;

/** The records of the labels, in the order asked for; those that are not there are missing. */
const labelsOptions = (def: AnyRegister, matricole: readonly string[]) =>
  queryOptions({
    queryKey: [...registerKeys.all(def.path), 'etichette', matricole],
    queryFn: async () => {
      const gruppi = Array.from({ length: Math.ceil(matricole.length / AT_ONCE) }, (_, i) =>
        matricole.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
      );
      const found: Row[] = [];
      for (const gruppo of gruppi) {
        found.push(
          ...(await fetchAll(def, { pagina: 1, righe: AT_ONCE, ordina: def.list.sort, cerca: '', filtri: { matricola: gruppo } })),
        );
      }
      return inOrder(matricole, found);
    },
  });
