import { useState } from 'react';
import { fieldsTogether } from '#contracts/core/change-together.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { countOf } from '#contracts/core/formats.ts';
import type { PreviewRow } from '#contracts/core/change-together.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useAction } from '#web/lib/use-action.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { RegisterField } from '../../fields/RegisterField.tsx';
import { normalise, validate } from '../../form/form-state.ts';
import { readPreview, type Together } from './change-together.api.ts';
import type { ChangeTogetherDialogProps } from './dialog-props.ts';
import { PreviewTable } from './PreviewTable.tsx';
import { useChangeTogether } from './use-change-together.ts';

interface PreviewState {
  together: Together;
  rows: PreviewRow[];
}

/** Asks for fields and new values, shows what would change row by row, and sends the change once it is confirmed. */
export default function ChangeTogetherDialog({ def, selected, onClose }: ChangeTogetherDialogProps) {
  const snackbar = useSnackbar();
  const reading = useAction();
  const { running, send } = useChangeTogether(def);
  const [values, setValues] = useState<Values>({});
  const [previewed, setPreviewed] = useState<PreviewState | null>(null);
  const chosenFields = Object.keys(values);
  const errors = validate(def, values, 'modifica', values);
  const ready = chosenFields.length > 0 && chosenFields.every((name) => errors[name] === undefined);
  const preview = () =>
    reading.run(
      async () => {
        const stored = Object.fromEntries(chosenFields.map((name) => [name, normalise(def, name, values[name])]));
        const together = { def, keys: await selected.keys(), values: stored };
        setPreviewed({ together, rows: await readPreview(together) });
      },
      { failed: (error) => snackbar.error('Anteprima non riuscita', { detail: messageOf(error) }) },
    );
  const confirm = async ({ together, rows }: PreviewState) => {
    if (!(await send(together, rows))) return;
    onClose();
    selected.clear();
  };
  const changing = previewed?.rows.filter(({ rifiuto }) => rifiuto === null).length ?? 0;
  return (
    <Dialog
      open
      onClose={running ? () => {} : onClose}
      title="Modifica insieme"
      subtitle={previewed ? summary(previewed.rows, changing) : countOf(selected.count, def.labels.one, def.labels.many)}
      width={760}
      footer={
        previewed ? (
          <>
            <Button onClick={() => setPreviewed(null)} disabled={running}>
              INDIETRO
            </Button>
            <Button variant="primary" loading={running} disabled={changing === 0} onClick={() => void confirm(previewed)}>
              MODIFICA
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>ANNULLA</Button>
            <Button variant="primary" loading={reading.running} disabled={!ready} onClick={() => void preview()}>
              ANTEPRIMA
            </Button>
          </>
        )
      }
    >
      {previewed ? (
        <PreviewTable def={def} fields={Object.keys(previewed.together.values)} rows={previewed.rows} />
      ) : (
        <div className="grid gap-5">
          {chosenFields.map((name) => (
            <div key={name} className="flex items-end gap-2">
              <RegisterField
                def={def}
                campo={name}
                value={values[name] ?? null}
                onChange={(value) => setValues((now) => ({ ...now, [name]: value }))}
                error={values[name] === null ? undefined : errors[name]}
                className="flex-1"
              />
              <Button
                variant="ghost"
                plain
                onClick={() => setValues(({ [name]: _removed, ...others }) => others)}
                aria-label={`Togli ${def.fields[name]?.label ?? name}`}
              >
                Togli
              </Button>
            </div>
          ))}
          <Combobox
            key={chosenFields.length}
            aria-label="Aggiungi un campo"
            placeholder="Aggiungi un campo da modificare"
            value={null}
            options={fieldsTogether(def)
              .filter(({ name }) => !chosenFields.includes(name))
              .map(({ name, label }) => ({ value: name, label }))}
            onChange={(name) => name !== null && setValues((now) => ({ ...now, [name]: def.fields[name]?.kind === 'flag' ? 0 : null }))}
          />
          {chosenFields.length > 0 ? <p className="text-body text-ink-3">Un campo lasciato vuoto viene svuotato su tutti.</p> : null}
        </div>
      )}
    </Dialog>
  );
}

function summary(rows: readonly PreviewRow[], changing: number): string {
  const refused = rows.length - changing;
  const will = countOf(changing, 'record si modifica', 'record si modificano');
  return refused === 0 ? will : `${will}, ${countOf(refused, 'resta com’è', 'restano come sono')}`;
}
