import { instantOf, romeDate } from '#contracts/core/dates.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { promemoria } from '#contracts/jobs/promemoria.ts';
import type { JobRequest } from '#contracts/ports/job-queue.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';

type Deps = Pick<Dependencies, 'config' | 'clock' | 'store' | 'jobs'>;

/** From which the jobs of the mornings get their ids: of one morning there is one. */
const MORNINGS = '3f7f4c52-6a3e-4a65-8c58-5f0b6f0d9c21';
const A_MINUTE = 60_000;

/** The job of a morning, whoever asks for it. */
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
 * Asks for the digests of the day once its hour has come; later, where the portal was off then. A portal
 * that was installed after that hour has its first morning tomorrow.
 */
export function morningReminders(deps: Deps): { name: string; every: number; run(): Promise<void> } {
  const { PROMEMORIA_ORA } = deps.config;
  let asked = '';
  let installed: number | null = null;
  return {
    name: 'promemoria-del-mattino',
    every: A_MINUTE,
    async run() {
      const now = deps.clock.now();
      const giorno = romeDate(now);
      if (PROMEMORIA_ORA === 'no' || asked === giorno) return;
      const hour = instantOf(`${giorno}T${PROMEMORIA_ORA}:00`);
      if (now.getTime() < hour) return;
      installed ??= await firstInstant(deps);
      if (installed === null || installed >= hour) return;
      const id = derivedCommandId(MORNINGS, giorno);
      await deps.jobs.enqueue(remindersJob(deps, giorno, { id, utente: 'sistema', groupID: GRUPPO_AMMINISTRATORI, correlationId: id }));
      asked = giorno;
    },
  };
}

/** When the first thing was recorded; `null` while nothing is. */
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
