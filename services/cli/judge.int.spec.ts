import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseNote } from '#contracts/core/signed-note.ts';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import { mute, NO_UPCASTS, testTables } from '#projections/engine/events.testing.ts';
import { rebuild } from '#projections/engine/rebuild.ts';
import { treeProjection } from '#projections/sigilli/tree.projection.ts';
import { makeCheckpoint } from '#services/platform/checkpoints/checkpoints.ts';
import { signNote } from '#services/platform/checkpoints/keys.ts';
import { storePostgres } from '#services/platform/event-store/postgres.ts';
import { fact } from '#services/platform/event-store/testing.ts';
import type { WriteDatabase } from '#services/platform/postgres/write-tables.ts';
import { quietPool, TEMPLATE, testDatabase } from '../../test/postgres.ts';
import { isSound, judgeLog, type Seal } from './judge.ts';

const clock = { now: () => new Date('2026-05-04T09:00:00.000Z') };

/** Alterations of the log with the rights of its owner, each with the differences that the judgement names. */
const ALTERATIONS: [string, (db: Kysely<WriteDatabase>) => Promise<unknown>, { kind: string; stream: string; version: number }[]][] = [
  [
    'one byte of one event changed',
    (db) => sql`update public.eventi set data = jsonb_set(data, '{n}', '-1') where stream = 'prova-2' and version = 30`.execute(db),
    [{ kind: 'changed', stream: 'prova-2', version: 30 }],
  ],
  [
    'who did it changed',
    (db) =>
      sql`update public.eventi set metadata = jsonb_set(metadata, '{utente}', '"altri"') where stream = 'prova-0' and version = 1`.execute(
        db,
      ),
    [{ kind: 'changed', stream: 'prova-0', version: 1 }],
  ],
  [
    'an event deleted',
    (db) => sql`delete from public.eventi where stream = 'prova-1' and version = 40`.execute(db),
    [{ kind: 'missing', stream: 'prova-1', version: 40 }],
  ],
  [
    'two events swapped',
    async (db) => {
      await sql`update public.eventi set position = -position where position in (100, 201)`.execute(db);
      await sql`update public.eventi set position = 301 + position where position in (-100, -201)`.execute(db);
    },
    [
      { kind: 'moved', stream: 'prova-0', version: 34 },
      { kind: 'moved', stream: 'prova-2', version: 67 },
    ],
  ],
  [
    'an event slipped in',
    async (db) => {
      await sql`update public.eventi set position = -position - 1 where position > 150`.execute(db);
      await sql`update public.eventi set position = -position where position < 0`.execute(db);
      await sql`insert into public.eventi (position, stream, version, event_id, type, data, metadata)
        select 151, 'infilato', 1, gen_random_uuid(), type, data, jsonb_set(metadata, '{eventId}', to_jsonb(gen_random_uuid()::text)) from public.eventi where position = 10`.execute(
        db,
      );
    },
    [{ kind: 'added', stream: 'infilato', version: 1 }],
  ],
  [
    'the log cut short',
    (db) => sql`delete from public.eventi where position > 298`.execute(db),
    [
      { kind: 'missing', stream: 'prova-1', version: 100 },
      { kind: 'missing', stream: 'prova-2', version: 100 },
    ],
  ],
];

describe('make verify judges the log', { timeout: 60_000 }, () => {
  let place: string;
  let opened: { db: Kysely<WriteDatabase>; readDb: ReturnType<typeof openDatabase<ReadDatabase>>['db'] };
  let database: Awaited<ReturnType<typeof testDatabase>>;
  let elsewhere: Seal[];
  const closing: (() => Promise<unknown>)[] = [];
  const store = () => storePostgres(quiet());
  const quiet = () => {
    const pool = quietPool({ connectionString: database.url, max: 2 });
    closing.push(() => pool.end());
    return pool;
  };
  const sealed = () => {
    const { readDb, db: writeDb } = opened;
    const readModelWait = { until: () => Promise.resolve(true) };
    return makeCheckpoint({ config: { DATI_DIR: place }, clock, store: store(), readDb, writeDb, readModelWait });
  };
  const judge = (given: readonly Seal[] = []) => judgeLog({ store: store(), readDb: opened.readDb, writeDb: opened.db, elsewhere: given });
  const altering = async (alter: (db: Kysely<WriteDatabase>) => Promise<unknown>) => {
    await sql`alter table public.eventi disable trigger user`.execute(opened.db);
    await alter(opened.db);
    await sql`alter table public.eventi enable trigger user`.execute(opened.db);
  };

  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'strato-giudizio-'));
    database = await testDatabase(undefined, TEMPLATE);
    const { db } = openDatabase<WriteDatabase>({ url: database.url, max: 2, schema: 'public' });
    const { db: readDb } = openDatabase<ReadDatabase>({ url: database.url, max: 2 });
    opened = { db, readDb };
    const log = store();
    const tables = await testTables(database.url, [treeProjection]);
    const append = async (from: number, to: number) => {
      for (let n = from; n < to; n += 1) await log.append(`prova-${n % 3}`, [fact({ n, testo: 'è così' })], 'any');
      await tables.catchUp(log);
    };
    await append(0, 200);
    await sealed();
    await append(200, 300);
    const { checkpoint } = await sealed();
    elsewhere = [{ from: 'pec.txt', note: checkpoint.testo }];
    await tables.db.destroy();
  });
  afterEach(async () => {
    await Promise.all([opened.db.destroy(), opened.readDb.destroy()]);
    for (const close of closing.splice(0)) await close();
    await database.close();
    await rm(place, { recursive: true, force: true });
  });

  it('finds nothing where nothing was done, and events that are newer than the last checkpoint are no fault', async () => {
    const judgement = await judge(elsewhere);
    expect(judgement).toMatchObject({ altered: [], events: 300, newer: 0 });
    expect(judgement.seals.map(({ from, outcome, signed }) => [from, outcome, signed])).toEqual([
      ['kept', 'holds', true],
      ['kept', 'holds', true],
      ['pec.txt', 'holds', true],
    ]);
    expect(isSound(judgement)).toBe(true);
    await store().append('prova-0', [fact()], 'any');
    const later = await judge(elsewhere);
    expect([isSound(later), later.events, later.newer]).toEqual([true, 301, 1]);
  });

  it.each(ALTERATIONS)(
    '%s: found and named, and found by a checkpoint kept elsewhere once leaves and checkpoints were made anew',
    async (_, alter, named) => {
      await altering(alter);
      const found = await judge();
      expect(found.altered).toEqual(named);
      expect(isSound(found)).toBe(false);
      expect(found.seals.at(-1)!.outcome).toBe(named.some(({ kind }) => kind === 'missing') ? 'log-too-short' : 'other-root');
      // the attacker has the portal's key and can write all of its tables
      await sql`truncate public.sigilli`.execute(opened.db);
      await sql`update letture.proiezioni set posizione = '', cambiata = ''`.execute(opened.readDb);
      await rebuild({ store: store(), url: database.url, log: mute, projections: [treeProjection], upcasts: NO_UPCASTS });
      await sealed();
      expect(isSound(await judge())).toBe(true);
      const byOther = await judge(elsewhere);
      expect(byOther.altered).toEqual([]);
      expect(byOther.seals.at(-1)).toMatchObject({
        from: 'pec.txt',
        signed: true,
        outcome: expect.toBeOneOf(['other-root', 'log-too-short']),
      });
      expect(isSound(byOther)).toBe(false);
    },
  );

  it('refuses what is no checkpoint, is of another portal or is signed by another key', async () => {
    const [{ note }] = elsewhere as [Seal];
    const { text } = parseNote(note)!;
    const { privateKey } = generateKeyPairSync('ed25519');
    const name = text.split('\n')[0]!;
    const other = text.replace(/^strato\/[^\n]+/, 'strato/00000000-0000-4000-8000-000000000000');
    const judgement = await judge([
      { from: 'testo', note: 'non è un sigillo' },
      { from: 'altrui', note: signNote(other, 'strato/00000000-0000-4000-8000-000000000000', [privateKey]) },
      { from: 'altra chiave', note: signNote(text, name, [privateKey]) },
      { from: 'ritoccato', note: note.replace('2026-05-04', '2026-05-03') },
    ]);
    expect(judgement.seals.slice(2).map(({ from, outcome, signed }) => [from, outcome, signed])).toEqual([
      ['testo', 'no-checkpoint', false],
      ['altrui', 'other-portal', false],
      ['altra chiave', 'holds', false],
      ['ritoccato', 'holds', false],
    ]);
    expect(isSound(judgement)).toBe(false);
  });

  it('lets a checkpoint of an earlier epoch be, after a restore to a moment', async () => {
    await altering((db) => sql`delete from public.eventi where position > 250`.execute(db));
    await sql`update public.sigilli_origine set epoca = 2`.execute(opened.db);
    await sql`delete from letture.sigilli_foglie where numero >= 250`.execute(opened.readDb);
    const judgement = await judge(elsewhere);
    expect(judgement.seals.map(({ outcome }) => outcome)).toEqual(['holds', 'earlier-epoch', 'earlier-epoch']);
    expect(isSound(judgement)).toBe(true);
  });
});
