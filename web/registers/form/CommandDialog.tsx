import { useId, useRef, type FormEvent, type ReactNode } from 'react';
import type { JsonObject } from '#contracts/core/events.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { focusField } from './focus.ts';
import { SaveButton, SaveHint } from './SaveButton.tsx';
import type { RecordCommandState } from './use-record-command.ts';

interface CommandDialogProps {
  command: RecordCommandState;
  title: string;
  /** Body of the request; `null` while a value is missing. */
  body: JsonObject | null;
  /** Sentence that names the missing value. */
  missing?: string;
  /** Input fields, the first with `data-autofocus`; none for a mere confirmation. */
  children?: ReactNode;
}

/** Asks for the values of a named command and sends it, by button or Enter. */
export function CommandDialog({ command, title, body, missing = 'Manca qualcosa', children }: CommandDialogProps) {
  const { label, sending, close, send } = command;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const blocked = body === null ? missing : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React bubbles the event to the form of the page, which must not be submitted
    event.stopPropagation();
    if (body !== null) return void send(body);
    const first = form.current?.querySelector<HTMLElement>('[data-campo]')?.dataset['campo'];
    if (first) focusField(form.current, first);
  };
  return (
    <Dialog
      open={command.open}
      onClose={sending ? () => {} : close}
      title={title}
      width={440}
      footer={
        <>
          <SaveHint id={`${id}-h`}>{blocked}</SaveHint>
          <Button onClick={close} disabled={sending}>
            ANNULLA
          </Button>
          <SaveButton variant="primary" type="submit" form={`${id}-f`} loading={sending} blocked={blocked} hint={`${id}-h`}>
            {label}
          </SaveButton>
        </>
      }
    >
      <form id={`${id}-f`} ref={form} noValidate onSubmit={submit}>
        {children}
      </form>
    </Dialog>
  );
}
