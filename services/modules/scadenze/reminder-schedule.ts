import { instantOf, romeDate } from '#contracts/core/dates.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { promemoria } from '#contracts/jobs/promemoria.ts';
import type { JobRequest } from '#contracts/ports/job-queue.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';

type Deps = Pick<Dependencies, 'config' | 'clock' | 'store' | 'jobs'>;

/** Namespace of the ids of the morning jobs, so that each morning has one job. */
const MORNINGS = '3f7f4c52-6a3e-4a65-8c58-5f0b6f0d9c21';
const A_MINUTE = 60_000;

/** Builds the request for the job that sends the digests of a morning. */
export const remindersJob = (
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  giorno: string,
  asked: Pick<JobRequest, 'id' | 'utente' | 'groupID' | 'correlationId'>,
): JobRequest => ({
  ...asked,
  kind: promemoria.kind,
  title: `Promemoria delle scadenze del ${giorno}`,
  data: { giorno, from: config.MAIL_MITTENTE, ditta: config.DITTA, portale: config.PORTALE_URL, at: clock.now().toISOString() },
});

/**
 * Creates the periodic work that requests the digests of the day after the configured hour. A portal that was stopped at that hour requests
 * them later on the same day. A portal installed after that hour requests its first digests on the next day.
 */
export function morningReminders(deps: Deps): { name: string; every: number; run(): Promise<void> } {
  const { PROMEMORIA_ORA } = deps.config;
  let requestedDay = '';
  let installed: number | null = null;
  return {
    name: 'promemoria-del-mattino',
    every: A_MINUTE,
    async run() {
      const now = deps.clock.now();
      const giorno = romeDate(now);
      if (PROMEMORIA_ORA === 'no' || requestedDay === giorno) return;
      const hour = instantOf(`${giorno}T${PROMEMORIA_ORA}:00`);
      if (now.getTime() < hour) return;
      installed ??= await firstInstant(deps);
      if (installed === null || installed >= hour) return;
      const id = derivedCommandId(MORNINGS, giorno);
      await deps.jobs.enqueue(remindersJob(deps, giorno, { id, utente: 'sistema', groupID: GRUPPO_AMMINISTRATORI, correlationId: id }));
      requestedDay = giorno;
    },
  };
}

/** Returns the time of the first event in milliseconds; `null` for an empty log. */
async function firstInstant({ store }: Pick<Deps, 'store'>): Promise<number | null> {
  if ((await store.head()) === null) return null;
  const enough = new AbortController();
  for await (const [first] of store.readAll(null, enough.signal)) {
    if (!first) continue;
    enough.abort();
    return Date.parse(first.metadata.at);
  }
  return null;
}
