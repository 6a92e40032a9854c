import { useQuery } from '@tanstack/react-query';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { authorOf } from '#contracts/core/history-in-words.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatInstant } from '#web/lib/format.ts';
import { Button, ButtonLink } from '#web/ui/feedback/Button.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { PastChildren } from './PastChildren.tsx';
import { RecordValues } from './RecordValues.tsx';
import { stateOptions } from './history.api.ts';
import { useRestore } from './use-restore.tsx';

interface PastDialogProps {
  def: AnyRegister;
  entry: HistoryItem;
  mayRestore: boolean;
  /** Address of the record. */
  href?: string | undefined;
  onClose(): void;
}

/** Shows a record as it was after one of its events. */
export function PastDialog({ def, entry, mayRestore, href, onClose }: PastDialogProps) {
  const { data, error, refetch } = useQuery(stateOptions(entry.tabella, entry.id, entry.versione));
  const restore = useRestore(def, entry.id);
  return (
    <Dialog
      open
      onClose={onClose}
      width={760}
      title={entry.oggetto}
      subtitle={`Com'era il ${formatInstant(entry.quando)}: ${authorOf(entry)} ${entry.frase}`}
      footer={
        <>
          {href ? (
            <ButtonLink href={href} variant="ghost" className="-ml-3 mr-auto">
              APRI
            </ButtonLink>
          ) : null}
          <Button onClick={onClose}>CHIUDI</Button>
          {mayRestore ? (
            <Button
              variant="primary"
              onClick={() =>
                void restore(entry).then((done) => {
                  if (done) onClose();
                })
              }
            >
              RIPRISTINA
            </Button>
          ) : null}
        </>
      }
    >
      {error ? <ErrorState title="Versione non caricata" text={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? (
        <div className="grid gap-3" aria-busy="true">
          <Skeleton width="60%" />
          <Skeleton width="80%" />
          <Skeleton width="45%" />
        </div>
      ) : null}
      {data ? (
        <>
          <RecordValues def={def} row={data} />
          <PastChildren def={def} id={entry.id} al={entry.quando} />
        </>
      ) : null}
    </Dialog>
  );
}
