import { sql, type Expression, type Transaction } from 'kysely';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import type { ReadRow } from '#contracts/export/column.ts';
import { ACCESSI, STORICO } from '#contracts/export/lists.ts';
import { whyNotEverything } from '#contracts/modules/whole-exit.ts';
import type { ReadWhole, WholeTable } from '#contracts/ports/whole-exit.ts';
import { countAccesses, wholeAccesses } from '../accesso/accessi.queries.ts';
import type { ReadCatalogue } from '../catalogue.ts';
import { projectionsState } from '../engine/projections.queries.ts';
import { READ_SCHEMA, type Database, type ReadDatabase } from '../database.ts';
import { withAdded } from '../registers/columns.ts';
import { countList, wholeList } from '../registers/register.queries.ts';
import { countTrail, wholeTrail } from '../storico/storico.queries.ts';
import { batchesOf, openCursor } from './cursor.ts';
import { trailOnTheWire, withInstants } from './list-reader.ts';

interface Needs {
  db: Database<ReadDatabase>;
  catalogue: ReadCatalogue;
  /** Returns the person with current permissions; `null` if the person no longer exists. */
  identity(memberID: string): Promise<Identity | null>;
}

type Inside = Transaction<ReadDatabase>;

interface OpenTable {
  table: WholeTable;
  cursor: string;
  onTheWire(rows: ReadRow[]): ReadRow[] | Promise<ReadRow[]>;
}

/** Thrown when a rebuild swapped the tables before all cursors were open. */
class SwappedMeanwhile extends Error {}
const TIMES = 5;

/**
 * Creates the reader of every register and trail as of one moment. One transaction sees one state of the database, and opens all cursors before
 * the first row is read. Events not yet projected are left out; a projection that is stopped or catching up ends the job. The transaction
 * lasts as long as the writing, and delays only the cleanup after a rebuild.
 */
export function wholeReader(needs: Needs): ReadWhole {
  return async (memberID, recipient, signal) => {
    const { db, catalogue } = needs;
    const who = await needs.identity(memberID);
    const why = who ? whyNotEverything(catalogue, who) : 'L’account non c’è più.';
    if (why !== null) throw new DomainError('NON_PERMESSO', { message: why });
    const once = () =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          const { moment, schema } = await begin(tx);
          await refuseIfBehind(tx);
          const { opened, rows } = await openAll(needs, tx, memberID, romeDate(moment));
          if ((await schemaNow(tx)) !== schema) throw new SwappedMeanwhile('the read tables were swapped');
          recipient.start(moment, opened.length, rows);
          for (const { table, cursor, onTheWire } of opened) await recipient.table(table, batches(tx, cursor, onTheWire, signal));
        });
    for (let time = 1; ; time += 1) {
      try {
        return await once();
      } catch (error) {
        if (!(error instanceof SwappedMeanwhile) || time === TIMES) throw error;
      }
    }
  };
}

async function* batches(
  tx: Inside,
  cursor: string,
  onTheWire: OpenTable['onTheWire'],
  signal: AbortSignal,
): AsyncGenerator<readonly ReadRow[]> {
  for await (const rows of batchesOf<ReadRow>(tx, cursor, signal)) yield await onTheWire(rows);
}

/** Returns the transaction's time and the read schema's oid in its snapshot. A later swap shows as a different oid in `schemaNow`. */
async function begin(tx: Inside): Promise<{ moment: Date; schema: string }> {
  const row = await tx
    .withTables<{ pg_namespace: { oid: number; nspname: string } }>()
    .selectFrom('pg_namespace as n')
    .select(({ cast, fn }) => [fn<Date>('now').as('moment'), cast<string>('n.oid', 'text').as('schema')])
    .where('n.nspname', '=', READ_SCHEMA)
    .executeTakeFirst();
  if (!row) throw new Error('there are no read tables');
  return row;
}

/** Throws if a projection is stopped or catching up, since the export would be incomplete without showing it. */
async function refuseIfBehind(tx: Inside): Promise<void> {
  const behind = (await projectionsState(tx)).filter(({ stato }) => stato !== 'attiva').map(({ nome }) => nome);
  if (behind.length > 0)
    throw new DomainError('NON_DISPONIBILE', {
      message: `Queste tabelle non hanno ancora tutto ciò che è registrato: ${behind.join(', ')}. Si riprova quando sono in pari.`,
    });
}

/** Returns the oid that the read schema's name resolves to now; name resolution ignores the transaction's snapshot. */
async function schemaNow(tx: Inside): Promise<string | null> {
  const { schema } = await tx
    .selectNoFrom(({ cast, fn, val }) =>
      cast<string | null>(cast(fn('to_regnamespace', [val(READ_SCHEMA)]), sql.raw('oid')), 'text').as('schema'),
    )
    .executeTakeFirstOrThrow();
  return schema;
}

async function openAll(
  { db, catalogue }: Needs,
  tx: Inside,
  memberID: string,
  today: string,
): Promise<{ opened: OpenTable[]; rows: number }> {
  const opened: OpenTable[] = [];
  let rows = 0;
  const open = async (table: WholeTable, query: Expression<unknown>, count: number, onTheWire: OpenTable['onTheWire']): Promise<void> => {
    const cursor = `tutto_${opened.length}`;
    await openCursor(tx, cursor, query);
    opened.push({ table, cursor, onTheWire });
    rows += count;
  };
  for (const register of catalogue.registers) {
    const def = await catalogue.currentDefinition(tx, register);
    const asked = { scope: 'all', utente: memberID, ordina: def.key.field } as const;
    const query = wholeList(catalogue, def, asked, today);
    await open({ name: def.path, def }, query, await countList(tx, catalogue, def, { ...asked, today }), (read) => read.map(withAdded));
  }
  await open({ name: STORICO }, wholeTrail({}), await countTrail(tx, {}), (read) => trailOnTheWire({ db, catalogue }, read));
  await open({ name: ACCESSI }, wholeAccesses({}), await countAccesses(tx, {}), withInstants);
  return { opened, rows };
}
