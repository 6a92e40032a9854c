import { useQuery } from '@tanstack/react-query';
import { FileQuestion, Printer, SearchX } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { back } from '#web/lib/back.ts';
import { lastSegment } from '#web/lib/segment.ts';
import { useQueryString } from '#web/lib/use-query-string.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { useToday } from '#web/modules/scadenze/kinds.ts';
import { oneOptions } from '#web/registers/register.api.ts';
import { reportTaking } from '#web/registers/taking.api.ts';
import { nameOf } from '#web/registers/words.ts';
import { Button, ButtonLink } from '#web/ui/feedback/Button.tsx';
import { Page } from '#web/ui/page/PageBody.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { PageSkeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState, ErrorState, ForbiddenState } from '#web/ui/feedback/states.tsx';
import { printPage } from '#web/ui/page/print.ts';
import { useTitle } from '#web/ui/page/use-title.ts';
import { PaperSheet } from './PaperSheet.tsx';
import type { Prints, Variant } from '../prints.ts';
import { variantOf } from './variant-of.ts';

/** Shows a record to be printed: `/home/macchinari/stampa/ID?tipo=MacchinarioDettaglio`. */
export function Stampa({ prints }: { prints: Prints }) {
  const search = useQueryString();
  const id = lastSegment();
  const variant = variantOf(prints, history.state, search, location.pathname);
  if (variant) return <ToPrint key={`${variant.def.path} ${id}`} variant={variant} id={id} />;
  return (
    <Frame>
      <div className="panel">
        <EmptyState
          icon={FileQuestion}
          title="Niente da stampare"
          text="L’indirizzo non dice che cosa stampare: si parte dal pulsante STAMPA di un record."
          action={
            <ButtonLink href="/home" plain>
              Torna alla home
            </ButtonLink>
          }
        />
      </div>
    </Frame>
  );
}

function ToPrint({ variant: defined, id }: { variant: Variant; id: string }) {
  const def = useToday(defined.def);
  const variant = { ...defined, def };
  const { data: row, error, refetch } = useQuery(oneOptions(def, id));
  const [readyFoto, setReadyFoto] = useState(false);
  const onReady = useCallback(() => setReadyFoto(true), []);
  useTitle(row ? `${variant.titolo} ${nameOf(def, row)}` : variant.titolo);
  const snackbar = useSnackbar();
  const print = async () => {
    try {
      await reportTaking({ tipo: 'stampa', tabella: def.path, forma: variant.titolo, quanti: 1, quali: [id] });
      printPage();
    } catch (error) {
      snackbar.error('Stampa non riuscita', { detail: messageOf(error) });
    }
  };
  if (row) {
    const ready = readyFoto || !variant.foto || !row['foto'];
    return (
      <Frame def={def} id={id} onPrint={ready ? () => void print() : null}>
        <PaperSheet variant={variant} row={row} onReady={onReady} />
      </Frame>
    );
  }
  if (row === undefined && !error) return <PageSkeleton />;
  return (
    <Frame def={def} id={id}>
      <div className="panel">
        {row === null ? (
          <EmptyState
            icon={SearchX}
            title="Record non trovato"
            text={`Non c’è niente da stampare con la chiave «${id}»: forse è stato eliminato, o il tuo gruppo non lo vede.`}
          />
        ) : error instanceof ApiError && error.status === 403 ? (
          <ForbiddenState area={def.labels.article} />
        ) : (
          <ErrorState title="Record non caricato" text={messageOf(error)} onRetry={() => void refetch()} />
        )}
      </div>
    </Frame>
  );
}

interface FrameProps {
  def?: AnyRegister;
  id?: string;
  /** Prints the sheet; `null`: not ready yet; absent: nothing to print. */
  onPrint?: (() => void) | null;
  children: ReactNode;
}

/** Shows the buttons above the sheet; these are not printed. */
function Frame({ def, id, onPrint, children }: FrameProps) {
  const [, navigate] = useLocation();
  const cancel = () => back(() => navigate(def && id ? detailHref(def, id) : '/home'));
  return (
    <Page className={onPrint === undefined ? 'pb-8 pt-5 print:hidden' : 'pb-8 pt-5 print:p-0'}>
      <div className="mx-auto mb-4 flex max-w-[794px] justify-end gap-2 print:hidden">
        <Button onClick={cancel}>Cancel</Button>
        {onPrint === undefined ? null : (
          <Button variant="primary" icon={Printer} disabled={onPrint === null} onClick={() => onPrint?.()}>
            Print
          </Button>
        )}
      </div>
      {children}
    </Page>
  );
}
