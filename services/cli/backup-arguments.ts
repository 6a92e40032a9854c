import { instantOf } from '#contracts/core/dates.ts';
import { secretFrom } from '../platform/start/secret-files.ts';

/** What the commands about backups are told: by `make backup NAME=…`, or by the environment. */
type Environment = Readonly<Record<string, string | undefined>>;

export function fileArgument({ FILE }: Environment, command: string): string {
  if (!FILE) throw new Error(`FILE is missing: make ${command} FILE=/path/to/strato.backup (or the folder that holds the backups)`);
  return FILE;
}

/** `null`: not encrypted. A passphrase in a file may end with a line break. */
export const passphraseArgument = (env: Environment): string | null => secretFrom(env, 'PASSPHRASE');

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** `FINO=2026-11-20T18:00`, or with seconds, by the clock of Rome; in milliseconds. `null`: all of it. */
export function momentArgument({ FINO }: Environment): number | null {
  if (!FINO) return null;
  const instant = MOMENT.test(FINO) ? instantOf(FINO) : Number.NaN;
  if (Number.isNaN(instant))
    throw new Error(`FINO=${FINO} is no moment: 2026-11-20T18:00, or with seconds 2026-11-20T18:00:30, by the clock of Rome`);
  return instant;
}
