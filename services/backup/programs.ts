import { resolve } from 'node:path';
import type { Backups } from '#contracts/ports/backups.ts';
import type { Config } from '../platform/start/config.ts';
import { inProgram } from './in-program.ts';

const NIGHTLY = new URL('../cli/nightly-backup.ts', import.meta.url);
const RESTORE_TEST = new URL('../cli/restore-test.ts', import.meta.url);

/** Names of the settings that the portal passes to a backup command. */
const TOLD = [
  'NODE_ENV',
  'ARCHIVIO_DIR',
  'EVENTSTORE_URL',
  'EVENTSTORE_PREFISSO',
  'SEGRETO',
  'SEGRETO_PRIMA',
  'BACKUP_DIR',
  'PASSPHRASE',
  'PASSPHRASE_FILE',
  'SENZA_CIFRA',
  'LOG_LEVEL',
] as const;

/** Creates the backup commands of a portal, each of which runs in a child process. */
export function backupPrograms(config: Config, url: string): Backups {
  const told = Object.fromEntries(TOLD.flatMap((name) => (config[name] === undefined ? [] : [[name, String(config[name])]])));
  const env = { ...told, DATI_DIR: resolve(config.DATI_DIR), DATABASE_URL: url };
  return {
    save: (run) => inProgram(NIGHTLY, env, run),
    tryRestore: (run) => inProgram(RESTORE_TEST, env, run),
  };
}
