import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { RecordState } from '#contracts/core/record-state.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { readTables } from '../database/compiled.ts';
import { upsertRows } from '../engine/bulk.ts';
import type { BatchTransaction } from '../engine/transaction.ts';
import { recordEventsOf } from '../engine/record-events.ts';
import type { Projection } from '../engine/projection.ts';
import { stateful } from '../engine/stateful.ts';
import { jsonRows } from '../json-rows.ts';
import { recordStates, type RegisterEvent } from '../registers/fold.ts';
import { columnKey, type ReadRecord } from '../registers/row.ts';
import { GIORNI_COLUMNS, HEADERS, LINES, createAnalisi } from './analisi.table.ts';
import { COUNTED_FIELDS, contributionOf, differences, type Contribution } from './contribution.ts';

type Owners = Map<string, string>;

/**
 * Projection of production by day. Each changed line adds to its row of the figures the difference between its old and its new contribution,
 * so the cost of a batch depends only on the lines it changes. The projection stores lines and owners of headers in its own tables, so it
 * does not depend on the progress of other projections.
 */
export const analisiProjection = (catalogue: Catalogue): Projection => ({
  name: 'analisi',
  tables: ['analisi_righe', 'analisi_testate', 'analisi_giorni'],
  lookups: ['analisi_righe_flusso'],
  events: [produzione, produzionePadre].flatMap(({ events, facts = {} }: AnyRegister) => [...Object.values(events), ...Object.keys(facts)]),
  create: createAnalisi,
  ...stateful<ReadRecord, RegisterEvent>({
    target: LINES,
    select: (events) => eventsOfLines(catalogue, events),
    ...recordStates(produzione),
    load: ({ stato }) => stato as ReadRecord,
    store: toRow,
    async rows(tx, changes, { recordEvents, states }) {
      const lines = [...states];
      const owners = await readOwners(tx, [...recordEvents.map(({ event }) => event.stream), ...lines.map(({ stream }) => stream)]);
      const next = withHeaders(owners, recordEvents);
      const was = new Map(changes.map(({ before, after }) => [after, before]));
      // a new owner changes the figures of the stored lines of the header, too
      const pairs = lines.map((line) => ({
        before: contributionOfLine(was.has(line) ? was.get(line) : line, owners),
        after: contributionOfLine(line, next),
      }));
      add(tx, differences(pairs));
      upsertRows(
        tx,
        HEADERS,
        [...next].filter(([flusso]) => !owners.has(flusso)).map(([flusso, utente]) => ({ flusso, utente })),
      );
    },
  }),
});

/** Returns the events of lines and all events of headers, since a header's first event names the owner of its lines. */
function eventsOfLines(catalogue: Catalogue, events: readonly StoredEvent[]): RegisterEvent[] {
  return recordEventsOf(catalogue, events).flatMap((recordEvent): RegisterEvent[] => {
    if (recordEvent.change.table === produzionePadre.path) return [{ ...recordEvent, ofParent: true }];
    return recordEvent.change.table === produzione.path && columnKey(produzione, recordEvent.change.id) !== null
      ? [{ ...recordEvent, ofParent: false }]
      : [];
  });
}

/** Returns a line's contribution; a line whose header is unknown gets an empty owner, so it is in nobody's `own` scope. */
const contributionOfLine = (line: ReadRecord | undefined, owners: Owners): Contribution | null =>
  line ? contributionOf(line, owners.get(line.stream) ?? '') : null;

async function readOwners(tx: BatchTransaction, streams: readonly string[]): Promise<Owners> {
  const rows = await tx.query(
    readTables
      .selectFrom('analisi_testate')
      .select(['flusso', 'utente'])
      .where('flusso', '=', ({ fn, val }) => fn.any(val([...new Set(streams)]))),
  );
  return new Map(rows.map(({ flusso, utente }) => [flusso, utente]));
}

/** Adds the owners of new headers to the map. A known owner stays: a header belongs to the author of its first event. */
function withHeaders(owners: Owners, recordEvents: readonly RegisterEvent[]): Owners {
  const next = new Map(owners);
  for (const { event, ofParent } of recordEvents) if (ofParent && !next.has(event.stream)) next.set(event.stream, event.metadata.utente);
  return next;
}

/** Converts a line to its stored row, which keeps only the fields that figures count. */
function toRow({ state, stream, parentVersion }: ReadRecord): Record<string, unknown> {
  const values: Values = Object.fromEntries(COUNTED_FIELDS.map((name) => [name, state.values[name] ?? null]));
  const kept: RecordState = { ...state, values, files: {} };
  return { id: columnKey(produzione, state.id), flusso: stream, versione: state.version, stato: { state: kept, stream, parentVersion } };
}

function add(tx: BatchTransaction, changes: readonly Contribution[]): void {
  if (changes.length === 0) return;
  const rows = changes.map(({ chiave, dimensions, righe, millesimi, centesimi }) => ({
    chiave,
    ...dimensions,
    righe,
    millesimi: String(millesimi),
    centesimi: String(centesimi),
  }));
  const names = GIORNI_COLUMNS.map(({ name }) => name);
  tx.send(
    readTables
      .insertInto('analisi_giorni')
      .columns(names)
      .expression(({ selectFrom }) => selectFrom(jsonRows(rows, 'r', GIORNI_COLUMNS)).select(names))
      .onConflict((conflict) =>
        conflict.column('chiave').doUpdateSet(({ eb, ref }) => ({
          righe: eb('analisi_giorni.righe', '+', ref('excluded.righe')),
          millesimi: eb('analisi_giorni.millesimi', '+', ref('excluded.millesimi')),
          centesimi: eb('analisi_giorni.centesimi', '+', ref('excluded.centesimi')),
        })),
      ),
  );
  tx.send(
    readTables
      .deleteFrom('analisi_giorni')
      .where('chiave', '=', ({ fn, val }) => fn.any(val(changes.map(({ chiave }) => chiave))))
      .where('righe', '=', ({ lit }) => lit(0)),
  );
}
