import { sql } from 'kysely';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { upsertRows, type Target } from '../engine/bulk.ts';
import type { Projection } from '../engine/projection.ts';
import type { BatchTransaction } from '../engine/transaction.ts';
import { applyFacts, factsOf, type RegisterFact } from '../registers/fold.ts';
import { columnKey, columnValue, type ReadRecord } from '../registers/row.ts';
import { createPlaces, LINE_COLUMNS } from './board.table.ts';

const LINES: Target = { table: 'scadenzario_righe', columns: LINE_COLUMNS, key: ['id'], ifExists: 'replace' };

/** Read model of the production lines that locate people and machines; their latest line gives the current site. */
export const placesProjection = (catalogue: Catalogue): Projection => ({
  name: 'scadenzario_luoghi',
  tables: ['scadenzario_righe'],
  lookups: ['scadenzario_righe_flusso'],
  events: [
    ...[produzione as AnyRegister].flatMap(({ events, facts = {} }) => [...Object.values(events), ...Object.keys(facts)]),
    produzionePadre.events.deleted,
    produzionePadre.events.restored,
  ],
  create: createPlaces,
  async apply(tx, events) {
    const facts = factsOf(catalogue, produzione, events).filter((fact) => fact.ofParent || columnKey(produzione, fact.change.id) !== null);
    if (facts.length === 0) return;
    const lines = await readLines(tx, facts);
    const changed = applyFacts(lines, facts);
    upsertRows(tx, LINES, [...changed].flatMap((id) => lines.get(id) ?? []).map(toRow));
  },
});

async function readLines(tx: BatchTransaction, facts: readonly RegisterFact[]): Promise<Map<string, ReadRecord>> {
  const ids = facts.filter((fact) => !fact.ofParent).map((fact) => columnKey(produzione, fact.change.id));
  const streams = facts.filter((fact) => fact.ofParent).map(({ event }) => event.stream);
  const rows = await tx.query(sql<{ stato: ReadRecord }>`select stato from scadenzario_righe
    where id = any(${[...new Set(ids)]}::bigint[]) or flusso = any(${[...new Set(streams)]}::text[])`);
  return new Map(rows.map(({ stato }) => [stato.state.id, stato]));
}

/** Converts a line to a row; a deleted line has no values. */
function toRow({ state, stream, parentVersion }: ReadRecord): Record<string, unknown> {
  const read = {
    data: columnValue(state.values['data'], 'date'),
    commessa: columnValue(state.values['commessa'], 'text'),
    operatore: columnValue(state.values['operatore'], 'text'),
    attrezzatura: columnValue(state.values['attrezzatura'], 'text'),
  };
  const there = state.exists && !state.parentDeleted;
  const kept = { ...state, values: read satisfies Values, files: {} };
  return {
    id: columnKey(produzione, state.id),
    flusso: stream,
    versione: state.version,
    stato: { state: kept, stream, parentVersion },
    ...(there ? read : { data: null, commessa: null, operatore: null, attrezzatura: null }),
  };
}
