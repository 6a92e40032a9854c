import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { scope } from '#contracts/core/permissions.ts';
import type { VoceDossier } from '#contracts/modules/scadenze/dossier-answer.ts';
import { personale } from '#contracts/registers/personale.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { countOf, todayInRome } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { SaveButton, SaveHint } from '#web/registers/form/SaveButton.tsx';
import { useJob } from '#web/registers/list/use-job.ts';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Checkbox } from '#web/ui/inputs/Checkbox.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { useConfirm } from '#web/ui/overlays/confirm.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { Checklist } from './Checklist.tsx';
import {
  dossierOptions,
  isEmpty,
  loadMachines,
  loadWorkers,
  NOBODY,
  seesMachines,
  seesWorkers,
  type ChosenSubjects,
} from './dossier.api.ts';

const kindOf = ({ soggetto }: VoceDossier): keyof ChosenSubjects => (soggetto === 'lavoratore' ? 'lavoratore' : 'macchina');
const namesOf = (all: readonly VoceDossier[]): ChosenSubjects => ({
  lavoratore: all.filter((one) => kindOf(one) === 'lavoratore').map(({ matricola }) => matricola),
  macchina: all.filter((one) => kindOf(one) === 'macchina').map(({ matricola }) => matricola),
});

/** Dialog DOSSIER: chooses people, machines and day, lists the documents and the missing ones, and starts the zip. */
export default function DossierDialog({ commessa, onClose }: { commessa: string; onClose(): void }) {
  const identity = useIdentity();
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const confirm = useConfirm();
  const start = useJob();
  const [day, setDay] = useState<string | null>(todayInRome());
  const [recipient, setRecipient] = useState('');
  const [health, setHealth] = useState(false);
  const [sending, setSending] = useState(false);
  /** People and machines chosen by hand; `null`: those who worked at the site lately. */
  const [chosenSubjects, setChosenSubjects] = useState<ChosenSubjects | null>(null);
  const giorno = day ?? todayInRome();
  const present = useQuery(dossierOptions(commessa, giorno));
  const subjects = chosenSubjects ?? namesOf(present.data?.data ?? []);
  const dossier = useQuery({ ...dossierOptions(commessa, giorno, subjects), enabled: chosenSubjects !== null && !isEmpty(subjects) });
  const answer = chosenSubjects === null ? present : dossier;
  const rows = isEmpty(subjects) ? [] : (answer.data?.data ?? []);
  const load = useMemo(
    () => ({ lavoratore: loadWorkers(catalogue, client), macchina: loadMachines(catalogue, client, identity) }),
    [catalogue, client, identity],
  );
  const add = (kind: keyof ChosenSubjects) => (matricola: string | null) => {
    if (matricola !== null && !subjects[kind].includes(matricola))
      setChosenSubjects({ ...subjects, [kind]: [...subjects[kind], matricola] });
  };
  const leaveOut = (item: VoceDossier) => {
    const kind = kindOf(item);
    setChosenSubjects({ ...NOBODY, ...subjects, [kind]: subjects[kind].filter((name) => name !== item.matricola) });
  };
  const prepare = async () => {
    if (health && !(await confirm(question(subjects.lavoratore.length, recipient)))) return;
    setSending(true);
    const body = {
      commessa,
      lavoratori: subjects.lavoratore,
      macchinari: subjects.macchina,
      giorno,
      sanitari: health ? 1 : 0,
      destinatario: recipient.trim() || null,
    };
    await start('/api/cantieri/dossier', body, 'Dossier');
    onClose();
  };
  const blocked = isEmpty(subjects) ? 'Scegli almeno un lavoratore o una macchina' : day === null ? 'Manca il giorno' : null;
  return (
    <Dialog
      open
      width={760}
      onClose={sending ? () => {} : onClose}
      title={`Dossier del cantiere ${commessa}`}
      subtitle="Uno zip con i documenti validi quel giorno e l’indice"
      footer={
        <>
          <SaveHint id="dossier-h">{blocked}</SaveHint>
          <Button onClick={onClose} disabled={sending}>
            ANNULLA
          </Button>
          <SaveButton variant="primary" loading={sending} blocked={blocked} hint="dossier-h" onClick={() => void prepare()}>
            PREPARA DOSSIER
          </SaveButton>
        </>
      }
    >
      <div className="grid gap-5">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
          <Field label="Giorno" required name="giorno">
            <DateInput value={day} onChange={setDay} boxClass="tel-input" />
          </Field>
          <Field label="A chi viene mandato" name="destinatario">
            <TextInput
              value={recipient}
              onChange={setRecipient}
              maxLength={200}
              placeholder="Committente, coordinatore…"
              boxClass="tel-input"
            />
          </Field>
          {seesWorkers(identity) ? (
            <Field label="Aggiungi un lavoratore" name="lavoratore">
              <Combobox
                value={null}
                onChange={add('lavoratore')}
                load={load.lavoratore}
                placeholder="Nome o matricola"
                boxClass="tel-input"
              />
            </Field>
          ) : null}
          {seesMachines(identity) ? (
            <Field label="Aggiungi una macchina" name="macchina">
              <Combobox value={null} onChange={add('macchina')} load={load.macchina} placeholder="Matricola" boxClass="tel-input" />
            </Field>
          ) : null}
        </div>
        {scope(identity, personale.access, 'edit') === 'all' && subjects.lavoratore.length > 0 ? (
          <Checkbox
            checked={health}
            onChange={setHealth}
            label="Dati sanitari: solo il giudizio di idoneità"
            className="min-h-11 md:min-h-0"
          />
        ) : null}
        {answer.error ? <p className="field-error">{messageOf(answer.error)}</p> : null}
        {!isEmpty(subjects) && answer.data === undefined && !answer.error ? <Skeleton className="h-24 w-full" /> : null}
        {present.data && isEmpty(subjects) ? (
          <p className="text-read text-ink-3">
            {chosenSubjects === null
              ? 'Nessuno ha lavorato qui negli ultimi 30 giorni: aggiungi chi serve.'
              : 'Il dossier è vuoto: aggiungi chi serve.'}
          </p>
        ) : (
          <Checklist rows={rows} together={answer.data?.cantiere ?? null} day={giorno} health={health} onLeaveOut={leaveOut} />
        )}
      </div>
    </Dialog>
  );
}

const question = (workers: number, recipient: string) => ({
  title: 'Dati sanitari',
  text: `Il dossier conterrà il giudizio di idoneità di ${countOf(workers, 'lavoratore', 'lavoratori')}${recipient.trim() ? `, per ${recipient.trim()}` : ''}. Confermi?`,
  detail: 'Nessun altro documento sanitario esce. Lo storico di ogni lavoratore dice chi lo ha mandato, quando e a chi.',
  confirmLabel: 'CONFERMO',
});
