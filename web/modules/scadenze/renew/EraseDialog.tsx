import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { messageOf } from '#web/lib/api-client.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { SaveButton, SaveHint } from '#web/registers/form/SaveButton.tsx';
import { eraseDocument, type ChainRow } from './renew.api.ts';
import type { RenewedDocument } from './use-renewal.ts';

interface EraseDialogProps {
  document: RenewedDocument;
  row: ChainRow;
  /** Period of validity in words. */
  words: string;
  /** Version of the record as it was read. */
  version: number;
  onClose(): void;
  onDone?: (() => void) | undefined;
}

/** Asks for a reason and removes the document's content from the archive for good. */
export function EraseDialog({ document, row, words, version, onClose, onDone }: EraseDialogProps) {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const { running: sending, run, once } = useAction();
  const id = useId();
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const motivo = reason.trim();
  const blocked = motivo === '' ? 'Manca il motivo' : null;
  const erase = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (blocked !== null) return;
    const act = async () => {
      setRefusal(null);
      const body = { ...document, percorso: row.percorso!, versione: row.versione!, motivo };
      await once(body, (idempotencyKey) => eraseDocument(body, { idempotencyKey, ifMatch: version }));
      snackbar.success('Documento rimosso per sempre', { detail: words });
      await client.invalidateQueries();
      onDone?.();
      onClose();
    };
    await run(act, { failed: (error) => setRefusal(messageOf(error)) });
  };
  return (
    <Dialog
      open
      onClose={sending ? () => {} : onClose}
      title="Rimuovi per sempre"
      subtitle={words}
      width={440}
      role="alertdialog"
      footer={
        <>
          <SaveHint id={`${id}-h`}>{blocked}</SaveHint>
          <Button onClick={onClose} disabled={sending}>
            ANNULLA
          </Button>
          <SaveButton variant="danger" type="submit" form={`${id}-f`} loading={sending} blocked={blocked} hint={`${id}-h`}>
            RIMUOVI
          </SaveButton>
        </>
      }
    >
      <form id={`${id}-f`} noValidate onSubmit={(event) => void erase(event)} className="grid gap-4">
        <p className="text-read">
          Il file lascia l’archivio, con le sue copie, e non si può riavere. Restano la sua validità e nello storico chi l’ha rimosso,
          quando e perché.
        </p>
        <Field label="Motivo" required name="motivo">
          <TextInput value={reason} onChange={setReason} maxLength={500} disabled={sending} data-autofocus />
        </Field>
        {refusal ? (
          <p className="field-error" role="alert">
            <CircleAlert className="icon-sm" aria-hidden />
            {refusal}
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
