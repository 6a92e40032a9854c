import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { leggiConfig } from '../platform/start/config.ts';
import { postgresInFunzione } from '../platform/postgres/embedded-postgres.ts';
import { preparaAmbiente, type Ambiente } from '../platform/start/environment.ts';
import { creaChiusura, type Chiusura } from '../platform/start/shutdown.ts';
import { creaLog } from '../platform/start/logger.ts';

export interface Manutenzione {
  config: Ambiente['config'];
  log: Logger;
  chiusura: Chiusura;
}

/**
 * Runs a command beside a running portal, on its database; where none is running (and the database is
 * the embedded one) on a database started for the occasion. The process ends with what `lavoro` answers.
 */
export async function manutenzione(nome: string, lavoro: (m: Manutenzione) => Promise<number>, { crea = false } = {}): Promise<void> {
  try {
    const config = leggiConfig();
    const log = creaLog(config, nome);
    const chiusura = creaChiusura(log);
    const stop = (): void => void chiusura.tutto().then(() => process.exit(130));
    process.once('SIGINT', stop).once('SIGTERM', stop);
    try {
      const cartella = resolve(config.DATI_DIR);
      if (!crea && !config.DATABASE_URL && !existsSync(join(cartella, 'postgres', 'PG_VERSION'))) {
        throw new Error(`In ${cartella} non c'è ancora un portale: make run lo crea.`);
      }
      const running = config.DATABASE_URL ?? (await postgresInFunzione(config.DATI_DIR));
      const ambiente = await preparaAmbiente({ ...config, DATABASE_URL: running ?? undefined }, log, chiusura);
      process.exitCode = await lavoro({ config: ambiente.config, log, chiusura });
    } finally {
      await chiusura.tutto();
    }
  } catch (error) {
    console.error(error instanceof Error ? `\n${error.message}\n` : error);
    process.exitCode = 1;
  }
}

