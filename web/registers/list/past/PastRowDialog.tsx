import { detailHref } from '#contracts/core/record-address.ts';
import { formatInstant } from '#web/lib/format.ts';
import { Button, ButtonLink } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { historyHref } from '../../addresses.ts';
import { PastChildren } from '../../history/PastChildren.tsx';
import { RecordValues } from '../../history/RecordValues.tsx';
import { nameOf } from '../../words.ts';
import { deletionOf } from './deletion.tsx';
import type { PastRowDialogProps } from './dialog-props.ts';
import { momentInWords } from './moment.ts';

/** Shows a record of a list as of an instant as it was then. Nothing can be changed here. */
export default function PastRowDialog({ def, row, al, onClose }: PastRowDialogProps) {
  const key = String(row[def.key.field]);
  const deletion = deletionOf(row);
  return (
    <Dialog
      open
      onClose={onClose}
      width={760}
      title={nameOf(def, row)}
      subtitle={`Com’era ${momentInWords(al)}`}
      footer={
        <>
          <ButtonLink href={historyHref(def, key)} variant="ghost" className="-ml-3 mr-auto">
            STORICO
          </ButtonLink>
          <Button onClick={onClose}>CHIUDI</Button>
          {deletion ? null : (
            <ButtonLink href={detailHref(def, key)} variant="secondary">
              APRI OGGI
            </ButtonLink>
          )}
        </>
      }
    >
      {deletion ? (
        <Note tone="warn" className="mb-4">
          Eliminato il {formatInstant(deletion.when)} da {deletion.who}.
        </Note>
      ) : null}
      <RecordValues def={def} row={row} />
      <PastChildren def={def} id={key} al={al} />
    </Dialog>
  );
}
