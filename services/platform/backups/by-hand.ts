import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { romeDayAndTime } from '#contracts/core/dates.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { HAND_BACKUP } from '#contracts/jobs/nightly-backup.ts';
import type { SavedBackup } from '#contracts/ports/backups.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';

/**
 * Writes down in the portal's own database that a backup was made by hand, as that of a night is: a row
 * that stays, and a line in the trail. It needs no portal that runs.
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
