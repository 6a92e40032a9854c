import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import type { NewEvent } from '#contracts/core/events.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import type { Command, Sender } from '#contracts/ports/dispatch.ts';
import { createDependencies } from '#services/dependencies.ts';
import { install } from '#services/modules/accesso/installation.ts';
import { createCredentials } from '#services/platform/identity/credentials.ts';
import { openSession } from '#services/platform/identity/sessions.ts';
import { assemble } from '#services/modules.ts';
import { readConfig } from '#services/platform/start/config.ts';
import { prepareEnvironment } from '#services/platform/start/environment.ts';
import { createShutdown } from '#services/platform/start/shutdown.ts';

/** A machine whose history has this many changes. */
export const MANY_CHANGES = { matricola: 'BENCH1000', changes: 1000 };
const MARK = 'banco';
const TOGETHER = 32;
const identity = { memberID: 'bench', groupID: GRUPPO_AMMINISTRATORI, permessi: {} };
const sender = (): Sender => ({ identity, commandId: randomUUID(), correlationId: randomUUID(), origine: 'demo' });
const WORK = ['cambio olio e filtri', 'tagliando completo', 'revisione della testa di rotazione', 'sostituzione funi', 'saldatura del telaio', 'pulizia radiatori'];

/** Three of five hold «olio», one in five thousand «cavatappi». */
function maintenance(i: number) {
  const day = new Date(Date.UTC(2016, 0, 1) + (i % 3900) * 86_400_000).toISOString().slice(0, 10);
  return {
    data: day, matricola: `B${String(i % 400).padStart(4, '0')}`, descrizione: `${WORK[i % WORK.length]!} ${i}`, tipologia: 'Interna', ore_km: (i * 7) % 9000,
    note: i % 5 < 3 ? `controllato olio motore, intervento ${i}` : i % 5000 === 4 ? 'cavatappi nel serbatoio' : `nota ${i}`, costo: (i * 13) % 2000,
  };
}

/** Fills the log of a running portal through its own commands, up to `records` maintenance records; what is there stays. Answers the token of a session. */
export async function load(folder: string, database: string, records: number): Promise<string> {
  const log = pino({ level: 'silent' });
  const shutdown = createShutdown(log);
  try {
    const { config } = await prepareEnvironment(readConfig({ DATI_DIR: folder, DATABASE_URL: database, DEMO: '0' }), log, shutdown);
    const { deps } = assemble(await createDependencies(config, log, shutdown));
    const have = await loaded(deps);
    if (have === 0) await changes(deps);
    let next = have;
    await Promise.all(Array.from({ length: TOGETHER }, async () => {
      for (let i = next++; i < records; i = next++) await deps.dispatch({ register: 'manutenzioni', action: 'create', values: maintenance(i) } as Command, sender());
    }));
    if (have < records) await deps.store.append(MARK, [marked(records)], 'any');
    return await signIn(deps);
  } finally {
    await shutdown.closeAll();
  }
}

/** A session of an administrator who cannot sign in by a password. */
async function signIn(deps: Deps): Promise<string> {
  const [memberID, hash] = ['bench', 'no password has this digest'];
  await install(deps);
  if (await createCredentials(deps.writeDb, memberID, hash)) await deps.dispatch({ register: 'users', action: 'create', key: memberID, values: { groupID: GRUPPO_AMMINISTRATORI } }, sender());
  const token = await openSession(deps.writeDb, { memberID, groupID: GRUPPO_AMMINISTRATORI, ricordami: true, hash, now: deps.clock.now() });
  if (token === null) throw new Error('no session for the benchmark');
  return token;
}

type Deps = ReturnType<typeof assemble>['deps'];

/** How many maintenance records an earlier run has brought. */
async function loaded({ store }: Deps): Promise<number> {
  return Number((await store.read(MARK)).at(-1)?.data['fino'] ?? 0);
}

const marked = (records: number): NewEvent => ({
  type: 'BancoCaricato.v1', data: { fino: records },
  metadata: { eventId: randomUUID(), commandId: randomUUID(), correlationId: randomUUID(), utente: 'bench', groupID: GRUPPO_AMMINISTRATORI, at: new Date().toISOString(), origine: 'demo' },
});

async function changes({ dispatch }: Deps): Promise<void> {
  const { matricola } = MANY_CHANGES;
  await dispatch({ register: 'macchinari', action: 'create', key: matricola, values: { marca: 'Soilmec' } }, sender());
  for (let i = 1; i < MANY_CHANGES.changes; i += 1) await dispatch({ register: 'macchinari', action: 'change', key: matricola, values: { descrizione: `stato ${i}` } } as Command, sender());
}
