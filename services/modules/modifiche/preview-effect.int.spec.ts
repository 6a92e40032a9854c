import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Level, PermissionLevels } from '#contracts/core/permissions.ts';
import type { PreviewRow } from '#contracts/core/change-together.ts';
import type { ChangedRow } from '#contracts/modules/modifiche.ts';
import type { JobContext } from '#contracts/ports/job-queue.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { bulkChangesOf } from '#services/platform/postgres/bulk-changes.ts';
import { changeManyHandler } from './change-many.handler.ts';

let portale: TestPortal;
let io: Person;
let other: Person;
let admin: Person;

beforeAll(async () => {
  portale = await startTestPortal({ now: () => new Date('2026-05-20T10:00:00Z') });
  const everything: PermissionLevels = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 };
  admin = await portale.person({ memberID: 'capo', groupID: 2, permessi: { accise: everything, macchinari: everything } });
  io = await portale.person({ memberID: 'io', permessi: { accise: everything } });
  other = await portale.person({ memberID: 'altro', permessi: { accise: everything } });
  await portale.call('POST', '/api/macchinari', { as: admin, body: { macchinario: { matricola: 'M1' } } });
});
afterAll(() => portale?.stop());

interface Reading {
  mine: boolean;
  /** Day in a quarter that can be closed (February), or in the current quarter (May). */
  past: boolean;
  ore: number;
  /** Write of another person between preview and change. */
  meanwhile: 'nothing' | 'changes' | 'deletes';
  /** The record was deleted before the preview. */
  gone: boolean;
}
const reading: fc.Arbitrary<Reading> = fc.record({
  mine: fc.boolean(),
  past: fc.boolean(),
  ore: fc.integer({ min: 0, max: 3 }),
  meanwhile: fc.constantFrom('nothing', 'nothing', 'changes', 'deletes'),
  gone: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
});
const level = fc.constantFrom<Level>(0, 1, 3);
const campi = fc.constantFrom<Record<string, unknown>>(
  { ore: 2 },
  { ore: 2, minuti: 15 },
  { data: '2026-05-04' },
  { data: '2026-02-10' },
  { matricola: 'M1' },
  { matricola: 'ZZZ' },
  { ore: null },
);
const world = fc.record({
  readings: fc.array(reading, { minLength: 1, maxLength: 6 }),
  campi,
  vede: fc.constantFrom<Level>(1, 3),
  modifica: fc.constantFrom<Level>(1, 3),
  /** Right to edit that is left after the preview; `null` if the right does not change. */
  loses: fc.option(level, { nil: null }),
  closed: fc.boolean(),
  sendsVersions: fc.boolean(),
});

const post = (path: string, body: object, as: Person) => portale.call('POST', `/api/${path}`, { as, body });

async function make({ mine, past, ore, gone }: Reading): Promise<number> {
  const accise = { data: past ? '2026-02-03' : '2026-05-03', ore };
  const { insertId } = (await post('accise', { accise }, mine ? io : other)).body.message;
  if (gone) await portale.call('DELETE', '/api/accise', { as: admin, body: { id: insertId } });
  return insertId;
}

/** Runs the requested change as a worker would. */
async function run(id: string, person: Person): Promise<void> {
  const context: JobContext = {
    id,
    data: { registro: 'accise' },
    utente: person.memberID,
    groupID: person.groupID,
    signal: new AbortController().signal,
    progress: async () => {},
  };
  await changeManyHandler(portale.deps)(context);
}

it('la prova e la modifica dicono e fanno lo stesso, riga per riga', async () => {
  const quarter = { anno: 2026, trimestre: 1 };
  await fc.assert(
    fc.asyncProperty(world, async ({ readings, campi: values, vede, modifica, loses, closed, sendsVersions }) => {
      const rights: PermissionLevels = { allowInsert: 1, allowView: vede, allowEdit: modifica, allowDelete: 1 };
      await portale.changePermissions(io.groupID, { accise: { ...rights, allowView: 3, allowEdit: 3 } });
      const ids: number[] = [];
      for (const one of readings) ids.push(await make(one));
      if (closed) expect((await post('accise/dichiarazione/chiudi', quarter, admin)).status).toBe(200);
      await portale.changePermissions(io.groupID, { accise: rights });
      const asked = { ids: [...ids, 9_999_999], campi: values };
      const preview = async (): Promise<PreviewRow[]> => (await post('accise/modifica-insieme', { ...asked, prova: 1 }, io)).body.data;

      const seen = await preview();
      const versions = sendsVersions ? Object.fromEntries(seen.flatMap(({ id, versione }) => (versione ? [[id, versione]] : []))) : {};
      for (const [at, { meanwhile, past }] of readings.entries()) {
        if (meanwhile === 'changes' && !(past && closed))
          await portale.call('PUT', '/api/accise', { as: admin, body: { accise: { id: ids[at], k_giri: 7 } } });
        if (meanwhile === 'deletes') await portale.call('DELETE', '/api/accise', { as: admin, body: { id: ids[at] } });
      }
      if (loses !== null) await portale.changePermissions(io.groupID, { accise: { ...rights, allowEdit: loses } });

      // this preview runs in the state in which the change runs, so both must agree
      const now =
        loses === 0
          ? null
          : ((await post('accise/modifica-insieme', { ...asked, versioni: versions, prova: 1 }, io)).body.data as PreviewRow[]);
      const id = randomUUID();
      const rows = asked.ids.map((key) => ({ key, version: versions[key] ?? null }));
      const change = {
        id,
        register: 'accise',
        values: values as Record<string, string | number | null>,
        utente: io.memberID,
        allOrNone: false,
        takesBack: null,
      };
      await bulkChangesOf(portale.deps.writeDb).begin(change, rows);
      await run(id, io);
      const done: ChangedRow[] = (await portale.call('GET', `/api/modifiche/${id}?righe=500`, { as: io })).body.data;

      if (loses === 0) expect(done.every(({ esito }) => esito === 'rifiutato')).toBe(true);
      for (const [at, row] of (now ?? []).entries()) {
        const { esito, lasciati: _left, ...told } = done[at]!;
        expect(told).toEqual(row);
        const same = JSON.stringify(row.prima) === JSON.stringify(row.dopo);
        expect(esito).toBe(row.rifiuto === null ? (same ? 'invariato' : 'fatto') : 'rifiutato');
      }
      // without a concurrent write, the first preview must agree as well
      const untouched = loses === null && readings.every(({ meanwhile }) => meanwhile === 'nothing');
      if (untouched) expect(now).toEqual(seen);
      const reopened = { ...quarter, motivo: 'la prova successiva' };
      if (closed) expect((await post('accise/dichiarazione/riapri', reopened, admin)).status).toBe(200);
    }),
    { numRuns: 40 },
  );
}, 240_000);
