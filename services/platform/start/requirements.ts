import type { Config } from './config.ts';
import type { Role } from './role.ts';

const IN_PRODUCTION = {
  DATABASE_URL: 'il PostgreSQL delle letture, delle credenziali e dei processi (postgres://…)',
  EVENTSTORE_URL: 'il registro dei fatti: un EventStoreDB (esdb://…) o la parola postgres, per tenerlo in PostgreSQL',
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
    const names = Object.keys(IN_PRODUCTION) as (keyof typeof IN_PRODUCTION)[];
    return names.filter((name) => !config[name]).map((name) => `${name} is missing: ${IN_PRODUCTION[name]}`);
  }
  if (role !== 'all' && !config.DATABASE_URL) {
    return [`DATABASE_URL is missing: the role ${role} alone does not start the embedded PostgreSQL, which belongs to the role all`];
  }
  return [];
}
