import { useQuery } from '@tanstack/react-query';
import { labelOf, type AnyRegister } from '#contracts/core/define-register.ts';
import type { Json } from '#contracts/core/events.ts';
import { authorOf } from '#contracts/core/history-in-words.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { formatInstant } from '#web/lib/format.ts';
import { Button, ButtonLink } from '#web/ui/feedback/Button.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { fileOrValue } from '../documents/files.api.ts';
import type { Row } from '../list/columns.ts';
import { HistoryValue } from './HistoryValue.tsx';
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
      {data ? <Values def={def} row={data} /> : null}
    </Dialog>
  );
}

/** Lists the values of a version; the empty fields share one line. */
function Values({ def, row }: { def: AnyRegister; row: Row }) {
  const names = Object.keys(def.fields).filter((name) => name !== def.parent?.field);
  const values = names.map((name) => [name, fileOrValue(row, name)] as const);
  const empty = values.filter(([, value]) => isEmpty(value)).map(([name]) => labelOf(def, name));
  return (
    <>
      <dl className="num grid grid-cols-[160px_minmax(0,1fr)] gap-x-4 gap-y-2 text-body max-md:grid-cols-[112px_minmax(0,1fr)]">
        {values
          .filter(([, value]) => !isEmpty(value))
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-ink-3">{labelOf(def, name)}</dt>
              <dd className="min-w-0 break-words font-medium">
                <HistoryValue tipo={def.fields[name]?.kind ?? 'chiave'} field={def.fields[name]} value={value} />
              </dd>
            </div>
          ))}
      </dl>
      {empty.length > 0 ? <p className="mt-4 text-label text-ink-3">Vuoti: {empty.join(', ')}</p> : null}
    </>
  );
}

const isEmpty = (value: Json): boolean => value === null || value === '';
