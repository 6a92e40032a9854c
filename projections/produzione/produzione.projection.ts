import { sql } from 'kysely';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { summaryOf } from '#contracts/modules/giornata.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { statements } from '../database/compiled.ts';
import type { Column } from '../engine/columns.ts';
import { recordEventsOf } from '../engine/record-events.ts';
import type { Projection } from '../engine/projection.ts';
import { together, type BatchTransaction } from '../engine/transaction.ts';
import { jsonRows } from '../json-rows.ts';
import { registerProjection } from '../registers/register.projection.ts';
import { LIVE } from '../registers/register.table.ts';
import { columnKey } from '../registers/row.ts';

/** Columns of a header's row that summarise its lines. */
const SUMMARY: readonly Column[] = [
  { name: 'wbs', type: 'text' },
  { name: 'lavorazioni', type: 'text' },
  { name: 'quantita', type: 'numeric' },
  { name: 'attrezzatura', type: 'text' },
  { name: 'descrizione', type: 'text' },
  { name: 'operatori', type: 'text' },
  { name: 'note', type: 'text' },
  { name: 'produzione', type: 'numeric' },
  { name: 'noleggio', type: 'smallint' },
];

/** Indexes of existing lines: of a work item by month, and the latest line of a site, person or machine, which tells where they are. */
const LIVE_INDEXES = {
  mese: ['lavorazione', 'data'],
  luogo: ['commessa', 'data'],
  luogo_operatore: ['operatore', 'data desc', 'id desc'],
  luogo_attrezzatura: ['attrezzatura', 'data desc', 'id desc'],
} as const;

/**
 * Projection of production headers and lines: the read tables of both registers, and in the header's row the summary of its lines. The
 * summary is recomputed for each header that a batch changes. One projection serves both, so that the summary never depends on another
 * projection's progress.
 */
export function produzioneProjection(catalogue: Catalogue): Projection {
  const headers = registerProjection(
    catalogue,
    produzionePadre,
    SUMMARY.map(({ name }) => name),
  );
  const lines = registerProjection(catalogue, produzione);
  return {
    name: 'produzione',
    tables: [...headers.tables, ...lines.tables],
    lookups: [...(lines.lookups ?? []), 'produzione_id_intestazione'],
    events: [...new Set([headers, lines].flatMap(({ events }) => events))],
    async create(db) {
      await headers.create(db);
      await lines.create(db);
      for (const [name, columns] of Object.entries(LIVE_INDEXES))
        await db.schema
          .createIndex(`${produzione.path}_${name}`)
          .on(produzione.path)
          .columns([...columns])
          .where(LIVE)
          .execute();
    },
    async apply(tx, events) {
      await together([headers.apply(tx, events), lines.apply(tx, events)]);
      await sumUp(tx, touchedHeaders(catalogue, events));
    },
  };
}

/** Returns the ids of headers changed by the events; events of a header and of its lines are all in the header's stream. */
function touchedHeaders(catalogue: Catalogue, events: readonly StoredEvent[]): number[] {
  const paths = [produzionePadre.path, produzione.path];
  const ids = recordEventsOf(catalogue, events)
    .filter(({ change }) => paths.includes(change.table))
    .flatMap(({ event }) => columnKey(produzionePadre, event.stream.slice(produzionePadre.path.length + 1)) ?? []);
  return [...new Set(ids.map(Number))];
}

/** Recomputes the summaries. Deleted lines do not count; lines of a deleted header do, so that a restored header has its summary. */
async function sumUp(tx: BatchTransaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx.query(sql<Values & { id_intestazione: number }>`select * from produzione
    where id_intestazione = any(${ids}::bigint[]) and not eliminato order by id`);
  const ofHeader = Map.groupBy(rows, (row) => Number(row.id_intestazione));
  const sums = ids.map((id) => ({ id, ...summaryOf(ofHeader.get(id) ?? []) }));
  const update = statements
    .updateTable(`${produzionePadre.path} as p`)
    .from(jsonRows(sums, 's', [{ name: 'id', type: 'bigint' }, ...SUMMARY]))
    .set(Object.fromEntries(SUMMARY.map(({ name }) => [name, sql.ref(`s.${name}`)])))
    .whereRef('p.id', '=', 's.id');
  tx.send(update.compile());
}
