import { isHttps, type Config } from './config.ts';
import type { Role } from './role.ts';
import { secretFrom } from './secret-files.ts';

const IN_PRODUCTION = {
  DATABASE_URL: 'il PostgreSQL delle letture, delle credenziali e dei processi (postgres://…)',
  EVENTSTORE_URL: 'il registro dei fatti: un EventStoreDB (esdb://…) o la parola postgres, per tenerlo in PostgreSQL',
  REDIS_URL: 'il Redis dei processi (redis://…)',
  SEGRETO: 'la chiave che firma i nomi dei file e apre i dati delle persone, almeno 32 caratteri',
  ARCHIVIO_DIR: 'la cartella dei documenti e delle foto',
} as const;

/**
 * Returns the reasons why the portal cannot start with this configuration, one line each. In production every dependency must be
 * configured, and none is created by default.
 */
export function missingRequirements(config: Config, role: Role): string[] {
  if (config.NODE_ENV === 'production') {
    const names = Object.keys(IN_PRODUCTION) as (keyof typeof IN_PRODUCTION)[];
    return [
      ...names.filter((name) => !config[name]).map((name) => `${name} is missing: ${IN_PRODUCTION[name]}`),
      ...(role === 'all' || role === 'api' ? inClear(config) : []),
      ...(config.BACKUP_DIR && (role === 'all' || role === 'workers')
        ? [whyUnsealed(config, secretFrom(passphraseOf(config), 'PASSPHRASE'))]
        : []),
    ].filter((line) => line !== null);
  }
  if (role !== 'all' && !config.DATABASE_URL) {
    return [`DATABASE_URL is missing: the role ${role} alone does not start the embedded PostgreSQL, which belongs to the role all`];
  }
  return [];
}

/** Returns the refusal of a portal that would send passwords, sessions and health documents unencrypted; none with https or `SENZA_TLS`. */
const inClear = (config: Config): string[] =>
  isHttps(config) || config.SENZA_TLS
    ? []
    : [`PORTALE_URL is not https (${config.PORTALE_URL}): people would send passwords in clear. With SENZA_TLS=1 it starts all the same`];

const SHORTEST_PASSPHRASE = 16;

/** Returns why no backup is made with this passphrase in production; `null` if a backup is allowed. */
export function whyUnsealed({ NODE_ENV, SENZA_CIFRA }: Pick<Config, 'NODE_ENV' | 'SENZA_CIFRA'>, passphrase: string | null): string | null {
  if (NODE_ENV !== 'production' || SENZA_CIFRA || [...(passphrase ?? '')].length >= SHORTEST_PASSPHRASE) return null;
  const what = passphrase === null ? 'PASSPHRASE is missing' : `PASSPHRASE is shorter than ${SHORTEST_PASSPHRASE} signs`;
  return `${what}: whoever has a backup would read it. With SENZA_CIFRA=1 backups are made all the same`;
}

const passphraseOf = ({ PASSPHRASE, PASSPHRASE_FILE }: Config) => ({ PASSPHRASE, PASSPHRASE_FILE });
