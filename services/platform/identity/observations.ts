import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { readObservation } from '#projections/accesso/accesso.queries.ts';
import type { Dependencies, Periodic } from '../module.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import { nameInTrail, recordObservation } from './access-trail.ts';
import { secondFactorRule } from './passkey-site.ts';
import { hashToken } from './sessions.ts';

const MINUTE = 60_000;
const LONGEST_MS = 15 * MINUTE;

type Deps = Pick<Dependencies, 'readDb' | 'writeDb' | 'config' | 'clock' | 'log'>;

export interface NewObservation {
  /** Administrator who looks. */
  osservatore: string;
  /** Hash of the administrator's own session, with which the observation ends. */
  sessione: string;
  /** User as whom the portal is seen. */
  memberID: string;
  indirizzo: string | null;
}

type Row = Pick<NewObservation, 'osservatore'> & { token_hash: string; member_id: string };

/**
 * Opens a session in which an administrator sees the portal as another user for at most 15 minutes. It replaces an earlier one of the same
 * session. Returns the token, which is stored only as a hash, and the instant of the end. Throws NON_DISPONIBILE if the beginning cannot be
 * recorded in the trail of accesses.
 */
export async function openObservation(deps: Deps, { osservatore, sessione, memberID, indirizzo }: NewObservation) {
  const now = deps.clock.now();
  const scade = new Date(now.getTime() + LONGEST_MS);
  const token = randomBytes(32).toString('base64url');
  for (const before of await observationRows(deps.writeDb).where('sessione', '=', sessione).execute())
    await end(deps, before, 'un’altra persona');
  const row = { token_hash: hashToken(token), osservatore, sessione, member_id: memberID, creata: now, scade };
  await recordObservation(deps, { id: row.token_hash, utente: nameInTrail({ memberID, osservatore }), indirizzo, cosa: 'Inizio' });
  await deps.writeDb.withSchema('public').insertInto('osservazioni').values(row).execute();
  return { token, scade };
}

/** Ends the observation of a token; returns whether there was one. */
export async function closeObservation(deps: Deps, token: string): Promise<boolean> {
  const row = await observationRows(deps.writeDb).where('token_hash', '=', hashToken(token)).executeTakeFirst();
  if (row) await end(deps, row, 'uscita');
  return row !== undefined;
}

/** Records the end of observations that are no longer valid: past their time, or without the administrator's session or rights. */
export const endObservations = (deps: Deps): Periodic => ({
  name: 'fine-vedi-come',
  every: MINUTE,
  async run() {
    const now = deps.clock.now();
    for (const row of await observationRows(deps.writeDb).execute()) {
      if ((await readObservation(deps.readDb, row.token_hash, now, secondFactorRule(deps.config))) === null)
        await end(deps, row, row.scade <= now ? 'tempo trascorso' : 'sessione chiusa');
    }
  },
});

const observationRows = (db: Kysely<WriteDatabase>) =>
  db.withSchema('public').selectFrom('osservazioni').select(['token_hash', 'osservatore', 'member_id', 'scade']);

/** Recorded before the row is deleted, so that no end is lost; a repeated one is recorded once. */
async function end(deps: Deps, { token_hash: id, osservatore, member_id: memberID }: Row, reason: string): Promise<void> {
  await recordObservation(deps, { id, utente: nameInTrail({ memberID, osservatore }), indirizzo: null, cosa: `Fine: ${reason}` });
  await deps.writeDb.withSchema('public').deleteFrom('osservazioni').where('token_hash', '=', id).execute();
}
