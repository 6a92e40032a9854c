import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { countOf } from '#contracts/core/formats.ts';
import { forgottenName, type ForgetPreview } from '#contracts/modules/forget.ts';
import { personale } from '#contracts/registers/personale.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { untilEnded } from '#web/lib/job-end.ts';
import { keys } from '#web/lib/query.ts';
import { useAction } from '#web/lib/use-action.ts';
import { refresh } from '#web/registers/register.api.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { Progress } from '#web/ui/feedback/Progress.tsx';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Checkbox } from '#web/ui/inputs/Checkbox.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { TextArea } from '#web/ui/inputs/TextArea.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { forgetOptions, forgetWorker } from './forget.api.ts';

interface ForgetDialogProps {
  matricola: string;
  /** Surname and name of the worker. */
  name: string;
  open: boolean;
  onClose: () => void;
}

/** Seconds for which the dialog waits for the job; then the job goes on in Attività. */
const PATIENCE_SECONDS = 600;

/** Tells what forgetting a worker deletes and what stays, asks for the reason, and forgets. */
export function ForgetDialog({ matricola, name, open, onClose }: ForgetDialogProps) {
  const id = useId();
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const [motivo, setMotivo] = useState('');
  const [forced, setForced] = useState(false);
  /** Percentage of the job; `null` while none runs. */
  const [progress, setProgress] = useState<number | null>(null);
  const { running, run, once } = useAction();
  const { data, error, refetch } = useQuery({ ...forgetOptions(matricola), enabled: open });
  const blocked = !data || motivo.trim() === '' || (data.rifiuto !== null && !forced);
  const forget = async (): Promise<void> => {
    const order = { matricola, motivo: motivo.trim(), forzata: forced ? 1 : 0 } as const;
    const act = async () => {
      const job = await once([order], (key) => forgetWorker(order, key));
      setProgress(0);
      void client.invalidateQueries({ queryKey: keys.processi });
      const end = await untilEnded(job, { seconds: PATIENCE_SECONDS, onProgress: setProgress });
      if (end?.status === 'error')
        return void snackbar.error('Persona non dimenticata del tutto', { detail: `${end.messaggio ?? ''} Si riprova dall’Area Admin.` });
      snackbar.success(
        end ? `Persona dimenticata: ora è «${forgottenName(matricola)}»` : 'La persona si sta dimenticando: si vede in Attività',
      );
      onClose();
    };
    await run(act, {
      failed: (reason) => snackbar.error('Persona non dimenticata', { detail: messageOf(reason) }),
      after: () => {
        setProgress(null);
        return refresh(client, personale);
      },
    });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (!blocked) void forget();
  };
  return (
    <Dialog
      open={open}
      onClose={running ? () => {} : onClose}
      title="Dimentica la persona"
      subtitle={`${matricola} · ${name}`}
      role="alertdialog"
      closable={false}
      footer={
        <>
          <Button onClick={onClose} disabled={running}>
            ANNULLA
          </Button>
          <Button variant="danger" type="submit" form={id} loading={running} disabled={blocked && !running}>
            DIMENTICA
          </Button>
        </>
      }
    >
      {error ? <ErrorState title="Anteprima non caricata" text={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? (
        <p role="status" className="text-body text-ink-3">
          Si conta che cosa va…
        </p>
      ) : null}
      {data ? (
        <form id={id} noValidate onSubmit={submit} className="grid gap-4">
          <Preview preview={data} />
          {data.rifiuto === null ? null : (
            <Note tone="warn">
              <p>{data.rifiuto}</p>
              <Checkbox
                className="mt-2 min-h-6 max-md:min-h-11"
                checked={forced}
                disabled={running}
                onChange={setForced}
                label="Dimentica lo stesso: lo storico dirà che è stata forzata"
              />
            </Note>
          )}
          <Field label="Motivo" required name="motivo" hint="Resta nello storico: non scrivere il nome.">
            <TextArea data-autofocus value={motivo} maxLength={500} rows={2} disabled={running} onChange={setMotivo} />
          </Field>
          {progress === null ? null : (
            <div className="grid gap-2">
              <p className="text-label text-ink-3">Dati e documenti si stanno togliendo…</p>
              <Progress value={progress} label="Dati e documenti si stanno togliendo" />
            </div>
          )}
        </form>
      ) : null}
    </Dialog>
  );
}

function Preview({ preview: { va, nominato, resta, avvisi } }: { preview: ForgetPreview }) {
  const erasedItems = [
    `${countOf(va.campi, 'dato personale', 'dati personali')} della scheda, e ${countOf(va.valori, 'valore', 'valori')} nello storico`,
    `${countOf(va.documenti, 'documento', 'documenti')} e ${countOf(va.copie, 'versione precedente', 'versioni precedenti')}`,
    ...(va.risultati > 0 ? [`${countOf(va.risultati, 'file pronto', 'file pronti')} di esportazioni e dossier, di tutti: si rifanno`] : []),
    ...(va.operatori.length > 0 ? [`Il nome nelle produzioni, come operatore: ${va.operatori.join(', ')}`] : []),
  ];
  return (
    <>
      <p className="text-read text-ink">
        Nome, dati e documenti si tolgono per sempre, anche dallo storico. <strong className="font-medium">Non si torna indietro.</strong>
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TitledList title="Va via" lines={erasedItems} />
        <TitledList title="Resta" lines={resta} />
      </div>
      {nominato.length === 0 ? null : (
        <TitledList
          title="Resta anche il nome scritto in testi liberi, se nessuno lo corregge prima"
          lines={nominato.map(
            ({ etichetta, totale, esempi }) =>
              `${etichetta}: ${totale} (${esempi.map(({ id, campo }) => `${id}, ${campo}`).join('; ')}${totale > esempi.length ? '; …' : ''})`,
          )}
        />
      )}
      <TitledList title="Da sapere" lines={avvisi} />
    </>
  );
}

function TitledList({ title, lines }: { title: string; lines: readonly string[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-body font-semibold text-ink">
        {title}
      </h3>
      <ul className="mt-1 grid list-disc gap-1 pl-5 text-body text-ink-2">
        {lines.map((line) => (
          <li key={line} className="break-words">
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}
