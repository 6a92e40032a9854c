import type { Config } from './config.ts';
import type { Role } from './role.ts';

const PRODUZIONE = {
  DATABASE_URL: 'il PostgreSQL delle letture, delle credenziali e dei processi (postgres://…)',
  EVENTSTORE_URL: 'l’EventStoreDB che conserva i fatti (esdb://…)',
  REDIS_URL: 'il Redis dei processi (redis://…)',
  SEGRETO: 'la chiave che firma i nomi dei file, almeno 32 caratteri',
  ARCHIVIO_DIR: 'la cartella dei documenti e delle foto',
} as const;

/**
 * What keeps this configuration from starting, one line each; empty when nothing does. In production
 * nothing is made up: every dependency is named by whoever installs the portal.
 */
export function missingRequirements(config: Config, role: Role): string[] {
  if (config.NODE_ENV === 'production') {
    const names = Object.keys(PRODUZIONE) as (keyof typeof PRODUZIONE)[];
    return names.filter((name) => !config[name]).map((name) => `manca ${name}: ${PRODUZIONE[name]}`);
  }
  if (role !== 'all' && !config.DATABASE_URL) {
    return [`manca DATABASE_URL: il ruolo ${role} da solo non avvia il PostgreSQL incorporato, che appartiene al ruolo all`];
  }
  return [];
}
