import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { Target } from './columns.ts';
import type { RecordEvent } from './record-events.ts';
import { stateful, type Change } from './stateful.ts';
import type { BatchTransaction } from './transaction.ts';

interface Counter {
  id: string;
  owner: string;
  total: number;
  version: number;
  groupVersion: number;
}

const COUNTERS: Target = {
  table: 'contatori',
  columns: [
    { name: 'id', type: 'text' },
    { name: 'owner', type: 'text' },
    { name: 'total', type: 'integer' },
    { name: 'version', type: 'integer' },
    { name: 'groupVersion', type: 'integer' },
  ],
  key: ['id'],
  ifExists: 'replace',
};
const STEPS: Target = { table: 'passi', columns: [{ name: 'testo', type: 'text' }], key: ['testo'], ifExists: 'keep' };

/** A fact that adds to a counter, or (`id` null) one that empties all counters of an owner. */
interface Add {
  id: string | null;
  owner: string;
  add: number;
  version: number;
}

const factOf = ({ id, owner, add, version }: Add): RecordEvent =>
  ({
    event: { version, data: { owner, add }, stream: owner } as unknown as StoredEvent,
    change: { table: 'contatori', id: id ?? '', kind: id === null ? 'eliminato' : 'modificato', fields: {} },
  }) as unknown as RecordEvent;

/** A table in memory, and the transaction of a batch over it. Rows reach the table when the batch sends them. */
function database() {
  const rows = new Map<string, Counter>();
  const steps: string[] = [];
  const reads: string[] = [];
  const tx: BatchTransaction = {
    query: <Row>(statement: unknown) => {
      const values = JSON.stringify((statement as { toOperationNode(): unknown }).toOperationNode());
      reads.push(values);
      return Promise.resolve(
        [...rows.values()].filter(({ id, owner }) => values.includes(`"${id}"`) || values.includes(`"${owner}"`)) as Row[],
      );
    },
    send(statement) {
      const { sql, parameters } = statement as { sql: string; parameters: readonly string[] };
      const sent = JSON.parse(parameters[0]!) as (Counter & { testo: string })[];
      if (sql.includes('"passi"')) steps.push(...sent.map(({ testo }) => testo));
      else for (const row of sent) rows.set(row.id, row);
    },
  };
  return { rows, steps, reads, tx };
}

const evolve = (before: Counter | undefined, { event, change }: RecordEvent): Counter | undefined => {
  const { owner, add } = event.data as { owner: string; add: number };
  if (change.kind === 'eliminato') return before && { ...before, total: 0, groupVersion: event.version };
  if (before && add === 0) return before;
  // what comes into being after a fact of the group is not changed by it
  const groupVersion = before?.groupVersion ?? event.version;
  return { id: change.id, owner: before?.owner ?? owner, total: (before?.total ?? 0) + add, version: event.version, groupVersion };
};

function counters(adds: readonly Add[][]) {
  const seen: Change<Counter>[][] = [];
  const batches = adds.map((batch) => batch.map(factOf));
  const { apply } = stateful<Counter>({
    target: COUNTERS,
    select: (events) => batches[Number((events as unknown as number[])[0])]!,
    key: ({ change }) => (change.kind === 'eliminato' ? null : [change.id]),
    group: {
      column: 'owner',
      nameInEvent: ({ event, change }) => (change.kind === 'eliminato' ? event.stream : null),
      nameInState: ({ owner }) => owner,
    },
    load: (row) => row as unknown as Counter,
    store: (state) => ({ ...state }),
    version: ({ version, groupVersion }, { change }) => (change.kind === 'eliminato' ? groupVersion : version),
    evolve,
    perEvent: {
      target: STEPS,
      row: ({ recordEvent, before, after }) => ({ testo: `${recordEvent.change.id}: ${before?.total ?? '-'} → ${after.total}` }),
    },
    rows: (_tx, changes) => void seen.push([...changes]),
  });
  const run = async (tx: BatchTransaction) => {
    for (const at of batches.keys()) await apply(tx, [at] as unknown as StoredEvent[]);
  };
  return { seen, run };
}

describe('una proiezione che tiene uno stato per chiave', () => {
  it('scrive lo stesso comunque i fatti siano divisi in lotti, anche ripetuti', async () => {
    const add = fc.record({
      id: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null }),
      owner: fc.constantFrom('anna', 'mario'),
      add: fc.integer({ min: 0, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(add, { maxLength: 12 }), fc.array(fc.nat(3), { maxLength: 12 }), fc.nat(12), async (parts, cuts, again) => {
        const facts = parts.map((one, at) => ({ ...one, version: at + 1 }));
        const batches: Add[][] = [[]];
        facts.forEach((fact, at) => {
          batches.at(-1)!.push(fact);
          if (cuts[at] === 0) batches.push([]);
        });
        const expected = new Map<string, Counter>();
        for (const fact of facts.map(factOf)) {
          const group = fact.change.kind === 'eliminato';
          const touched = group ? [...expected].flatMap(([id, { owner }]) => (owner === fact.event.stream ? [id] : [])) : [fact.change.id];
          for (const id of touched) {
            const after = evolve(expected.get(id), fact);
            if (after) expected.set(id, after);
          }
        }
        const db = database();
        await counters([...batches, facts.slice(0, again)]).run(db.tx);
        expect(Object.fromEntries(db.rows)).toEqual(Object.fromEntries(expected));
      }),
    );
  });

  it('dice lo stato di prima del lotto e quello di dopo, una volta per chiave, e non chi resta com’è', async () => {
    const { seen, run } = counters([
      [
        { id: 'a', owner: 'anna', add: 2, version: 1 },
        { id: 'a', owner: 'anna', add: 3, version: 2 },
      ],
      [
        { id: 'a', owner: 'anna', add: 1, version: 3 },
        { id: 'b', owner: 'anna', add: 4, version: 4 },
      ],
      [{ id: 'a', owner: 'anna', add: 0, version: 5 }],
    ]);
    const { tx, steps } = database();
    await run(tx);
    expect(seen.map((changes) => changes.map(({ before, after }) => [before?.total, after.total]))).toEqual([
      [[undefined, 5]],
      [
        [5, 6],
        [undefined, 4],
      ],
      [],
    ]);
    // one row per applied fact, also for the one that changes nothing
    expect(steps).toEqual(['a: - → 2', 'a: 2 → 5', 'a: 5 → 6', 'b: - → 4', 'a: 6 → 6']);
  });

  it('un fatto di un gruppo cambia tutti i suoi, anche quelli che il lotto non nomina', async () => {
    const db = database();
    await counters([
      [
        { id: 'a', owner: 'anna', add: 2, version: 1 },
        { id: 'b', owner: 'mario', add: 3, version: 1 },
      ],
      [{ id: null, owner: 'anna', add: 0, version: 2 }],
    ]).run(db.tx);
    expect([...db.rows.values()].map(({ id, total }) => [id, total])).toEqual([
      ['a', 0],
      ['b', 3],
    ]);
  });

  it('legge anche ciò che una riga nomina, pure chi lo nomina lo stato già scritto', async () => {
    const stateOfC: (number | undefined)[] = [];
    const { apply } = stateful<Counter>({
      target: COUNTERS,
      select: () => [factOf({ id: 'a', owner: 'anna', add: 1, version: 2 })],
      key: ({ change }) => [change.id],
      needs: (_fact, stateOf) => [['a'], ['b'], ...(stateOf('a') ? [['c']] : [])],
      load: (row) => row as unknown as Counter,
      store: (state) => ({ ...state }),
      version: ({ version }) => version,
      evolve,
      perEvent: {
        target: STEPS,
        row({ stateOf }) {
          stateOfC.push(stateOf('c')?.total);
          return { testo: 'x' };
        },
      },
    });
    const { rows, reads, tx } = database();
    for (const [id, total] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ] as const)
      rows.set(id, { id, owner: 'x', total, version: 1, groupVersion: 0 });
    await apply(tx, []);
    expect(reads.map((read) => ['a', 'b', 'c'].filter((id) => read.includes(`"${id}"`)))).toEqual([['a'], ['b', 'c']]);
    expect(stateOfC).toEqual([3]);
  });
});
