import type { Logger } from 'pino';
import { listReader } from '#projections/export/list-reader.ts';
import { referenceReader } from '#projections/registers/reference-reader.ts';
import { PROJECTIONS } from '#projections/index.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import { startProjections } from '#projections/engine/runner.ts';
import { folderMailer } from '#workers/mail/folder-mailer.ts';
import { smtpMailer } from '#workers/mail/smtp-mailer.ts';
import { inThread } from '#workers/engine/in-thread.ts';
import { startWorkers } from '#workers/index.ts';
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { install } from './modules/accesso/installation.ts';
import { createApp } from './platform/http/app.ts';
import { prepareEnvironment, type Environment } from './platform/start/environment.ts';
import { announcePassword, announceReady } from './platform/start/announcements.ts';
import { createShutdown, type Shutdown } from './platform/start/shutdown.ts';
import { createDependencies, queueAddresses } from './dependencies.ts';
import { mailFolder } from './platform/files/results.ts';
import { listenOn } from './platform/start/gate.ts';
import { createLog } from './platform/start/logger.ts';
import { missingRequirements } from './platform/start/requirements.ts';
import { readRole, type Role } from './platform/start/role.ts';
import { listenSignals } from './platform/start/signals.ts';
import { readConfig, type Config } from './platform/start/config.ts';
import { loadDemo } from './demo/index.ts';
import { webService } from './platform/http/web.ts';
import type { Dependencies } from './platform/module.ts';
import { assemble } from './modules.ts';
import { saluteModule } from './modules/salute/module.ts';
import { resumeBatches } from './registers/batch.ts';

/** The only place where the portal is put together, and the only one that starts runner and workers. */
interface Start {
  role: Role;
  config: Config;
  log: Logger;
  shutdown: Shutdown;
}

async function main(): Promise<void> {
  const started = performance.now();
  const role = readRole(process.argv.slice(2));
  const config = readConfig();
  const missing = missingRequirements(config, role);
  if (missing.length > 0) throw new Error(`Il portale non può partire:\n${missing.join('\n')}`);
  const log = createLog(config, role);
  const shutdown = createShutdown(log);
  const emergency: { stopNow(): void } = { stopNow: () => undefined };
  let starting: Promise<void> = Promise.resolve();
  const stop = async (): Promise<void> => {
    await shutdown.closeAll();
    // what a start that was interrupted still opened
    await starting.catch(() => undefined);
    await shutdown.closeAll();
  };
  listenSignals({ log, stop, stopNow: () => emergency.stopNow() });
  try {
    starting = start({ role, config, log, shutdown }, (environment) => (emergency.stopNow = environment.stopNow));
    await starting;
  } catch (error) {
    // stopping it makes the start fail: whoever asked for it is answered by the signal's own exit
    if (shutdown.begun) return;
    await shutdown.closeAll();
    throw error;
  }
  if (role === 'all' || role === 'api') announceReady(config, (performance.now() - started) / 1000);
  else log.info('pronto');
}

/** Things are closed in the opposite order: the door first, the database last. */
async function start({ role, config, log, shutdown }: Start, prepared: (environment: Environment) => void): Promise<void> {
  const gate = await listenOn(config.PORT, config.HOST);
  let closed = false;
  const closeDoor = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    await gate.close();
  };
  shutdown.add('porta', closeDoor);
  const environment = await prepareEnvironment(config, log, shutdown);
  prepared(environment);
  const { deps, modules } = assemble(await createDependencies(environment.config, log, shutdown));
  if (role === 'all' || role === 'projections') {
    const runner = await startProjections({
      store: deps.store,
      url: environment.config.DATABASE_URL,
      projections: PROJECTIONS,
      log,
      passed: (position) => deps.readModelWait.passed?.(position),
    });
    shutdown.add('proiezioni', () => runner.stop());
  }
  if (role === 'all' || role === 'workers') {
    const workers = await startWorkers({
      writeDb: deps.writeDb,
      resultsFolder: environment.results,
      log,
      ...queueAddresses(environment.config),
      tools: workerTools(deps, environment.config.DATABASE_URL),
      reactions: { store: deps.store, reactors: modules.flatMap((module) => module.reactors ?? []) },
    });
    shutdown.add('processi', () => workers.stop());
  }
  if (role === 'all' || role === 'api') await populate(deps);
  if (role === 'all' || role === 'api') {
    await resumeBatches(deps);
    await caughtUp(deps);
  }
  // the other roles answer for their health alone
  gate.open(
    role === 'all' || role === 'api'
      ? createApp(deps, modules, { web: webService(), server: gate.server })
      : createApp(deps, [saluteModule(deps)], { server: gate.server }),
  );
  shutdown.add('richieste', closeDoor);
}

const LIST_THREAD = new URL('./threads/write-list.ts', import.meta.url);
/** A list goes through in batches: more is a fault, and ends the thread alone. */
const LIST_MEMORY_MB = 256;

/** What the jobs are given of the portal. */
function workerTools(
  { config, store, readDb, clock, zip, dispatch, readModelWait, log }: Dependencies,
  url: string,
): Parameters<typeof startWorkers>[0]['tools'] & object {
  return {
    zip,
    dispatch,
    store,
    rebuild: (progress) => rebuild({ store, url, log, progress }),
    mailer: config.SMTP_URL ? smtpMailer({ url: config.SMTP_URL }) : folderMailer(mailFolder(config)),
    lists: listReader({ db: readDb, clock, identity: (memberID) => currentIdentity(readDb, memberID) }),
    writeList: (order, run) => inThread(LIST_THREAD, { url, order }, { ...run, memoryMb: LIST_MEMORY_MB }),
    references: referenceReader(readDb, (position) => readModelWait.until(position, ACCEPTED_DELAY_MS)),
  };
}

/** Groups and the first people; the demo firm where it is wanted. */
async function populate(deps: Dependencies): Promise<void> {
  await install(deps, announcePassword);
  if (!deps.config.DEMO || deps.config.NODE_ENV === 'production') return;
  deps.log.info('dati dimostrativi: controllo, e caricamento se mancano');
  const { voci: entries } = await loadDemo(deps);
  if (entries > 0) deps.log.info({ voci: entries }, 'dati dimostrativi caricati');
}

const ACCEPTED_DELAY_MS = 10_000;

/** Whoever finds the door open finds what has been recorded: the first person to log in, for one. */
async function caughtUp({ store, readModelWait: wait, log }: Dependencies): Promise<void> {
  const head = await store.head();
  if (head !== null && !(await wait.until(head, ACCEPTED_DELAY_MS)))
    log.warn('le tabelle di lettura sono indietro: il portale apre lo stesso');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? `\n${error.message}\n` : error);
  process.exit(1);
});
