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
  /** What is sent; `null` while something is missing. */
  body: JsonObject | null;
  /** What is missing, in words. */
  missing?: string;
  /** Its fields, the first of them with `data-autofocus`; none where it only asks. */
  children?: ReactNode;
}

/** What a named command needs to be told, and the press that sends it. Enter sends it too. */
export function CommandDialog({ command, title, body, missing = 'Manca qualcosa', children }: CommandDialogProps) {
  const { label, sending, close, send } = command;
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const blocked = body === null ? missing : null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // the form of the page, in which React sees this one, is not sent
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
