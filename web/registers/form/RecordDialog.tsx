import { useId, type FormEvent, type ReactNode } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { SAVE_KEYS } from '#web/lib/shortcuts.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { InlineCreationContext } from '../fields/create-context.ts';
import { DraftOffer } from './DraftOffer.tsx';
import { RegisterConflict } from './RegisterConflict.tsx';
import { RegisterFields } from './RegisterFields.tsx';
import { SaveButton, SaveHint } from './SaveButton.tsx';
import { useInlineCreation } from './use-inline-creation.tsx';
import type { RecordDialogForm } from './use-record-dialog.ts';

interface RecordDialogProps {
  def: AnyRegister;
  title: string;
  subtitle?: ReactNode;
  dialog: RecordDialogForm;
  rights: { save: boolean; remove: boolean };
  /** Second save button, enabled like SALVA: "Salva e aggiungi un'altra". */
  further?: { label: string; onClick(): void };
  /** Default: the fields of the definition. */
  children?: ReactNode;
}

const nothing = () => {};

/** Dialog for `useRecordDialog`: fields, ELIMINA, ANNULLA and SALVA. */
export function RecordDialog({ def, title, subtitle, dialog, rights, further, children }: RecordDialogProps) {
  const id = useId();
  const hint = `${id}-manca`;
  const { form, draft, element, blocked, saving, deleting, conflict, dismiss, submit, resolve, remove, close } = dialog;
  const { creation, dialog: quick } = useInlineCreation(form, nothing, { onlySmall: true });
  const send = (event: FormEvent) => {
    event.preventDefault();
    // React bubbles the event to the form around the dialog, which must not be submitted
    event.stopPropagation();
    if (rights.save) void submit();
  };
  return (
    <>
      <Dialog
        open
        onClose={() => void close()}
        title={title}
        subtitle={subtitle}
        bodyClass="px-2"
        shortcuts={[rights.save && { keys: SAVE_KEYS, label: 'SALVA', run: submit }]}
        footer={
          <>
            {rights.remove ? (
              <Button variant="danger-ghost" className="-ml-3" loading={deleting} onClick={() => void remove()}>
                ELIMINA
              </Button>
            ) : null}
            {rights.save ? <SaveHint id={hint}>{blocked}</SaveHint> : null}
            <Button onClick={() => void close()}>{rights.save ? 'ANNULLA' : 'CHIUDI'}</Button>
            {rights.save && further ? (
              <SaveButton
                blocked={blocked}
                hint={hint}
                className="max-md:order-first max-md:w-full"
                disabled={saving}
                onClick={further.onClick}
              >
                {further.label}
              </SaveButton>
            ) : null}
            {rights.save ? (
              <SaveButton blocked={blocked} hint={hint} variant="primary" type="submit" form={id} loading={saving}>
                SALVA
              </SaveButton>
            ) : null}
          </>
        }
      >
        {rights.save ? <DraftOffer keeper={draft} className="mx-4 mb-2" /> : null}
        <form ref={element} id={id} noValidate onSubmit={send}>
          <InlineCreationContext.Provider value={creation}>
            {children ?? (
              <RegisterFields
                def={def}
                values={form.values}
                errors={form.errors}
                set={form.set}
                touch={form.touch}
                enabled={() => rights.save}
              />
            )}
          </InlineCreationContext.Provider>
        </form>
      </Dialog>
      {quick}
      {conflict ? (
        <RegisterConflict
          def={def}
          conflict={conflict}
          base={form.base}
          ownValues={form.values}
          saving={saving}
          onClose={dismiss}
          onMerged={(merged, changes) => void resolve(merged, changes)}
        />
      ) : null}
    </>
  );
}
