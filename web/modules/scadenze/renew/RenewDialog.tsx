import { useId, type FormEvent } from 'react';
import { Button } from '#web/ui/feedback/Button.tsx';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { SaveButton, SaveHint } from '#web/registers/form/SaveButton.tsx';
import { Chain } from './Chain.tsx';
import { FilesToRenew } from './FilesToRenew.tsx';
import { useRenewal, type RenewalState, type RenewedDocument } from './use-renewal.ts';

interface RenewDialogProps extends RenewedDocument {
  /** Owner of the document, shown under the title. */
  subjectName: string;
  /** Version of the record as it was read; the server reports somebody else's change since. */
  version?: number | undefined;
  /** False: the dialog only shows the earlier documents. */
  mayRenew: boolean;
  /** Opens an earlier file; absent if this person may not open them. */
  onOpen?: ((percorso: string, versione: number) => void) | undefined;
  onClose(): void;
  /** Called after the renewal, once the lists are refreshed. */
  onDone?(): void;
  /** Called after a document was removed from the archive. */
  onErased?(): void;
}

/**
 * RINNOVA: takes the new document and its date in one step, and lists the earlier documents. Each keeps its own
 * period of validity.
 */
export function RenewDialog({ subjectName, version, mayRenew, onOpen, onClose, onDone, onErased, ...document }: RenewDialogProps) {
  const renewal = useRenewal(document, version, () => {
    onDone?.();
    onClose();
  });
  const id = useId();
  const name = renewal.kind?.nome ?? document.tipo;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (renewal.blocked === null) void renewal.save();
  };
  return (
    <Dialog
      open
      onClose={renewal.sending ? () => {} : onClose}
      title={mayRenew ? `Rinnova: ${name}` : name}
      subtitle={subjectName}
      footer={
        mayRenew ? (
          <>
            <SaveHint id={`${id}-h`}>{renewal.blocked}</SaveHint>
            <Button onClick={onClose} disabled={renewal.sending}>
              ANNULLA
            </Button>
            <SaveButton
              variant="primary"
              type="submit"
              form={`${id}-f`}
              loading={renewal.sending}
              blocked={renewal.blocked}
              hint={`${id}-h`}
            >
              RINNOVA
            </SaveButton>
          </>
        ) : (
          <Button onClick={onClose}>CHIUDI</Button>
        )
      }
    >
      <div className="grid gap-6">
        {mayRenew ? (
          <form id={`${id}-f`} noValidate onSubmit={submit} className="grid gap-4">
            <RenewalFields renewal={renewal} />
          </form>
        ) : null}
        <Chain {...document} onOpen={onOpen} {...(onErased ? { onErased } : {})} />
      </div>
    </Dialog>
  );
}

function RenewalFields({ renewal }: { renewal: RenewalState }) {
  const { kind } = renewal;
  return (
    <>
      <FilesToRenew files={renewal.files} onFiles={renewal.take} refusal={renewal.refusal} disabled={renewal.sending} />
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Rilasciato il" required name="dal" hint="Il giorno del corso o della visita">
          <DateInput value={renewal.dal} onChange={renewal.setDal} max={renewal.today} disabled={renewal.sending} />
        </Field>
        {renewal.expires ? (
          <Field label="Scadenza" required name="scadenza" hint={renewal.hint ?? undefined}>
            <DateInput value={renewal.scadenza} onChange={renewal.setScadenza} disabled={renewal.sending} />
          </Field>
        ) : null}
      </div>
      {kind?.norma ? (
        <p className="text-label text-ink-3">
          {kind.norma}
          {kind.certezza ? ` (certezza ${kind.certezza})` : ''}
        </p>
      ) : null}
    </>
  );
}
