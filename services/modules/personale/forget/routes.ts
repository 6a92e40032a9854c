import { romeDate } from '#contracts/core/dates.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { factOf } from '#contracts/core/facts.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { recordIn } from '#contracts/core/typed-record.ts';
import { forgetWorker } from '#contracts/jobs/forget-worker.ts';
import { forgetEvents } from '#contracts/modules/forget.events.ts';
import { FORGET_EVENT, forgottenName, type ForgetStarted } from '#contracts/modules/forget.ts';
import { forgetQuery, forgetRequest } from '#contracts/modules/forget-request.ts';
import { personale } from '#contracts/registers/personale.ts';
import { recordTaking, takerOf } from '#services/platform/identity/access-trail.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { senderOf, waitForReadTables } from '#services/platform/http/write-answer.ts';
import type { Context, Dependencies, Periodic, Reactor, Route } from '#services/platform/module.ts';
import { derivedCommandId, execute } from '#services/registers/command-handling.ts';
import { wrongField } from '#services/registers/upload-fields.ts';
import { personOf, valuesInClear, type Person } from './person.ts';
import { holdsName, inClearSentence, previewOf, retentionToday } from './preview.ts';

const PATH = '/api/personale/dimentica';

/** Calls that forget a worker; for group 2 alone. */
export const forgetRoutes = (deps: Dependencies): Route[] => [previewRoute(deps), forgetRoute(deps)];

function previewRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: PATH,
    permission: 'session',
    heavy: true,
    schema: { query: forgetQuery },
    description:
      'Che cosa va e che cosa resta se si dimentica un lavoratore (matricola): campi, documenti, copie, dove il nome sta in testi liberi, e se ora si rifiuta e perché; solo per il gruppo 2.',
    async handle(req, res, context) {
      requireAdministrator(context);
      const { matricola } = forgetQuery.parse(req.query);
      res.json({ data: await previewOf(deps, await knownPerson(deps, matricola)) });
    },
  };
}

function forgetRoute(deps: Dependencies): Route {
  return {
    method: 'POST',
    path: PATH,
    permission: 'session',
    confirmed: true,
    heavy: true,
    schema: { body: forgetRequest },
    description:
      'Dimentica un lavoratore per sempre, con il motivo: 202 con il processo che ne toglie dati e documenti. 409 senza data di fine o finché si conserva, se non è forzata: 1; solo per il gruppo 2.',
    async handle(req, res, context) {
      requireAdministrator(context);
      const { matricola, motivo, forzata } = forgetRequest.parse(req.body);
      const person = await knownPerson(deps, matricola);
      if (holdsName(motivo, person.names)) throw wrongField('motivo', 'Il motivo resta nello storico: non può contenere il nome');
      const { motivo: refusal } = await retentionToday(deps, person);
      const inClear = await valuesInClear(deps, person);
      if (inClear > 0) throw new DomainError('STATO_NON_AMMESSO', { message: inClearSentence(inClear) });
      const { position } = await execute(deps, {
        stream: streamOf(personale, matricola),
        sender: { ...senderOf(req, context), motivo },
        decide: (state) => {
          // asked again, it is forgotten already: the job alone may be missing
          if (typeof recordIn(state, personale, matricola)?.values.dimenticato === 'string') return [];
          if (refusal !== null && forzata === 0) throw new DomainError('STATO_NON_AMMESSO', { message: refusal });
          return [
            factOf(forgetEvents, FORGET_EVENT, { matricola, dimenticato: romeDate(deps.clock.now()), dimenticatoNonostante: refusal }),
          ];
        },
      });
      await recordTaking(deps, takerOf(req, context), {
        tipo: 'rimozione',
        cosa: `Persona dimenticata: lavoratore ${matricola}`,
        quanti: null,
      });
      const event = (await deps.store.read(streamOf(personale, matricola))).findLast(({ type }) => type === FORGET_EVENT);
      if (!event) throw new Error('the event by which the worker was forgotten is not in the stream');
      const jobId = await startForgetting(deps, event);
      await waitForReadTables(deps, res, position);
      const message: ForgetStarted = { jobId };
      res.status(202).location(`/api/processi/${jobId}`).json({ message });
    },
  };
}

function requireAdministrator({ identity }: Context): void {
  if (requireIdentity(identity).groupID !== GRUPPO_AMMINISTRATORI)
    throw new DomainError('NON_PERMESSO', { message: 'Una persona la può dimenticare solo un amministratore.' });
}

async function knownPerson(deps: Dependencies, matricola: string): Promise<Person> {
  const person = await personOf(deps, matricola);
  if (!person) throw new DomainError('SCONOSCIUTO');
  return person;
}

/** Queues the job of an event by which a worker was forgotten; the same event gives the same job. A job that failed runs again. */
async function startForgetting({ jobs }: Pick<Dependencies, 'jobs'>, { data, metadata }: StoredEvent): Promise<string> {
  const matricola = String(data['matricola']);
  const id = derivedCommandId(metadata.eventId, forgetWorker.kind);
  await jobs.enqueue({
    id,
    kind: forgetWorker.kind,
    title: `Dimentica: ${forgottenName(matricola)}`,
    data: { matricola, quando: metadata.at },
    utente: metadata.utente,
    groupID: GRUPPO_AMMINISTRATORI,
    correlationId: metadata.correlationId,
  });
  await jobs.retry(id);
  return id;
}

/** Queues the job where the process ended between the event and the job. */
export const forgetReactor = (deps: Pick<Dependencies, 'jobs'>): Reactor => ({
  name: 'lavoratori-dimenticati',
  events: [FORGET_EVENT],
  react: async (event) => void (await startForgetting(deps, event)),
});

/** Milliseconds between two looks for failed jobs. */
const RETRY_EVERY = 60 * 60_000;

/** Queues the jobs again that failed, or whose process died twice, so that whoever was forgotten is gone in the end. */
export const retryForgetting = ({ jobs }: Pick<Dependencies, 'jobs'>): Periodic => ({
  name: 'dimentica-di-nuovo',
  every: RETRY_EVERY,
  async run() {
    for (const { id } of await jobs.ofKind({ kind: forgetWorker.kind, status: 'error', limit: 100 })) await jobs.retry(id);
  },
});
