import { sql, type Kysely } from 'kysely';
import { parseNote, parseSignature } from '#contracts/core/signed-note.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import type { KeptCheckpoint } from './kept.ts';
import { timeStamp } from './time-stamp.ts';

/** Largest number of witness signatures of a checkpoint; verifiers must accept 16 signatures in all. */
const MAX_WITNESSES = 14;

/** Requests a time stamp for a checkpoint from an RFC 3161 authority, and stores the response unless the checkpoint has one. */
export async function stampCheckpoint(
  db: Kysely<WriteDatabase>,
  url: string,
  { id, testo }: Pick<KeptCheckpoint, 'id' | 'testo'>,
): Promise<void> {
  const marca = await timeStamp(url, testo);
  await db.updateTable('sigilli').set({ marca }).where('id', '=', id).where('marca', 'is', null).execute();
}

/**
 * Stores the signature line of a witness with a checkpoint and returns all witness lines. Checks only the form of the line, since the
 * portal knows no keys of witnesses. Throws DomainError SCONOSCIUTO, RICHIESTA_NON_VALIDA, LIMITE_RAGGIUNTO.
 */
export async function addWitness(db: Kysely<WriteDatabase>, id: number, line: string): Promise<string[]> {
  const signature = parseSignature(line);
  const wrong = (messaggio: string) => new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'riga', messaggio }] });
  if (!signature) throw wrong('Serve una riga di firma: lineetta, nome della chiave, firma in base64');
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      testo: string;
      firme: string[];
    }>`select testo, firme from public.sigilli where id = ${id} for update`.execute(tx);
    const [row] = rows;
    if (!row) throw new DomainError('SCONOSCIUTO');
    const own = parseNote(row.testo)?.signatures ?? [];
    if (own.some(({ name }) => name === signature.name))
      throw wrong('La riga porta il nome di questo portale: serve quella di un testimone');
    if (row.firme.includes(line)) return row.firme;
    if (row.firme.length >= MAX_WITNESSES) throw new DomainError('LIMITE_RAGGIUNTO');
    const lines = [...row.firme, line];
    await tx.updateTable('sigilli').set({ firme: lines }).where('id', '=', id).execute();
    return lines;
  });
}
