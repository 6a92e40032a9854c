import { sql, type Kysely } from 'kysely';
import type { Target } from '../engine/columns.ts';
import type { ReadDatabase } from '../database.ts';
import { createTargetTable } from '../target-table.ts';

/**
 * Table of records that can have due items; deleted records are kept, since they can be restored. `stato` repeats fields of the registers'
 * tables, since these are rebuilt alone and may be ahead of this projection or behind it.
 */
export const RECORDS: Target = {
  table: 'scadenzario_record',
  columns: [
    { name: 'soggetto', type: 'text' },
    { name: 'id', type: 'text' },
    { name: 'versione', type: 'integer' },
    { name: 'stato', type: 'jsonb' },
    { name: 'visibile', type: 'boolean' },
    { name: 'nome', type: 'text' },
    { name: 'ricerca', type: 'text' },
    { name: 'utente', type: 'text' },
    { name: 'responsabile', type: 'text' },
    { name: 'tipologia', type: 'text' },
    { name: 'mansione', type: 'bigint' },
    { name: 'extra_ue', type: 'boolean' },
    { name: 'cantiere', type: 'text' },
    { name: 'aperto_fino', type: 'date' },
    { name: 'presenti', type: 'jsonb' },
    { name: 'catene', type: 'jsonb' },
  ],
  key: ['soggetto', 'id'],
  ifExists: 'replace',
};

/** Table of the due dates of the board's records. */
export const DUE: Target = {
  table: 'scadenzario_date',
  columns: [
    { name: 'soggetto', type: 'text' },
    { name: 'id', type: 'text' },
    { name: 'tipo', type: 'text' },
    { name: 'scadenza', type: 'date' },
    { name: 'file', type: 'boolean' },
    { name: 'aggiunto', type: 'boolean' },
    { name: 'aperto_fino', type: 'date' },
    { name: 'utente', type: 'text' },
  ],
  key: ['soggetto', 'id', 'tipo'],
  ifExists: 'replace',
};

/** Table of documents valid from one day to the day before another; only those that the present fields of the record do not reproduce. */
export const PAST: Target = {
  table: 'scadenzario_catena',
  columns: [
    { name: 'soggetto', type: 'text' },
    { name: 'id', type: 'text' },
    { name: 'tipo', type: 'text' },
    { name: 'da', type: 'date' },
    { name: 'a', type: 'date' },
    { name: 'scadenza', type: 'date' },
    { name: 'file', type: 'boolean' },
    { name: 'aggiunto', type: 'boolean' },
    { name: 'utente', type: 'text' },
    { name: 'aperto_fino', type: 'date' },
  ],
  key: ['soggetto', 'id', 'tipo', 'da'],
  ifExists: 'replace',
};

/** Table of the last mark as seen, per due item. */
export const SEEN: Target = {
  table: 'scadenzario_visti',
  columns: [
    { name: 'soggetto', type: 'text' },
    { name: 'id', type: 'text' },
    { name: 'tipo', type: 'text' },
    { name: 'voce', type: 'text' },
    { name: 'versione', type: 'integer' },
    { name: 'riferimento', type: 'text' },
    { name: 'fino', type: 'date' },
    { name: 'utente', type: 'text' },
  ],
  key: ['soggetto', 'id', 'tipo', 'voce'],
  ifExists: 'replace',
};

export async function createBoard(db: Kysely<ReadDatabase>): Promise<void> {
  for (const target of [RECORDS, DUE, PAST, SEEN]) await createTargetTable(db, target);
  // index in the order of the screen
  await db.schema
    .createIndex('scadenzario_date_scadenza')
    .on(DUE.table)
    .columns(['scadenza', ...DUE.key.map((name) => sql<string>`${sql.id(name)} collate "C"`)])
    .execute();
}
