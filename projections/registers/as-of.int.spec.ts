import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { romeDate } from '#contracts/core/dates.ts';
import { streamOf, type AnyRegister, type Values } from '#contracts/core/define-register.ts';
import type { JsonObject, StoredEvent } from '#contracts/core/events.ts';
import type { Field } from '#contracts/core/fields.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey, type RecordState } from '#contracts/core/record-state.ts';
import { summaryOf } from '#contracts/modules/giornata.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { catalogue } from '../../test/catalogue.ts';
import { testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { everything, newEvent, NO_UPCASTS, mute, testTables } from '../engine/events.testing.ts';
import { rebuild } from '../engine/rebuild.ts';
import { check } from '../engine/verify.ts';
import { readList, type ListRequest } from './register.queries.ts';
import { compareLists } from './comparison.queries.ts';
import { columnKey, toRow } from './row.ts';
import { valuesColumns } from './register.table.ts';

const ALL: ListRequest = { scope: 'all', utente: 'mario' };
const START = Date.parse('2026-01-01T00:00:00.000Z');
const MINUTE = 60_000;

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.close());

interface RandomEvent {
  stream: string;
  type: string;
  data: JsonObject;
  utente: string;
  /** Minutes since the event before it; negative where a clock was set back. */
  later: number;
}

const valueOf = (field: Field): fc.Arbitrary<string | number | null> => {
  switch (field.kind) {
    case 'number':
    case 'money':
      return fc.constantFrom(null, 1, 2.5, 1000);
    case 'flag':
      return fc.constantFrom(null, 0, 1);
    case 'date':
      return fc.constantFrom(null, '2026-01-01', '2026-02-01');
    case 'ref':
      return field.numeric ? fc.constantFrom(null, 1, 2) : fc.constantFrom(null, 'K1', 'K2');
    default:
      return fc.constantFrom(null, 'uno', 'due', 'Tre, quattro');
  }
};

/** Event of a record of a register; the keys of a child name one of its parents. */
function eventOf(def: AnyRegister): fc.Arbitrary<RandomEvent> {
  const { created, changed, deleted, restored } = def.events;
  const parent = def.parent && catalogue.registerOrThrow(def.parent.register);
  const number = fc.integer({ min: 1, max: 2 });
  const above = (n: number) => (parent?.key.kind === 'natural' ? `K${n}` : n);
  const names = Object.entries(def.fields).filter(([name]) => name !== def.key.field && name !== def.parent?.field);
  return fc
    .record({
      owner: number,
      own: number,
      type: fc.constantFrom(created, created, changed, changed, changed, deleted, restored),
      utente: fc.constantFrom('anna', 'mario'),
      later: fc.constantFrom(0, 1, 5, 60, 60 * 24, -3),
      values: fc
        .subarray(names, { maxLength: Math.min(4, names.length) })
        .chain((some) => fc.record(Object.fromEntries(some.map(([name, f]) => [name, valueOf(f)])))),
    })
    .map(({ owner, own, type, utente, later, values }) => {
      const isParentKey = def.parent?.field === def.key.field;
      const key = isParentKey ? above(owner) : def.key.kind === 'natural' ? `K${owner}${own}` : owner * 10 + own;
      const simple = def.parent ? key : def.key.kind === 'natural' ? `K${own}` : own;
      const bare = type === deleted || type === restored ? {} : { ...values, ...(def.parent ? { [def.parent.field]: above(owner) } : {}) };
      const stream = streamOf(def, def.parent ? above(owner) : simple);
      return { stream, type, data: { ...bare, [def.key.field]: simple } as JsonObject, utente, later };
    });
}

const families = catalogue.registers.filter((def) => !def.parent).map((def) => [def, ...catalogue.childrenOf(def)]);
/** Histories of a few families each, so that records have many events. */
const histories = (families: readonly AnyRegister[][], each = 40) =>
  fc.array(fc.oneof(...families.flat().map(eventOf)), { minLength: each * families.length, maxLength: each * 1.5 * families.length });

/** An event with the instant from which it counts. */
interface Counted {
  event: StoredEvent;
  from: number;
}

/** The model: an event counts from its `at`, within a stream never earlier than the one before it. */
function counted(events: readonly StoredEvent[]): Counted[] {
  const clocks = new Map<string, number>();
  return events.map((event) => {
    const from = Math.max(Date.parse(event.metadata.at), clocks.get(event.stream) ?? -Infinity);
    clocks.set(event.stream, from);
    return { event, from };
  });
}

/** Returns every record at an instant, by key; of streams each folded for itself. */
function statesAt(all: readonly Counted[], at: number): Map<string, RecordState & { stream: string }> {
  const streams = Map.groupBy(
    all.filter(({ from }) => from <= at),
    ({ event }) => event.stream,
  );
  return new Map(
    [...streams].flatMap(([stream, some]) =>
      [
        ...fold(
          catalogue,
          some.map(({ event }) => event),
        ),
      ].map(([key, state]) => [key, { ...state, stream }] as const),
    ),
  );
}

const isLive = (state: RecordState | undefined): state is RecordState => state !== undefined && state.exists && !state.parentDeleted;

/** Returns when and by whom a record, or its parent, was deleted: the first event since which it was never back. */
function deletionOf(all: readonly Counted[], key: string, stream: string): { eliminato_il: string | null; eliminato_da: string | null } {
  const own = all.filter(({ event }) => event.stream === stream);
  let found: Counted | null = null;
  for (let n = 1; n <= own.length; n += 1) {
    const events = own.slice(0, n).map(({ event }) => event);
    found = isLive(fold(catalogue, events).get(key)) ? null : (found ?? own[n - 1]!);
  }
  return { eliminato_il: found && new Date(found.from).toISOString(), eliminato_da: found && found.event.metadata.utente };
}

/** Returns the rows of a list at an instant, as a fold of the log gives them. */
function expectedRows(def: AnyRegister, all: readonly Counted[], at: number) {
  const then = statesAt(all, at);
  return [...then.values()]
    .filter((state) => state.table === def.path && isLive(state) && columnKey(def, state.id) !== null)
    .map((state) => {
      const row = toRow(def, { state, stream: state.stream, parentVersion: 1, from: '', deletion: null });
      const ofHeader = (line: RecordState) => line.table === 'produzione' && Number(line.values['id_intestazione']) === Number(state.id);
      const lines = [...then.values()].filter((line) => isLive(line) && ofHeader(line));
      const sorted = lines.toSorted((a, b) => Number(a.id) - Number(b.id)).map(({ values }) => values);
      return {
        ...Object.fromEntries(
          valuesColumns(def).map(({ name, type }) => [name, type === 'bigint' && row[name] !== null ? Number(row[name]) : row[name]]),
        ),
        ...(def.path === 'produzione_padre' ? summaryOf(sorted as Values[]) : {}),
        ...pick(row, ['utente', 'versione', 'creato', 'modificato', 'modificato_da', 'archivio']),
        ...deletionOf(all, recordKey(def.path, state.id), state.stream),
      };
    })
    .toSorted(byKey(def));
}

const pick = (row: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]]));
const byKey = (def: AnyRegister) => (a: object, b: object) => {
  const [one, other] = [a, b].map((row) => (row as Record<string, unknown>)[def.key.field] as string | number);
  return one! < other! ? -1 : 1;
};

/** Compares the lists of some registers with the model at some instants. */
async function compare(db: Parameters<typeof readList>[0], registers: readonly AnyRegister[], all: readonly Counted[]): Promise<void> {
  const instants = [START - MINUTE, ...new Set(all.map(({ from }) => from))];
  const step = Math.max(1, Math.floor(instants.length / 6));
  const chosen = instants.filter((_, n) => n % step === 0).flatMap((at) => [at, at - 1]);
  for (const at of [...chosen, Math.max(...instants)])
    for (const def of registers) {
      const request = { ...ALL, al: new Date(at).toISOString(), today: romeDate(new Date(at)), righe: 100 };
      const { rows, total } = await readList(db, catalogue, def, request);
      const expected = expectedRows(def, all, at);
      const names = Object.keys(expected[0] ?? {});
      expect(rows.map((row) => pick(row, names)).toSorted(byKey(def)), `${def.path} at ${request.al}`).toEqual(expected);
      expect(total).toBe(expected.length);
      if (at !== chosen.at(-1) && at !== chosen[chosen.length >> 1]) continue;
      const keys = (of: readonly object[]) => of.map((row) => (row as Record<string, unknown>)[def.key.field]);
      const pages = [1, 2].map((pagina) => readList(db, catalogue, def, { ...request, ordina: `-${def.key.field}`, pagina, righe: 2 }));
      const turned = (await Promise.all(pages)).map((page) => keys(page.rows));
      expect(turned).toEqual(
        [0, 2].map((from) =>
          keys(expected)
            .toReversed()
            .slice(from, from + 2),
        ),
      );
      const named = expected.filter((row) => def.list.search.some((name) => String(row[name as keyof typeof row]).includes('due')));
      const found = await readList(db, catalogue, def, { ...request, cerca: 'due' });
      expect(keys(found.rows).toSorted()).toEqual(keys(named).toSorted());
    }
}

/** Compares `confronto` with the difference of two lists of the model. */
async function compareComparisons(
  db: Parameters<typeof readList>[0],
  registers: readonly AnyRegister[],
  all: readonly Counted[],
): Promise<void> {
  const instants = [START - MINUTE, ...new Set(all.map(({ from }) => from))].toSorted((a, b) => a - b);
  const some = [0, 0.5].map((part) => instants[Math.floor(part * instants.length)]!).concat(instants.at(-1)!);
  for (const [n, da] of some.entries())
    for (const a of some.slice(n))
      for (const def of registers) {
        const between = { da: momentAt(da), a: momentAt(a), scope: 'all', utente: 'mario', pagina: 1, righe: 100 } as const;
        const { data, totale, conteggi } = await compareLists(db, catalogue, def, between);
        const expected = expectedChanges(def, all, da, a);
        const name = `${def.path} from ${between.da.al} to ${between.a.al}`;
        expect(
          data.map(({ id, tipo, campi }) => ({
            id,
            tipo,
            campi: campi.map(({ campo, prima, dopo }) => [campo, prima, dopo]).toSorted(byText),
          })),
          name,
        ).toEqual(expected);
        expect(totale).toBe(expected.length);
        expect(conteggi.cambiato).toBe(expected.filter(({ tipo }) => tipo === 'cambiato').length);
        for (const { id, campi } of data)
          for (const field of campi)
            expect([name, id, field.campo, lastChange(def, all, { id, da, a, campo: field.campo })]).toEqual([
              name,
              id,
              field.campo,
              { utente: field.utente, quando: field.quando },
            ]);
      }
}

const momentAt = (at: number) => ({ al: new Date(at).toISOString(), giorno: romeDate(new Date(at)) });
const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
const byId = (a: { id: unknown }, b: { id: unknown }) => (a.id! < b.id! ? -1 : 1);

const comparedOf = (def: AnyRegister) =>
  valuesColumns(def).flatMap(({ name }) => (name === def.key.field || def.fields[name]?.computed ? [] : [name]));

function expectedChanges(def: AnyRegister, all: readonly Counted[], da: number, a: number) {
  const [before, after] = [da, a].map(
    (at) => new Map(expectedRows(def, all, at).map((row) => [row[def.key.field as keyof typeof row], row as Record<string, unknown>])),
  );
  const ids = [...new Set([...before!.keys(), ...after!.keys()])];
  return ids
    .flatMap((id) => {
      const [was, becomes] = [before!.get(id), after!.get(id)];
      const campi =
        was && becomes
          ? comparedOf(def)
              .filter((name) => was[name] !== becomes[name])
              .map((name) => [name, shown(def, name, was[name]), shown(def, name, becomes[name])])
          : [];
      const tipo = !was ? 'aggiunto' : !becomes ? 'tolto' : 'cambiato';
      return tipo === 'cambiato' && campi.length === 0 ? [] : [{ id, tipo, campi: campi.toSorted(byText) }];
    })
    .toSorted(byId);
}

/** A reserved document is a mark. */
const shown = (def: AnyRegister, name: string, value: unknown): unknown => {
  const field = def.fields[name];
  return field?.kind === 'document' && field.reserved && value !== null ? 'Riservato' : value;
};

interface Asked {
  id: string | number;
  campo: string;
  da: number;
  a: number;
}

/** Returns who changed a field last between two instants, and when: the states that lists showed, one after the other. */
function lastChange(def: AnyRegister, all: readonly Counted[], { id, campo, da, a }: Asked) {
  const instants = [da, ...new Set(all.map(({ from }) => from).filter((from) => from > da && from <= a))].toSorted(
    (one, other) => one - other,
  );
  const rows = instants.flatMap(
    (at) => expectedRows(def, all, at).filter((row) => row[def.key.field as keyof typeof row] === id) as Record<string, unknown>[],
  );
  const last = rows.findLast((row, n) => n > 0 && rows[n - 1]![campo] !== row[campo]);
  return { utente: last?.['modificato_da'], quando: last?.['modificato'] };
}

/** Records a history in a new log, in batches, and returns the tables and the events. */
async function tablesOf(history: readonly RandomEvent[], together: number) {
  const store = memoryStore();
  const tables = await testTables(database.url, catalogue.projections);
  await sql`drop schema letture cascade`.execute(tables.db);
  await tables.db.destroy();
  const fresh = await testTables(database.url, catalogue.projections);
  let clock = START;
  for (const [n, { stream, type, data, utente, later }] of history.entries()) {
    clock += later * MINUTE;
    await store.append(stream, [newEvent(type, data, { utente, at: new Date(clock).toISOString() })], 'any');
    if (n % together === 0) await fresh.catchUp(store);
  }
  await fresh.catchUp(store);
  return { store, tables: fresh, all: counted(await everything(store)) };
}

describe('gli elenchi a un istante', () => {
  it.each([
    ['i macchinari, la produzione e i gruppi', ['macchinari', 'produzione_padre', 'groups']],
    ['i noleggi, i cantieri e il personale', ['noleggi', 'cantieri', 'personale']],
  ])(
    'sono il registro ripiegato fino a lì, riga per riga: %s',
    async (_, roots) => {
      const some = families.filter(([root]) => roots.includes(root!.path));
      await fc.assert(
        fc.asyncProperty(histories(some), fc.constantFrom(1, 7, 1000), async (history, together) => {
          const { tables, all } = await tablesOf(history, together);
          try {
            await compare(tables.db, some.flat(), all);
          } finally {
            await tables.db.destroy();
          }
        }),
        { numRuns: 4, endOnFailure: true },
      );
    },
    180_000,
  );

  it('confrontati fra due istanti dicono che cosa è aggiunto, tolto e cambiato, e chi ha cambiato ogni campo per ultimo', async () => {
    const some = families.filter(([root]) => ['groups', 'cantieri', 'personale'].includes(root!.path));
    await fc.assert(
      fc.asyncProperty(histories(some), async (history) => {
        const { tables, all } = await tablesOf(history, 9);
        try {
          await compareComparisons(tables.db, some.flat(), all);
        } finally {
          await tables.db.destroy();
        }
      }),
      { numRuns: 2, endOnFailure: true },
    );
  }, 180_000);

  it('per ogni registro, e uguali dopo una ricostruzione e per la verifica', async () => {
    const [history] = fc.sample(histories(families, 14), 1);
    const { store, tables, all } = await tablesOf(history!, 11);
    try {
      await compare(tables.db, catalogue.registers, all);
      const made = { store, url: database.url, log: mute, projections: catalogue.projections, upcasts: NO_UPCASTS };
      expect(await check(made)).toMatchObject({ equal: true });
      await rebuild(made);
      expect(await check(made)).toMatchObject({ equal: true });
      await compare(tables.db, catalogue.registers, all);
    } finally {
      await tables.db.destroy();
    }
  }, 180_000);
});
