import type { Logger } from 'pino';
import { DomainError } from '#contracts/core/errors.ts';
import { StoreUnavailable } from '#contracts/ports/event-store.ts';
import { startWorkers } from '#workers/index.ts';
import { refuseHalfRestored } from './backup/target.ts';
import { install } from './modules/accesso/installation.ts';
import { installPoints } from './modules/guasti/install-points.ts';
import { installKinds } from './modules/scadenze/install-kinds.ts';
import { createApp } from './platform/http/app.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { prepareEnvironment, type Environment } from './platform/start/environment.ts';
import { announceFirstAccess, announceReady } from './platform/start/announcements.ts';
import { createShutdown, type Shutdown } from './platform/start/shutdown.ts';
import { createDependencies, queueAddresses } from './dependencies.ts';
import { sweepUploads } from './platform/files/temp-folders.ts';
import { startReading } from './portal.ts';
import { ACCEPTED_DELAY_MS } from './platform/http/read-model-wait.ts';
import { listenOn } from './platform/start/gate.ts';
import { withCorrelation } from './platform/start/correlation.ts';
import { createLog } from './platform/start/logger.ts';
import { dependencyWait, type Wait, type WaitFor } from './platform/start/retry-until.ts';
import type { Mismatch } from './platform/own-log/own-log.ts';
import { missingRequirements } from './platform/start/requirements.ts';
import { startSteps } from './platform/start/steps.ts';
import { readRole, type Role } from './platform/start/role.ts';
import { listenSignals } from './platform/start/signals.ts';
import { isDemo, isHttps, readConfig, type Config } from './platform/start/config.ts';
import { webService } from './platform/http/web.ts';
import type { Dependencies } from './platform/module.ts';
import { assemble, rulesOver } from './modules.ts';
import { saluteModule } from './modules/salute/module.ts';
import { resumeBatches } from './registers/batch.ts';

/** Arguments of the start. */
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
  if (missing.length > 0) throw new Error(`The portal cannot start:\n${missing.join('\n')}`);
  await refuseHalfRestored(config.DATI_DIR);
  const log = createLog(config, role);
  const shutdown = createShutdown(log);
  const emergency: { stopNow(): void } = { stopNow: () => undefined };
  let starting: Promise<void> = Promise.resolve();
  const stop = async (): Promise<void> => {
    await shutdown.closeAll();
    // the interrupted start may have opened further resources
    await starting.catch(() => undefined);
    await shutdown.closeAll();
  };
  listenSignals({ log, stop, stopNow: () => emergency.stopNow() });
  try {
    starting = start({ role, config, log, shutdown }, (environment) => (emergency.stopNow = environment.stopNow));
    await starting;
  } catch (error) {
    // a stop during the start makes the start fail; the signal handler exits the process then
    if (shutdown.begun) return;
    await shutdown.closeAll();
    throw error;
  }
  if (role === 'all' || role === 'api') announceReady(config, (performance.now() - started) / 1000);
  else log.info('ready');
}

/** Starts the portal in this role. Resources close in reverse order: the HTTP server first, the database last. */
async function start({ role, config, log, shutdown }: Start, prepared: (environment: Environment) => void): Promise<void> {
  const gate = await listenOn(config.PORT, config.HOST, { headers: securityHeaders(isHttps(config)) });
  let closed = false;
  const closeDoor = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    await gate.close();
  };
  shutdown.add('door', closeDoor);
  const waitFor = dependencyWait({ showWait: gate.setWaiting, log, shutdown });
  const step = startSteps(config, log);
  const environment = await step('database', () => prepareEnvironment(config, log, shutdown, waitFor));
  prepared(environment);
  const { deps, modules } = assemble(await step('tables', () => createDependencies(environment.config, log, shutdown)));
  const { mismatch } = await step('event log', () => waitFor(() => deps.ownLog.state(), LOG_AWAY));
  if (role === 'all' || role === 'projections') {
    await step('read tables', () => startReading(deps, environment.config.DATABASE_URL, shutdown));
  }
  if (role === 'all' || role === 'workers') {
    const workers = await startWorkers({
      writeDb: deps.writeDb,
      resultsFolder: environment.results,
      log,
      within: withCorrelation,
      ...queueAddresses(environment.config),
      jobs: modules.flatMap((module) => module.jobs ?? []),
      periodic: modules.flatMap((module) => module.periodic ?? []),
      onGivenUp: async (job) => void (await Promise.all(modules.map((module) => module.onGivenUp?.(job)))),
      reactions: { store: deps.store, reactors: modules.flatMap((module) => module.reactors ?? []) },
    });
    shutdown.add('jobs', () => workers.stop());
  }
  if (role === 'all' || role === 'api') {
    if (mismatch === null) await step(isDemo(config) ? 'demo firm' : 'first people', () => waitFor(() => makeReady(deps), LOG_AWAY));
    else readyLater(deps, mismatch, waitFor);
  }
  if (role === 'all' || role === 'api') await sweepUploads(environment.config);
  // other roles serve only the health page
  gate.open(
    role === 'all' || role === 'api'
      ? createApp(deps, modules, { web: webService(), server: gate.server })
      : createApp(deps, [saluteModule(deps)], { server: gate.server }),
  );
  shutdown.add('requests', closeDoor);
  shutdown.add('open answers', async () => void (await Promise.all(modules.map((module) => module.onStopping?.()))));
  if ((role === 'all' || role === 'api') && config.SENZA_TLS && !isHttps(config)) shutdown.add('warning', warnDaily(log));
}

const DAY_MS = 86_400_000;

/** Logs at the start and once a day that requests are unencrypted. Returns the function that stops this. */
function warnDaily(log: Logger): () => Promise<void> {
  const warn = (): void => log.warn('SENZA_TLS=1: people reach the portal in clear, and their passwords can be heard on the way');
  warn();
  const timer = setInterval(warn, DAY_MS).unref();
  return async () => clearInterval(timer);
}

/** Wait for an event log that is unreachable, before or during the start. */
const LOG_AWAY: Wait = {
  isTransient: (error) => error instanceof StoreUnavailable,
  logMessage: 'waiting for the event log',
  sentence: 'Il portale aspetta il registro degli eventi, che non risponde: riparte da sé appena torna.',
};

/** Completes the start in the background once the portal's own log is connected; meanwhile the portal is read-only. */
function readyLater(deps: Dependencies, mismatch: Mismatch, waitFor: WaitFor): void {
  deps.log.error({ mismatch }, 'the event log is not the one of this portal: nothing is written until it is');
  const isTransient = (error: unknown): boolean =>
    error instanceof StoreUnavailable || (error instanceof DomainError && error.code === 'REGISTRO_DIVERSO');
  const whenOwn = async (): Promise<void> => {
    await deps.ownLog.sure();
    await makeReady(deps);
  };
  waitFor(whenOwn, { ...LOG_AWAY, logMessage: 'waiting for the own event log', isTransient }).catch((error: unknown) => {
    deps.log.error({ error: error instanceof Error ? error.name : 'unknown' }, 'the start did not end');
  });
}

async function makeReady(deps: Dependencies): Promise<void> {
  await populate(deps);
  await resumeBatches(deps);
  await caughtUp(deps);
  await deps.ownLog.note();
}

/** Creates groups and first users, and the demo firm if it is configured. */
async function populate(deps: Dependencies): Promise<void> {
  await install(deps, announceFirstAccess);
  await installKinds(deps);
  await installPoints(deps);
  if (!isDemo(deps.config)) return;
  // the image contains no demo data, which production never creates
  const { loadDemo } = await import('./demo/index.ts');
  await loadDemo(deps, rulesOver);
}

/** Waits until the read tables contain all recorded events, such as the first user's account. Logs a warning if they do not in time. */
async function caughtUp({ store, readModelWait: wait, log }: Dependencies): Promise<void> {
  const head = await store.head();
  if (head !== null && !(await wait.until(head, ACCEPTED_DELAY_MS))) log.warn('the read tables are behind: the portal opens all the same');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? `\n${error.message}\n` : error);
  process.exit(1);
});
