import { useId, useRef, type FormEvent } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { todayInRome } from '#web/lib/format.ts';
import { useAttempts } from '#web/lib/idempotency.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { focusField } from './focus.ts';
import { createdValues, newValues } from './form-state.ts';
import { creationInWords } from './blocked.ts';
import { RegisterFields } from './RegisterFields.tsx';
import { SaveButton, SaveHint } from './SaveButton.tsx';
import { useRegisterForm } from './use-register-form.ts';
import { useRecordSave } from '../save/use-record-save.ts';

interface QuickCreateProps {
  def: AnyRegister;
  /** The search text, proposed as the first value. */
  text: string;
  onClose(): void;
  /** Called with the new key and the text of the first field; the selector keeps one of them. */
  onCreated(key: string, text: string): void;
}

/** Creates a record of a small register in a dialog over the form that needs it. */
export function QuickCreate({ def, text, onClose, onCreated }: QuickCreateProps) {
  const element = useRef<HTMLFormElement>(null);
  const hint = useId();
  const fieldName = def.form.sections[0]?.rows[0]?.[0] ?? def.key.field;
  const start = useRef({ values: newValues(def, todayInRome()), version: null });
  const form = useRegisterForm(def, 'nuovo', start.current, text ? { [fieldName]: text } : undefined);
  const attempts = useAttempts();
  const { saving, write } = useRecordSave({ def, form, messages: def.messages, attempts });
  const blocked = creationInWords(def, form);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // React bubbles the event to the form around the dialog, which must not be submitted
    event.stopPropagation();
    form.touchAll();
    if (!form.valid) return focusField(element.current, form.firstWrong);
    const values = createdValues(def, form.values);
    const written = await write(null, values, null);
    if (written) onCreated(written.key, String(values[fieldName] ?? ''));
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Crea ${def.labels.one}`}
      width={440}
      bodyClass="px-2"
      footer={
        <>
          <SaveHint id={hint}>{blocked}</SaveHint>
          <Button onClick={onClose}>ANNULLA</Button>
          <SaveButton blocked={blocked} hint={hint} variant="primary" type="submit" form="crea-al-volo" loading={saving}>
            SALVA
          </SaveButton>
        </>
      }
    >
      <form ref={element} id="crea-al-volo" noValidate onSubmit={(event) => void submit(event)}>
        <RegisterFields def={def} values={form.values} errors={form.errors} set={form.set} touch={form.touch} />
      </form>
    </Dialog>
  );
}
