import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '#contracts/core/events.ts';
import { personalData } from '#contracts/core/personal-data.ts';
import { EVERYTHING, GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { parseCheckpoint, parseNote } from '#contracts/core/signed-note.ts';
import type { CheckpointRow, SealsState } from '#contracts/modules/sigilli/sigilli.ts';
import { openDatabase } from '#projections/database.ts';
import { check } from '#projections/engine/verify.ts';
import { isSound, judgeLog } from '#services/cli/judge.ts';
import { setLogPlace } from '#services/log-move/log-place.ts';
import { fact } from '#services/platform/event-store/testing.ts';
import { storePostgres } from '#services/platform/event-store/postgres.ts';
import type { WriteDatabase } from '#services/platform/postgres/write-tables.ts';
import { personKeys } from '#services/platform/sealing/keys.ts';
import { sealLog } from '#services/platform/sealing/seal-log.ts';
import { sealedStore } from '#services/platform/sealing/sealed-store.ts';
import { catalogue } from '../../test/catalogue.ts';
import { SETTINGS, startTestPortal, type Person, type TestPortal } from '../../test/portal.ts';
import { TEMPLATE, testDatabase, type TestDatabase } from '../../test/postgres.ts';
import { programEnvironment } from '../../test/program.ts';

const SLOW = { timeout: 180_000 };
const WORKERS = 1200;
const TELLTALE = /garibaldin|anitella/i;
const mute = pino({ level: 'silent' });

describe('Il registro di prima, che dice in chiaro chi sono le persone', SLOW, () => {
  let database: TestDatabase;
  let folder: string;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    [database, folder] = await Promise.all([testDatabase(undefined, TEMPLATE), mkdtemp(join(tmpdir(), 'strato-persone-'))]);
    const { store } = open();
    const event = (type: string, data: JsonObject) => ({ ...fact(data), type });
    await store.appendAll([
      ...Array.from({ length: WORKERS }, (_, n) => ({
        stream: `personale-P${n}`,
        events: [
          event('LavoratoreRegistrato.v1', {
            matricola: `P${n}`,
            nome: 'Anitella',
            cognome: `Garibaldini ${n}`,
            data_inizio: '2020-01-01',
          }),
        ],
        expected: 'none' as const,
      })),
      {
        stream: 'operatore-7',
        events: [event('OperatoreRegistrato.v1', { id: 7, descrizione: 'Garibaldini Anitella' })],
        expected: 'none',
      },
      {
        stream: 'produzione_padre-9',
        events: [event('RigaProduzioneAggiunta.v1', { id: 3, id_intestazione: 9, operatore: 'Garibaldini Anitella', quantita: 4 })],
        expected: 'none',
      },
    ]);
  }, SLOW.timeout);
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  function open() {
    const { db, pool } = openDatabase<WriteDatabase>({ url: database.url, max: 3, schema: 'public' });
    const store = storePostgres(pool);
    closing.push(
      () => db.destroy(),
      () => store.close(),
    );
    const keys = personKeys(db, { SEGRETO: SETTINGS.SEGRETO, SEGRETO_PRIMA: undefined });
    return { db, store, keys, opened: sealedStore(store, { people: personalData(catalogue.registers), keys }) };
  }
  const recorded = async (): Promise<string> => {
    const { rows } = await sql<{ text: string }>`select data::text as text from public.eventi order by position`.execute(open().db);
    return rows.map(({ text }) => text).join('\n');
  };

  /** Runs `work` with a portal on this database, which is stopped afterwards. */
  async function portal<R>(work: (portale: TestPortal, admin: Person) => Promise<R>): Promise<R> {
    const portale = await startTestPortal({
      database: { url: database.url, close: async () => undefined },
      env: { DATI_DIR: folder, EVENTSTORE_URL: 'postgres' },
    });
    try {
      return await work(portale, await portale.person({ groupID: GRUPPO_AMMINISTRATORI, permessi: { report: EVERYTHING } }));
    } finally {
      await portale.stop();
    }
  }
  const stateOf = async (portale: TestPortal, admin: Person): Promise<SealsState> => {
    const { status, body } = await portale.call('GET', '/api/sigilli', { as: admin });
    expect(status).toBe(200);
    return body.stato as SealsState;
  };
  const sealed = async (portale: TestPortal, admin: Person) => {
    const { status, body } = await portale.call('POST', '/api/sigilli', { as: admin });
    expect([status, body.message]).toEqual([201, undefined]);
    return parseCheckpoint(parseNote((body.data as CheckpointRow).testo)!.text)!;
  };
  const run = (env: Record<string, string | undefined> = {}): Promise<{ code: unknown; said: string }> =>
    new Promise((resolve) =>
      execFile(
        process.execPath,
        [join(import.meta.dirname, 'seal-people.ts')],
        {
          env: { ...programEnvironment(), DATI_DIR: folder, DATABASE_URL: database.url, SEGRETO: SETTINGS.SEGRETO, ...env },
          timeout: 90_000,
        },
        (error, stdout, stderr) => resolve({ code: error ? (error.code ?? error.signal) : 0, said: stdout + stderr }),
      ),
    );

  let origin: string;

  it('si conta, e finché un portale va non si cifra', async () => {
    await portal(async (portale, admin) => {
      expect(await stateOf(portale, admin)).toMatchObject({ in_chiaro: WORKERS + 2, illeggibili: 0, messaggio: null });
      ({ origin } = await sealed(portale, admin));
      expect(await run()).toEqual({ code: 1, said: expect.stringContaining('A portal is running') });
    });
    expect(await recorded()).toMatch(TELLTALE);
  });

  it('un registro che sta in EventStoreDB si riporta prima, e non è stato toccato nulla', async () => {
    const { db } = open();
    const before = await recorded();
    await setLogPlace(db, 'eventi.impresa.it:2113, 2026-01-02T10:00:00.000Z');
    try {
      const { code, said } = await run();
      expect(code).toBe(1);
      expect(said).toContain('in an EventStoreDB (eventi.impresa.it:2113, 2026-01-02T10:00:00.000Z), which changes no event');
      expect(said).toContain('make migrate-eventstore INDIETRO=1');
      expect(said).toContain('Nothing was touched.');
    } finally {
      await setLogPlace(db, null);
    }
    expect(await recorded()).toBe(before);
  });

  it('cifrato per metà e ucciso, si legge come prima', async () => {
    const { db, keys, opened } = open();
    const told = (events: number) => {
      if (events > 0) throw new Error('ucciso');
    };
    await expect(sealLog({ db, people: personalData(catalogue.registers), keys, recordedReads: [], told })).rejects.toThrow('ucciso');
    expect((await recorded()).match(/"Garibaldini/g)).toHaveLength(WORKERS + 2 - 500);
    expect((await opened.read('personale-P0'))[0]!.data).toMatchObject({ nome: 'Anitella', cognome: 'Garibaldini 0' });
    // only this command may change recorded events
    await expect(sql`update public.eventi set type = type`.execute(db)).rejects.toThrow('append-only');
  });

  it('si continua, e dopo nessuno vi è in chiaro; le tabelle restano uguali, e i sigilli ricominciano da un’altra epoca', async () => {
    expect(await run()).toEqual({ code: 0, said: expect.stringContaining(`${WORKERS - 500 + 2} events that told`) });
    expect(await recorded()).not.toMatch(TELLTALE);
    expect(await run()).toEqual({ code: 0, said: expect.stringContaining('tells of nobody in clear') });
    await portal(async (portale, admin) => {
      expect(await stateOf(portale, admin)).toMatchObject({ in_chiaro: 0, messaggio: null, esito: 'esteso' });
      const { data } = (await portale.call('GET', '/api/personale?matricola=P3', { as: admin })).body;
      expect(data[0]).toMatchObject({ cognome: 'Garibaldini 3' });
      const checkpoint = await sealed(portale, admin);
      expect(checkpoint.origin).toBe(`${origin}/2`);
      expect(checkpoint.extensions[1]).toContain(`ricomincia ${origin} `);
      const { recorded: store, readDb, writeDb, catalogue: known } = portale.deps;
      const { equal } = await check({ store, url: portale.url, log: mute, projections: known.projections, upcasts: known.upcasts });
      expect(equal).toBe(true);
      expect(isSound(await judgeLog({ store, readDb, writeDb, elsewhere: [] }))).toBe(true);
    });
  });

  it('di chi è stato dimenticato prima non resta niente', async () => {
    const { db, store, keys, opened } = open();
    const data = { matricola: 'P-via', nome: 'Anitella', cognome: 'Garibaldini', data_nascita: '1981-04-05', data_inizio: '2020-01-01' };
    await store.append('personale-P-via', [{ ...fact(data), type: 'LavoratoreRegistrato.v1' }], 'none');
    await keys.destroy(['personale/P-via']);
    expect(await sealLog({ db, people: personalData(catalogue.registers), keys, recordedReads: [], told: () => undefined })).toBe(1);
    const [event] = await opened.read('personale-P-via');
    expect(event!.data).toEqual({ ...data, nome: 'P-via', cognome: 'Lavoratore', data_nascita: null });
    expect(await recorded()).not.toMatch(TELLTALE);
  });
});
