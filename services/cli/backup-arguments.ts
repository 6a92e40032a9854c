import { instantOf } from '#contracts/core/dates.ts';
import { secretFrom } from '../platform/start/secret-files.ts';

/** Variables of the backup commands, set by `make backup NAME=…` or in the environment. */
type Environment = Readonly<Record<string, string | undefined>>;

export function fileArgument({ FILE }: Environment, command: string): string {
  if (!FILE) throw new Error(`FILE is missing: make ${command} FILE=/path/to/strato.backup (or the folder that holds the backups)`);
  return FILE;
}

/** Returns the passphrase; `null` if none is set, which means no encryption. In a file it may end with a line break. */
export const passphraseArgument = (env: Environment): string | null => secretFrom(env, 'PASSPHRASE');

/**
 * Parses `FINO=2026-11-20T18:00`, optionally with seconds, in the time zone of Rome. Returns milliseconds since 1970; `null` without the
 * variable. Throws if the text is no moment, or if its day or hour does not exist.
 */
export function momentArgument({ FINO }: Environment): number | null {
  if (!FINO) return null;
  const instant = instantOf(FINO);
  if (!Number.isNaN(instant)) return instant;
  throw new Error(
    `FINO=${FINO} is no moment, or its day does not exist: 2026-11-20T18:00, or with seconds 2026-11-20T18:00:30, by the clock of Rome`,
  );
}
