import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { readConfig } from '../platform/start/config.ts';
import { runningPostgres } from '../platform/postgres/embedded-postgres.ts';
import { prepareEnvironment, type Environment } from '../platform/start/environment.ts';
import { createShutdown, type Shutdown } from '../platform/start/shutdown.ts';
import { createLog } from '../platform/start/logger.ts';

export interface MaintenanceTools {
  config: Environment['config'];
  log: Logger;
  shutdown: Shutdown;
}

/**
 * Runs a command on the database of the running portal. If none is running and the database is the embedded one, starts it for the command.
 * `work` returns the exit code of the process. `crea` allows a data folder without a portal.
 */
export async function runMaintenance(name: string, work: (m: MaintenanceTools) => Promise<number>, { crea = false } = {}): Promise<void> {
  try {
    const config = readConfig();
    const log = createLog(config, name);
    const shutdown = createShutdown(log);
    const stop = (): void => void shutdown.closeAll().then(() => process.exit(130));
    process.once('SIGINT', stop).once('SIGTERM', stop);
    try {
      const folder = resolve(config.DATI_DIR);
      if (!crea && !config.DATABASE_URL && !existsSync(join(folder, 'postgres', 'PG_VERSION'))) {
        throw new Error(`There is no portal in ${folder} yet: make run makes one.`);
      }
      const running = config.DATABASE_URL ?? (await runningPostgres(config.DATI_DIR));
      const environment = await prepareEnvironment({ ...config, DATABASE_URL: running ?? undefined }, log, shutdown);
      process.exitCode = await work({ config: environment.config, log, shutdown });
    } finally {
      await shutdown.closeAll();
    }
  } catch (error) {
    console.error(error instanceof Error ? `\n${error.message}\n` : error);
    process.exitCode = 1;
  }
}
