import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { messageOf } from '#web/lib/api-client.ts';
import { todayInRome } from '#web/lib/format.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { reasonsOf } from '#web/modules/scadenze/fitness/verdict-look.ts';
import { Count } from '#web/ui/feedback/Badge.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
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
import { FitnessRow } from './FitnessRow.tsx';

/** Shows "Chi può lavorare qui" on a day: people who worked at the site in the last thirty days, and others added by hand. */
export function WhoMayWork({ commessa }: { commessa: string }) {
  const id = useId();
  const identity = useIdentity();
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const [day, setDay] = useState<string | null>(todayInRome());
  const [addedSubjects, setAddedSubjects] = useState<ChosenSubjects>(NOBODY);
  const giorno = day ?? todayInRome();
  const present = useQuery(dossierOptions(commessa, giorno));
  const addedDossier = useQuery({ ...dossierOptions(commessa, giorno, addedSubjects), enabled: !isEmpty(addedSubjects) });
  const load = useMemo(
    () => ({ workers: loadWorkers(catalogue, client), machines: loadMachines(catalogue, client, identity) }),
    [catalogue, client, identity],
  );
  const presentRows = present.data?.data ?? [];
  const presentKeys = new Set(presentRows.map(({ soggetto, id: key }) => `${soggetto}/${key}`));
  const rows = [
    ...(isEmpty(addedSubjects) ? [] : (addedDossier.data?.data ?? [])).filter((one) => !presentKeys.has(`${one.soggetto}/${one.id}`)),
    ...presentRows,
  ];
  const ask = (kind: keyof ChosenSubjects) => (matricola: string | null) => {
    if (matricola !== null) setAddedSubjects((old) => ({ ...old, [kind]: [matricola, ...old[kind].filter((one) => one !== matricola)] }));
  };
  const error = present.error ?? addedDossier.error;
  const unknown = present.data?.sconosciuti ?? [];
  const together = present.data?.cantiere?.motivi ?? [];
  return (
    <section className="panel min-w-0" aria-labelledby={id}>
      <div className="flex min-h-12 items-center border-b border-line px-4">
        <h2 id={id} className="flex items-center gap-2 text-label font-semibold tracking-action">
          CHI PUÒ LAVORARE QUI
          {rows.length > 0 ? <Count value={rows.length} /> : null}
        </h2>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-b border-line px-4 py-3 sm:grid-cols-3">
        <Field label="Giorno" name="giorno">
          <DateInput value={day} onChange={setDay} boxClass="tel-input" />
        </Field>
        {seesWorkers(identity) ? (
          <Field label="Un altro lavoratore" name="altro-lavoratore">
            <Combobox value={null} onChange={ask('lavoratore')} load={load.workers} placeholder="Nome o matricola" boxClass="tel-input" />
          </Field>
        ) : null}
        {seesMachines(identity) ? (
          <Field label="Un’altra macchina" name="altra-macchina">
            <Combobox value={null} onChange={ask('macchina')} load={load.machines} placeholder="Matricola" boxClass="tel-input" />
          </Field>
        ) : null}
      </div>
      {error ? <p className="field-error px-4 py-3">{messageOf(error)}</p> : null}
      {present.data === undefined && !error ? (
        <div className="p-4">
          <Skeleton className="h-12" />
        </div>
      ) : rows.length === 0 && !error ? (
        <EmptyState
          title="Nessuno negli ultimi 30 giorni"
          text="Chi compare nelle produzioni di questo cantiere sta qui. Di un altro si può chiedere."
          className="!min-h-[120px]"
        />
      ) : (
        <ul aria-label="Chi può lavorare qui" aria-busy={present.isPlaceholderData || undefined}>
          {rows.map((one) => (
            <FitnessRow key={`${one.soggetto}/${one.id}`} row={one} />
          ))}
        </ul>
      )}
      {unknown.length > 0 ? (
        <p className="border-t border-line px-4 py-3 text-body text-ink-2">
          <span className="font-medium text-ink">Operatori senza lavoratore collegato:</span> {unknown.join(', ')}
        </p>
      ) : null}
      {together.length > 0 ? (
        <p className="border-t border-line px-4 py-3 text-body text-ink-2">
          <span className="font-medium text-ink">Fra i presenti:</span> {reasonsOf(together)}
        </p>
      ) : null}
    </section>
  );
}
