import { useState } from 'react';
import { ApiError, messageOf } from '#web/lib/api-client.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import type { AskedMoment, MomentDialogProps } from './dialog-props.ts';
import { momentParts, momentText } from './moment.ts';

interface TypedMoment {
  day: string | null;
  time: string;
}

/** Messages by the name of a moment; the empty name is for a message of none of them. */
type Faults = Readonly<Record<string, string>>;

/** Asks for one or more moments, each a day and an optional hour. The server judges them; its sentence stands beside the field. */
export default function MomentDialog({ title, moments, confirmLabel, check, onChosen, onClose }: MomentDialogProps) {
  const { run, running } = useAction();
  const [typedMoments, setTypedMoments] = useState<readonly TypedMoment[]>(() => moments.map(({ value }) => momentParts(value)));
  const [faults, setFaults] = useState<Faults>({});
  const change = (index: number, part: Partial<TypedMoment>) => {
    setFaults({});
    setTypedMoments(typedMoments.map((one, i) => (i === index ? { ...one, ...part } : one)));
  };
  const submit = () => {
    const missing = moments.filter((_, i) => typedMoments[i]?.day === null);
    if (missing.length > 0) return setFaults(Object.fromEntries(missing.map(({ name }) => [name, 'Serve un giorno'])));
    const momentValues = typedMoments.map(({ day, time }) => momentText(day ?? '', time));
    return run(
      async () => {
        await check(momentValues);
        onChosen(momentValues);
      },
      { failed: (error) => setFaults(faultsOf(error, moments)) },
    );
  };
  return (
    <Dialog
      open
      onClose={running ? () => {} : onClose}
      title={title}
      subtitle="Senza un’ora vale la fine del giorno; oggi è adesso."
      width={440}
      footer={
        <>
          <Button onClick={onClose} disabled={running}>
            ANNULLA
          </Button>
          <Button variant="primary" loading={running} onClick={() => void submit()}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!running) void submit();
        }}
      >
        {moments.map(({ name, label }, i) => (
          <div key={name} className="grid grid-cols-[minmax(0,1fr)_120px] gap-3">
            <Field label={label} required error={faults[name]}>
              <DateInput value={typedMoments[i]?.day ?? null} onChange={(day) => change(i, { day })} />
            </Field>
            <Field label={moments.length > 1 ? `Ora, ${label.toLocaleLowerCase('it')}` : 'Ora'}>
              <TextInput type="time" value={typedMoments[i]?.time ?? ''} onChange={(time) => change(i, { time })} />
            </Field>
          </div>
        ))}
        {faults[''] ? <Note tone="danger">{faults['']}</Note> : null}
        {/* a form with several fields is sent by Enter only if it has such a button */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  );
}

function faultsOf(error: unknown, moments: readonly AskedMoment[]): Faults {
  const named = error instanceof ApiError ? error.errors.filter(({ campo }) => moments.some(({ name }) => name === campo)) : [];
  return named.length > 0 ? Object.fromEntries(named.map(({ campo, messaggio }) => [campo, messaggio])) : { '': messageOf(error) };
}
