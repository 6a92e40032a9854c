import { sql } from 'kysely';
import type { SavedBackup } from '#contracts/ports/backups.ts';
import type { TestPortal } from './portal.ts';

export const savedAt = (momento: string, more: Partial<SavedBackup> = {}): SavedBackup => ({
  file: 'strato.backup',
  byte: 4096,
  momento,
  eventi: 7,
  documenti: 0,
  byteDocumenti: 0,
  mancanti: 0,
  esempi: [],
  tolti: 0,
  avviso: null,
  cifrato: true,
  ...more,
});

/** Inserts the row of a successful nightly job, as its worker would leave it. */
export async function plantNight({ deps }: TestPortal, kind: 'nightly-backup' | 'restore-test', outcome: object): Promise<void> {
  const id = crypto.randomUUID();
  await sql`insert into public.processi (id, tipo, titolo, status, progresso, utente, group_id, dati, correlation_id, risultato, creato, finito)
    values (${id}, ${kind}, 'Notte', 'done', 100, 'sistema', 2, '{"giorno":"2026-01-02"}'::jsonb, ${id}, ${JSON.stringify(outcome)}::jsonb, now(), now())`.execute(
    deps.writeDb,
  );
}
