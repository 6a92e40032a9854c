import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject, NewEvent, StoredEvent } from '#contracts/core/events.ts';
import { personalData, type PersonalData } from '#contracts/core/personal-data.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { openDatabase } from '#projections/database.ts';
import { catalogue } from '../../../test/catalogue.ts';
import { testDatabase } from '../../../test/postgres.ts';
import { conformanceTests } from '../event-store/conformance.ts';
import { memoryStore } from '../event-store/memory.ts';
import { storePostgres } from '../event-store/postgres.ts';
import { fact } from '../event-store/testing.ts';
import { migrate } from '../postgres/migrations/index.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';
import { isSealed } from '#contracts/core/personal-data.ts';
import { personKeys } from './keys.ts';
import { KeysUnreadable, type PersonKeys } from './person-keys.ts';
import { sealedStore } from './sealed-store.ts';

const people = personalData(catalogue.registers);
const SECRET = { SEGRETO: 'un-segreto-di-prova-abbastanza-lungo', SEGRETO_PRIMA: undefined };

let url: string;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  const database = await testDatabase();
  closing.push(() => database.close());
  ({ url } = database);
  await migrate(open().db);
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

function open() {
  const opened = openDatabase<WriteDatabase>({ url, max: 4, schema: 'public' });
  closing.push(() => opened.db.destroy());
  return opened;
}

/** A process of its own: its keys are read from the database, and forgotten at once when another destroys them. */
const process = (secret: Parameters<typeof personKeys>[1] = SECRET, told?: (subject: string) => void) =>
  personKeys(open().db, secret, { lifetimeMs: 0, ...(told ? { told } : {}) });

const event = (type: string, data: JsonObject): NewEvent => ({ ...fact(data), type });
let last = 0;
const matricola = (): string => `S${(last += 1)}`;
const worker = (id: string, more: JsonObject = {}): NewEvent =>
  event('LavoratoreRegistrato.v1', {
    matricola: id,
    nome: 'Anna',
    cognome: 'Neri',
    data_nascita: '1980-02-03',
    data_inizio: '2020-01-01',
    ...more,
  });

/** The same log, opened and as recorded. */
function bench(keys = process()): { recorded: EventStore; store: EventStore; keys: ReturnType<typeof process> } {
  const recorded = memoryStore();
  return { recorded, store: sealedStore(recorded, { people, keys }), keys };
}

/** Every value of every event tells of one person, so that the store's own tests are about sealed events. */
const everything: PersonalData = {
  types: ['FattoDiProva.v1'],
  valuesOf: ({ data }) => Object.keys(data).map((field) => ({ field, person: 'personale/prova', forgotten: null })),
  namesOf: () => [],
};

/** The sealed store without the recorded form beside each event, which no other store has. */
function sealingAll(store: EventStore, keys: PersonKeys): EventStore {
  const sealed = sealedStore(store, { people: everything, keys });
  const opened = ({ recordedData, ...one }: StoredEvent): StoredEvent => {
    if (recordedData) expect(Object.values(recordedData).every(isSealed)).toBe(true);
    return one;
  };
  return {
    ...sealed,
    read: async (stream, until) => (await sealed.read(stream, until)).map(opened),
    async *readAll(after, signal) {
      for await (const batch of sealed.readAll(after, signal)) yield batch.map(opened);
    },
  };
}

conformanceTests(
  'memoria, con i dati personali sigillati',
  async () => {
    const store = sealingAll(memoryStore(), process());
    return { store, second: store, fresh: true, close: () => store.close() };
  },
  { assenze: false },
);

conformanceTests(
  'PostgreSQL, con i dati personali sigillati',
  async () => {
    const database = await testDatabase();
    const [first, second] = [1, 2].map(() => openDatabase<WriteDatabase>({ url: database.url, max: 8, schema: 'public' }));
    await migrate(first!.db);
    const [one, other] = [first!, second!].map(({ pool, db }) => sealingAll(storePostgres(pool), personKeys(db, SECRET)));
    return {
      store: one!,
      second: other!,
      fresh: true,
      async close() {
        await Promise.all([one!.close(), other!.close()]);
        await Promise.all([first!.db.destroy(), second!.db.destroy()]);
        await database.close();
      },
    };
  },
  { assenze: false },
);

describe('Il registro con i dati personali sigillati', () => {
  test('registra i dati personali sigillati e li rende in chiaro, gli altri come sono', async () => {
    const { recorded, store } = bench();
    const id = matricola();
    await store.append(`personale-${id}`, [worker(id, { luogo: null })], 'none');
    const [there] = await recorded.read(`personale-${id}`);
    expect(Object.keys(there!.data).filter((field) => isSealed(there!.data[field]))).toEqual(['nome', 'cognome', 'data_nascita']);
    expect(there!.data).toMatchObject({ matricola: id, data_inizio: '2020-01-01', luogo: null });
    expect(JSON.stringify(there)).not.toMatch(/Anna|Neri|1980/);
    const [read] = await store.read(`personale-${id}`);
    expect(read!.data).toEqual(worker(id, { luogo: null }).data);
    expect(read!.recordedData).toEqual(there!.data);
  });

  test('un evento di prima si legge com’è', async () => {
    const { recorded, store } = bench();
    const id = matricola();
    await recorded.append(`personale-${id}`, [worker(id)], 'none');
    expect(await store.read(`personale-${id}`)).toEqual(await recorded.read(`personale-${id}`));
  });

  test('gli stessi eventi ripetuti restano gli stessi, benché il sigillo cambi', async () => {
    const { store } = bench();
    const id = matricola();
    const events = [worker(id)];
    const first = await store.append(`personale-${id}`, events, 'none');
    expect(await store.append(`personale-${id}`, events, 'none')).toEqual(first);
    expect(await store.appendAll([{ stream: `personale-${id}`, events, expected: 'none' }])).toEqual([first]);
    expect(await store.read(`personale-${id}`)).toHaveLength(1);
  });

  test('chi legge tutto il registro legge in chiaro', async () => {
    const { store } = bench();
    const id = matricola();
    await store.append(`personale-${id}`, [worker(id)], 'none');
    const stop = new AbortController();
    for await (const batch of store.readAll(null, stop.signal)) {
      expect(batch.map(({ data }) => data['cognome'])).toEqual(['Neri']);
      stop.abort();
    }
  });

  test('distrutta la chiave, ogni processo legge «dimenticato», anche ciò che aveva già letto, e nessuno ne fa un’altra', async () => {
    const [first, second] = [process(), process()];
    const { recorded, store } = bench(first);
    const elsewhere = sealedStore(recorded, { people, keys: second });
    const id = matricola();
    const stream = `personale-${id}`;
    await store.append(stream, [worker(id, { unilav: 'Personale/x.pdf' })], 'none');
    for (const one of [store, elsewhere]) expect((await one.read(stream))[0]!.data['cognome']).toBe('Neri');
    expect(await second.destroy([`personale/${id}`])).toEqual([`personale/${id}`]);
    expect(await second.destroy([`personale/${id}`])).toEqual([]);
    for (const one of [store, elsewhere])
      expect((await one.read(stream))[0]!.data).toEqual({
        matricola: id,
        nome: id,
        cognome: 'Lavoratore',
        data_nascita: null,
        unilav: null,
        data_inizio: '2020-01-01',
      });
    for (const one of [store, elsewhere])
      await expect(one.append(stream, [event('LavoratoreModificato.v1', { matricola: id, nome: 'Anna' })], 1)).rejects.toThrow(
        'dimenticati',
      );
    // what is no personal value may still be written, and so may the word that stands for a value
    await store.append(stream, [event('LavoratoreModificato.v1', { matricola: id, data_fine: '2026-01-01', nome: id })], 1);
    expect([...first.unreadable, ...second.unreadable]).toEqual([]);
  });

  test('chi non ha mai avuto una chiave, dimenticato, non ne ha più', async () => {
    const keys = process();
    const id = matricola();
    await keys.destroy([`personale/${id}`]);
    await expect(bench(keys).store.append(`personale-${id}`, [worker(id)], 'none')).rejects.toThrow('dimenticati');
  });

  test('due processi che fanno insieme una chiave ne fanno una', async () => {
    const subjects = Array.from({ length: 20 }, () => `personale/${matricola()}`);
    const [one, other] = await Promise.all([process().toSeal(subjects), process().toSeal(subjects.toReversed())]);
    for (const subject of subjects) expect(one.get(subject)).toEqual(other.get(subject));
  });

  test('una riga di produzione che nomina un operatore è sigillata con la sua chiave, anche dopo che ha cambiato nome', async () => {
    const { recorded, store, keys } = bench();
    const id = 4000 + (last += 1);
    const name = `Operaio ${id}`;
    const line = (operatore: string) => event('RigaProduzioneAggiunta.v1', { id: (last += 1), id_intestazione: 1, operatore });
    const stream = `produzione_padre-${randomUUID()}`;
    await store.append(`operatore-${id}`, [event('OperatoreRegistrato.v1', { id, descrizione: name })], 'none');
    await store.append(`operatore-${id}`, [event('OperatoreModificato.v1', { id, descrizione: `${name} bis` })], 1);
    await store.append(stream, [line(name), line(`${name} bis`), line(`  ${name.toUpperCase()}`), line('mai sentito')], 'none');
    const whose = (await recorded.read(stream)).map(({ data }) => (data['operatore'] as JsonObject)['di']);
    expect(whose.slice(0, 3)).toEqual([1, 2, 3].map(() => `operatore/${id}`));
    expect(whose[3]).toMatch(/^operatore\/~/);
    expect((await store.read(stream))[0]!.data['operatore']).toBe(name);
    await keys.destroy([`operatore/${id}`]);
    const read = (await store.read(stream)).map(({ data }) => data['operatore']);
    expect(read).toEqual(['dimenticato', 'dimenticato', 'dimenticato', 'mai sentito']);
    expect(await keys.subjectsOfName({ register: 'operatore', field: 'descrizione', name })).toEqual([]);
  });

  test('con un altro SEGRETO non si registra niente di personale, e la lettura dice di chi non legge', async () => {
    const { recorded, store } = bench();
    const id = matricola();
    await store.append(`personale-${id}`, [worker(id)], 'none');
    const told: string[] = [];
    const stranger = process({ SEGRETO: 'un-altro-segreto-abbastanza-lungo!!', SEGRETO_PRIMA: undefined }, (subject) => told.push(subject));
    const elsewhere = sealedStore(recorded, { people, keys: stranger });
    await expect(elsewhere.append(`personale-${id}`, [worker(id)], 1)).rejects.toBeInstanceOf(KeysUnreadable);
    for (let time = 0; time < 2; time += 1) expect((await elsewhere.read(`personale-${id}`))[0]!.data['nome']).toBe(id);
    expect(told).toEqual([`personale/${id}`]);
    expect([...stranger.unreadable]).toEqual([`personale/${id}`]);
  });

  test('dopo un cambio di SEGRETO le chiavi restano, e sono avvolte di nuovo', async () => {
    const { recorded, store } = bench();
    const id = matricola();
    await store.append(`personale-${id}`, [worker(id)], 'none');
    const now = 'il-segreto-che-viene-dopo-di-quello';
    const changing = process({ SEGRETO: now, SEGRETO_PRIMA: SECRET.SEGRETO });
    expect((await sealedStore(recorded, { people, keys: changing }).read(`personale-${id}`))[0]!.data['nome']).toBe('Anna');
    expect(await changing.rewrap()).toBeGreaterThan(0);
    expect(await changing.rewrap()).toBe(0);
    const after = process({ SEGRETO: now, SEGRETO_PRIMA: undefined });
    expect((await sealedStore(recorded, { people, keys: after }).read(`personale-${id}`))[0]!.data['nome']).toBe('Anna');
    expect(await process({ ...SECRET, SEGRETO_PRIMA: now }).rewrap()).toBeGreaterThan(0);
  });

  test('una distruzione che non si compie lascia la chiave', async () => {
    const keys = process();
    const { store } = bench(keys);
    const id = matricola();
    await store.append(`personale-${id}`, [worker(id)], 'none');
    const failed = open()
      .db.transaction()
      .execute(async (tx) => {
        await keys.destroy([`personale/${id}`], tx);
        throw new Error('niente di fatto');
      });
    await expect(failed).rejects.toThrow('niente di fatto');
    expect((await store.read(`personale-${id}`))[0]!.data['nome']).toBe('Anna');
  });
});
