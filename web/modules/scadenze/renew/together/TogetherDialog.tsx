import { useId, type FormEvent } from 'react';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { MultiCombobox } from '#web/ui/inputs/MultiCombobox.tsx';
import { Segment } from '#web/ui/inputs/Segment.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { SaveButton, SaveHint } from '#web/registers/form/SaveButton.tsx';
import { FilesToRenew } from '../FilesToRenew.tsx';
import { EachFile } from './EachFile.tsx';
import { nameOf, rowsOf, someFailed, toSend, unassignedFiles, type Way } from './together.ts';
import { useTogether, type TogetherRequest, type TogetherState } from './use-together.ts';

interface TogetherDialogProps {
  request: TogetherRequest;
  /** Note above the fields: the records of the selection that are left out. */
  note?: string | undefined;
  onClose(): void;
}

const WAYS: readonly { value: Way; label: string }[] = [
  { value: 'ognuno', label: 'Un file per ognuno' },
  { value: 'uno', label: 'Un certificato per tutti' },
];

/**
 * RINNOVA INSIEME: renews one kind of document for several people or machines. It shows which file goes to whom
 * before saving.
 */
export default function TogetherDialog({ request, note, onClose }: TogetherDialogProps) {
  const together = useTogether(request, onClose);
  const id = useId();
  const worker = request.soggetto === 'lavoratore';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void together.send();
  };
  return (
    <Dialog
      open
      onClose={together.sending ? () => {} : onClose}
      title={worker ? 'Rinnova per più persone' : 'Rinnova per più macchine'}
      subtitle={note}
      width={760}
      footer={
        <>
          <SaveHint id={`${id}-h`}>{together.blocked ?? summaryOf(together)}</SaveHint>
          <Button onClick={onClose} disabled={together.sending}>
            {together.started ? 'CHIUDI' : 'ANNULLA'}
          </Button>
          <SaveButton
            variant="primary"
            type="submit"
            form={`${id}-f`}
            loading={together.sending}
            blocked={together.blocked}
            hint={`${id}-h`}
          >
            {someFailed(together.state) && !together.sending ? 'RIPROVA' : 'RINNOVA'}
          </SaveButton>
        </>
      }
    >
      <form id={`${id}-f`} noValidate onSubmit={submit} className="grid gap-4">
        <What together={together} />
        <Field
          label={worker ? 'Persone' : 'Macchine'}
          name="persone"
          hint={worker ? 'Anche senza sceglierle: le trova dai nomi dei file' : undefined}
        >
          <MultiCombobox
            value={together.state.people.map(({ id: one }) => one)}
            onChange={together.choose}
            options={together.state.allRecords.map((one) => ({ value: one.id, label: nameOf(one) }))}
            disabled={together.sending}
          />
        </Field>
        <Segment<Way>
          aria-label="Documento"
          value={together.way}
          onChange={together.setWay}
          options={WAYS}
          disabled={together.sending || together.started}
          className="max-md:w-full"
        />
        {together.way === 'uno' ? (
          <FilesToRenew
            files={together.certificate}
            onFiles={together.takeCertificate}
            refusal={together.refusal}
            disabled={together.sending}
            words="Una copia per ognuno: PDF o foto JPEG, fino a 25 MB"
          />
        ) : (
          <EachFile together={together} />
        )}
      </form>
    </Dialog>
  );
}

function What({ together }: { together: TogetherState }) {
  const { kind, kinds, sending, started } = together;
  const locked = sending || started;
  return (
    <div className="grid gap-4 md:grid-cols-[2fr_1fr_1fr]">
      <Field label="Documento" required name="tipo" hint={kind?.norma ?? undefined}>
        <Combobox
          value={kind?.codice ?? null}
          onChange={together.setTipo}
          options={kinds.map(({ codice, nome }) => ({ value: codice, label: nome }))}
          disabled={locked}
          data-autofocus
        />
      </Field>
      <Field label="Rilasciato il" required name="dal">
        <DateInput value={together.dal} onChange={together.setDal} max={together.today} disabled={locked} />
      </Field>
      {together.expires ? (
        <Field label="Scadenza" required name="scadenza" hint={together.hint ?? undefined}>
          <DateInput value={together.scadenza} onChange={together.setScadenza} disabled={locked} />
        </Field>
      ) : null}
    </div>
  );
}

/** Counts in one line the records that are renewed, left out or failed. */
function summaryOf({ way, state }: TogetherState): string {
  if (way === 'uno') return state.people.length === 1 ? 'Una persona' : `${state.people.length} copie`;
  const [sendCount, withoutFile] = [toSend(state).length, rowsOf(state).filter(({ dropped }) => dropped === null).length];
  const unassigned = unassignedFiles(state).length;
  const wrong = rowsOf(state).filter(({ sent }) => sent?.state === 'failed').length;
  return [
    ...(wrong > 0 ? [wrong === 1 ? '1 non riuscito' : `${wrong} non riusciti`] : []),
    `${sendCount} da rinnovare`,
    ...(withoutFile > 0 ? [`${withoutFile} senza file`] : []),
    ...(unassigned > 0 ? [`${unassigned} file da assegnare`] : []),
  ].join(', ');
}
