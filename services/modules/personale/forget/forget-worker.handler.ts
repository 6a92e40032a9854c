import { resolve } from 'node:path';
import { PERSONALE_FOLDER } from '#contracts/core/archive-folders.ts';
import { forgetWorker } from '#contracts/jobs/forget-worker.ts';
import { forgottenName } from '#contracts/modules/forget.ts';
import { matricolaOf } from '#contracts/modules/personale.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import type { JobContext, JobHandler } from '#contracts/ports/job-queue.ts';
import { operatore } from '#contracts/registers/operatore.ts';
import { personale } from '#contracts/registers/personale.ts';
import { namesOfOthers } from '#projections/personale/named-in-texts.queries.ts';
import { subjectOf } from '#contracts/core/personal-data.ts';
import type { PersonKeys } from '#services/platform/sealing/person-keys.ts';
import { cleanTables, type ForgetSearch } from '#services/platform/forget/clean-tables.ts';
import { compactTables } from '#services/platform/forget/compact.ts';
import { addForgotten, type ForgottenEntry } from '#services/platform/forget/forgotten-list.ts';
import { searchedTables } from '#services/platform/forget/traces.ts';
import { mailFolder } from '#services/platform/files/results.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { wantedOf } from './clean.ts';
import { deleteMails } from './mails.ts';
import { personOf, type Person } from './person.ts';
import { deleteResults } from './results.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'readDb' | 'writeDb' | 'files' | 'config' | 'clock' | 'log' | 'rebuild' | 'keys'> & {
  jobs: Pick<Dependencies['jobs'], 'withdraw'>;
};

/** Deletes what the portal holds of a worker who was forgotten, then makes the read tables anew. */
export const forgetWorkerHandler =
  (deps: Deps): JobHandler =>
  async ({ id, data, utente, groupID, correlationId = id, progress, signal }) => {
    const { matricola, quando } = forgetWorker.data.parse(data);
    const sender: Sender = { identity: { memberID: utente, groupID, permessi: {} }, commandId: id, correlationId, origine: 'job' };
    const refused = await forgetPerson(deps, { matricola, quando }, { progress, signal, sender });
    if (refused === null) return { failed: true, message: `Il lavoratore ${matricola} non c’è` };
    const message = `${forgottenName(matricola)}: persona dimenticata`;
    return { message: refused.length === 0 ? message : `${message}. Il database va compattato a mano: ${refused.join(', ')}` };
  };

/**
 * Deletes what the portal holds of a worker. Every step may run again: after an interruption the whole begins anew. The names are read from
 * the log, so the write side is searched for them before the keys are destroyed, and once more after the read tables were made anew, for
 * what was written meanwhile. Returns what the portal's role may not do in the database; `null` if there is no such worker.
 */
export async function forgetPerson(
  deps: Deps,
  { matricola, quando }: Omit<ForgottenEntry, 'primo_evento'>,
  { progress, signal, sender }: Pick<JobContext, 'progress' | 'signal'> & { sender: Sender },
): Promise<string[] | null> {
  const person = await personOf(deps, matricola);
  if (!person) return null;
  const wanted = wantedOf(person, await namesOfOthers(deps.readDb, matricola));
  await progress(5, 'Ricerca del nome');
  await clean(deps, wanted, sender);
  await progress(15, 'Documenti');
  await deps.files.eraseFolders(PERSONALE_FOLDER, (name) => matricolaOf(name) === matricola.normalize('NFC'));
  await noteForgotten(deps.config, { matricola, quando, primo_evento: firstEventOf(person) });
  await progress(25, 'Chiavi');
  await destroyKeys(deps.keys, person);
  await deps.rebuild((percent) => void progress(30 + percent * 0.6, 'Rilettura del registro degli eventi').catch(() => {}), signal);
  await progress(90, 'Ricerca del nome');
  await clean(deps, wanted, sender);
  await progress(95, 'Compattazione del database');
  // all tables, not those that had the name now: an interrupted run may have changed them, and dead rows lie in their files
  return compactTables(deps.writeDb, [...(await searchedTables(deps.writeDb)), 'chiavi_persone', 'nomi_persone'].toSorted());
}

/** Returns the id of the worker's first event, which no worker of another portal has. */
export const firstEventOf = ({ events }: Pick<Person, 'events'>): string | undefined => events[0]?.metadata.eventId;

/** Destroys the keys of a worker and of the operators who are the worker; lines that name an operator read as the worker's number. */
export async function destroyKeys(keys: PersonKeys, { matricola, operators }: Pick<Person, 'matricola' | 'operators'>): Promise<void> {
  const asOperator = new Set(operators.map(({ id }) => subjectOf(operatore.path, id)));
  for (const name of operators.flatMap(({ descrizioni }) => descrizioni)) {
    // a name that was used before its operator was there has a key of its own
    for (const subject of await keys.subjectsOfName({ register: operatore.path, field: 'descrizione', name }))
      if (subject.startsWith(`${operatore.path}/~`)) asOperator.add(subject);
  }
  // before, for processes that learn of the destruction at once; and after, for operators who had no key until then
  const name = async () => asOperator.size > 0 && (await keys.nameForgotten([...asOperator], forgottenName(matricola)));
  await name();
  await keys.destroy([subjectOf(personale.path, matricola), ...asOperator]);
  await name();
}

async function clean(deps: Deps, wanted: ForgetSearch, sender: Sender): Promise<void> {
  await deleteResults(deps, wanted, sender);
  await deleteMails(mailFolder(deps.config), wanted.expressions);
  await cleanTables(deps.writeDb, wanted);
}

/** Notes in the data folder, and beside the backups, that the worker was forgotten. */
async function noteForgotten({ DATI_DIR, BACKUP_DIR }: Deps['config'], entry: ForgottenEntry): Promise<void> {
  await addForgotten(resolve(DATI_DIR), [entry]);
  if (BACKUP_DIR !== undefined) await addForgotten(BACKUP_DIR, [entry]);
}
