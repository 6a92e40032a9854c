import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { romeDayAndTime } from '#contracts/core/dates.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { HAND_BACKUP } from '#contracts/jobs/nightly-backup.ts';
import type { SavedBackup } from '#contracts/ports/backups.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';

/**
 * Records a backup that was made by hand as a finished job and as an entry in the trail of accesses. Writes to the portal's database
 * directly, so the portal need not run.
 */
export async function noteHandBackup(db: Kysely<WriteDatabase>, saved: SavedBackup): Promise<void> {
  const id = randomUUID();
  const title = `Salvataggio a mano del ${romeDayAndTime(saved.momento)}`;
  await sql<unknown>`with told as (
      insert into public.processi (id, tipo, titolo, status, progresso, utente, group_id, dati, correlation_id, risultato, creato, finito)
      values (${id}, ${HAND_BACKUP}, ${title}, 'done', 100, 'sistema', ${GRUPPO_AMMINISTRATORI}, '{}'::jsonb, ${id}, ${JSON.stringify(saved)}::jsonb, now(), now())
      returning utente, titolo)
    insert into public.accessi (quando, tipo, utente, cosa) select now(), 'operazione', utente, titolo from told`.execute(db);
}
