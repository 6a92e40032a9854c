import { sql, type Kysely, type NotNull } from 'kysely';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { may, type Identity } from '#contracts/core/permissions.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { recordName } from '#contracts/core/record-name.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import type { Notice } from '#contracts/core/comments.ts';
import type { ReadDatabase } from '../database.ts';
import { findRows, type Row } from '../registers/record.queries.ts';
import { columnKey } from '../registers/row.ts';

/** Number of a person's latest notices that are looked at. */
const LATEST = 500;

type RegisterCatalogue = Pick<Catalogue, 'register'>;

/** The write side's table of notices. */
type Notices = {
  'public.avvisi': { id: number; utente: string; commento: number; motivo: string; quando: Date; letto: Date | null };
};

/**
 * Returns a person's latest notices, newest first. Notices of deleted comments, of deleted records and of records that the person may not
 * see any more are left out. `unread`: only unread ones.
 */
export async function noticesOf(
  db: Kysely<ReadDatabase>,
  catalogue: RegisterCatalogue,
  identity: Identity,
  { unread = false } = {},
): Promise<Notice[]> {
  const all = db
    .withTables<Notices>()
    .selectFrom('public.avvisi as a')
    .innerJoin('commenti as c', 'c.id', 'a.commento')
    .select(['c.tabella', 'c.record', 'c.testo', 'c.utente as da', 'a.quando'])
    .select(({ cast, eb, fn, lit }) => [
      cast<number>('a.id', 'integer').as('id'),
      cast<0 | 1>(eb('a.letto', 'is not', null), 'integer').as('letto'),
      fn<Notice['motivo']>('split_part', ['a.motivo', sql.lit(' '), lit(1)]).as('motivo'),
    ])
    .where('a.utente', '=', identity.memberID)
    .where(({ not }) => not('c.eliminato'))
    .orderBy('a.id', 'desc')
    .limit(LATEST)
    .$narrowType<{ tabella: NotNull; record: NotNull; testo: NotNull }>();
  const rows = await (unread ? all.where('a.letto', 'is', null) : all).execute();
  const records = await visibleRecords(db, catalogue, rows, identity);
  return rows.flatMap((row) => {
    const seen = records.get(recordKey(row.tabella, row.record));
    return seen ? [{ ...row, ...seen, quando: row.quando.toISOString() }] : [];
  });
}

/** Returns the people with unread notices. */
export async function peopleWithUnread(db: Kysely<ReadDatabase>): Promise<Set<string>> {
  const rows = await db.withTables<Notices>().selectFrom('public.avvisi').select('utente').distinct().where('letto', 'is', null).execute();
  return new Set(rows.map(({ utente }) => utente));
}

type NamedObject = Pick<Notice, 'oggetto' | 'indirizzo'>;

/** Returns name and address of the living ones among these records that the person may see, by `recordKey`. */
async function visibleRecords(
  db: Kysely<ReadDatabase>,
  catalogue: RegisterCatalogue,
  records: readonly { tabella: string; record: string }[],
  identity: Identity,
): Promise<Map<string, NamedObject>> {
  const found = new Map<string, NamedObject>();
  for (const tabella of new Set(records.map((one) => one.tabella))) {
    const def = catalogue.register(tabella);
    if (!def) continue;
    const keys = records.flatMap((one) => (one.tabella === tabella ? (columnKey(def, one.record) ?? []) : []));
    const rows = await findRows<AnyRegister>(db, def, { [def.key.field]: [...new Set(keys)] });
    const parents = await parentsOf(db, catalogue, def, rows);
    for (const row of rows) {
      const above = def.parent && parents.get(String(row[def.parent.field]));
      if (def.parent && !above) continue;
      if (!may(identity, def.access, 'view', String((above ?? row)['utente']))) continue;
      const id = String(row[def.key.field]);
      const parent = above && def.parent ? { id: String(row[def.parent.field]), values: above as Values } : undefined;
      const owner = parent && def.parent ? catalogue.register(def.parent.register) : undefined;
      found.set(recordKey(tabella, id), {
        oggetto: recordName(catalogue, def, { id, values: row as Values }, parent),
        indirizzo: owner && parent ? detailHref(owner, parent.id) : detailHref(def, id),
      });
    }
  }
  return found;
}

async function parentsOf(
  db: Kysely<ReadDatabase>,
  catalogue: RegisterCatalogue,
  { parent }: AnyRegister,
  rows: readonly Row[],
): Promise<Map<string, Row>> {
  const def = parent && catalogue.register(parent.register);
  if (!parent || !def || rows.length === 0) return new Map();
  const keys = [...new Set(rows.map((row) => row[parent.field] as string | number))];
  const found = await findRows<AnyRegister>(db, def, { [def.key.field]: keys });
  return new Map(found.map((row) => [String(row[def.key.field]), row]));
}
