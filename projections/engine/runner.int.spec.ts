import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { EventStore } from '#contracts/ports/event-store.ts';
import { storeMemoria } from '#services/platform/event-store/memory.ts';
import { databaseDiProva, type DatabaseDiProva } from '../../test/postgres.ts';
import { apriDatabase, type LettureDatabase } from '../database.ts';
import { contatore, conteggio, muto, registra } from './events.testing.ts';
import { statoProiezioni } from './projections.queries.ts';
import type { Projection } from './projection.ts';
import { avviaProiezioni } from './runner.ts';

let database: DatabaseDiProva;
let db: Kysely<LettureDatabase>;
let store: EventStore;
let accesi: { ferma(): Promise<void> }[];

beforeEach(async () => {
  database = await databaseDiProva();
  ({ db } = apriDatabase<LettureDatabase>({ url: database.url, max: 3 }));
  store = storeMemoria();
  accesi = [];
});

afterEach(async () => {
  await Promise.all(accesi.map((runner) => runner.ferma()));
  await db.destroy();
  await store.close();
  await database.chiudi();
});

async function avvia(projections: readonly Projection[], suo: EventStore = store) {
  const runner = await avviaProiezioni({ store: suo, url: database.url, projections, log: muto });
  accesi.push(runner);
  return runner;
}

const registraVolte = async (quante: number): Promise<void> => {
  for (let i = 0; i < quante; i += 1) await registra(store, 'prova-1', `Fatto${i % 2}.v1`, { n: i });
};

const attendi = <T>(controllo: () => Promise<T>): Promise<T> => vi.waitFor(controllo, { timeout: 15_000, interval: 20 });
const stati = async () => Object.fromEntries((await statoProiezioni(db)).map((p) => [p.nome, p]));

/** Waits until all of these projections have applied the whole log. */
const inPari = (...nomi: string[]) => attendi(async () => {
  const head = await store.head();
  const tutti = await stati();
  for (const nome of nomi) expect(tutti[nome]).toMatchObject({ stato: 'attiva', posizione: head });
});

const termina = async (quali: string): Promise<void> => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${quali}`);
  await client.end();
};

describe('il corridore delle proiezioni', () => {
  it('applica il passato e poi il presente, una volta sola ciascuno', async () => {
    await registraVolte(7);
    await avvia([contatore('uno'), contatore('due', { tipi: ['Fatto1.v1'] })]);
    await registraVolte(5);
    await inPari('uno', 'due');
    expect(await conteggio(db, 'uno')).toBe(12);
    expect(await conteggio(db, 'due')).toBe(5);
  });

  it('riprende da dove era dopo essersi fermato, senza contare due volte', async () => {
    const primo = await avvia([contatore('uno')]);
    await registraVolte(3);
    await inPari('uno');
    await primo.ferma();
    await registraVolte(4);
    await avvia([contatore('uno')]);
    await inPari('uno');
    expect(await conteggio(db, 'uno')).toBe(7);
  });

  it('se le connessioni cadono a metà di un lotto riprende, senza doppi e senza buchi', async () => {
    let cadute = 0;
    const cade = (): void => {
      cadute += 1;
      if (cadute % 9 === 0 && cadute < 20) throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });
    };
    await registraVolte(20);
    await avvia([contatore('uno', { guasto: cade }), contatore('due')]);
    await registraVolte(10);
    await inPari('uno', 'due');
    await termina("application_name = 'strato-letture'");
    await registraVolte(10);
    await inPari('uno', 'due');
    expect(cadute).toBeGreaterThan(40);
    expect([await conteggio(db, 'uno'), await conteggio(db, 'due')]).toEqual([40, 40]);
  });

  it('un evento avvelenato ferma solo la sua proiezione, sul fatto prima; al riavvio riprova', async () => {
    let guasta = true;
    const veleno = (event: StoredEvent): void => {
      if (guasta && event.data['n'] === 3) throw new TypeError('non so leggerlo');
    };
    await registraVolte(6);
    const primo = await avvia([contatore('fragile', { guasto: veleno }), contatore('sana')]);
    await inPari('sana');
    const fragile = (await stati())['fragile'];
    expect(fragile?.stato).toBe('ferma');
    expect(fragile?.posizione).toBe((await store.read('prova-1'))[2]?.position);
    expect(fragile?.errore).toContain('Fatto1.v1');
    expect(fragile?.errore).toContain('non so leggerlo');
    expect(await conteggio(db, 'fragile')).toBe(3);

    await registraVolte(2);
    await inPari('sana');
    expect(await conteggio(db, 'fragile')).toBe(3);

    await primo.ferma();
    guasta = false;
    await avvia([contatore('fragile', { guasto: veleno }), contatore('sana')]);
    await inPari('fragile', 'sana');
    expect([await conteggio(db, 'fragile'), await conteggio(db, 'sana')]).toEqual([8, 8]);
    expect((await stati())['fragile']?.errore).toBeNull();
  });

  it("l'errore di una proiezione non porta fuori i valori dei dati", async () => {
    const schizzinosa: Projection = {
      ...contatore('schizzinosa'),
      async applica(tx, events) {
        for (const { data } of events) await sql`insert into schizzinosa (tipo, quanti) values ('x', ${data['segreto']}::integer)`.execute(tx);
      },
    };
    await registra(store, 'prova-1', 'Fatto.v1', { segreto: 'Mario Rossi' });
    await avvia([schizzinosa]);
    await attendi(async () => expect((await stati())['schizzinosa']?.stato).toBe('ferma'));
    expect((await stati())['schizzinosa']?.errore).toMatch(/^Fatto\.v1 alla posizione \d+: errore 22P02/);
  });

  it('una proiezione nuova si mette in pari a parte, mentre le altre vanno avanti', async () => {
    await registraVolte(30);
    const primo = await avvia([contatore('vecchia')]);
    await inPari('vecchia');
    await primo.ferma();
    // the second reader of the log is held back until the first has gone on
    const cancello = Promise.withResolvers<void>();
    let letture = 0;
    const lento: EventStore = {
      ...store,
      readAll(dopo, signal) {
        letture += 1;
        if (dopo !== null) return store.readAll(dopo, signal);
        return (async function* () {
          await cancello.promise;
          yield* store.readAll(dopo, signal);
        })();
      },
    };
    await avvia([contatore('vecchia'), contatore('nuova')], lento);
    await registraVolte(10);
    await inPari('vecchia');
    expect((await stati())['nuova']).toMatchObject({ stato: 'recupero', posizione: null });
    cancello.resolve();
    await inPari('vecchia', 'nuova');
    await registraVolte(3);
    await inPari('vecchia', 'nuova');
    expect(letture).toBe(2);
    expect([await conteggio(db, 'vecchia'), await conteggio(db, 'nuova')]).toEqual([43, 43]);
  });

  it('se cambia la definizione delle tabelle la proiezione si rifà da capo; quella tolta sparisce', async () => {
    await registraVolte(5);
    const primo = await avvia([contatore('uno'), contatore('due')]);
    await inPari('uno', 'due');
    await primo.ferma();
    const cambiata: Projection = {
      ...contatore('uno'),
      async crea(tabelle) {
        await sql`create table uno (tipo text primary key, quanti integer not null, note text)`.execute(tabelle);
      },
    };
    await avvia([cambiata]);
    await inPari('uno');
    expect(await conteggio(db, 'uno')).toBe(5);
    const { rows } = await sql<{ nome: string }>`select table_name as nome from information_schema.tables where table_schema = 'letture' order by 1`.execute(db);
    expect(rows.map((r) => r.nome)).toEqual(['proiezioni', 'uno']);
  });

  it('uno solo per database: il secondo aspetta, e prende il posto del primo', async () => {
    const primo = await avvia([contatore('uno')]);
    await avvia([contatore('uno')]);
    await registraVolte(4);
    await inPari('uno');
    const { rows } = await sql<{ quanti: number }>`select count(*)::integer as quanti from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`.execute(db);
    expect(rows[0]?.quanti).toBe(1);
    await primo.ferma();
    await registraVolte(4);
    await inPari('uno');
    expect(await conteggio(db, 'uno')).toBe(8);
  });

  it('se qualcuno butta via le tabelle di lettura, le rifà', async () => {
    await registraVolte(5);
    await avvia([contatore('uno')]);
    await inPari('uno');
    await sql`drop schema letture cascade`.execute(db);
    await registraVolte(1);
    await attendi(async () => expect(await conteggio(db, 'uno')).toBe(6));
  });

  it('parte anche se il database non risponde, e ci arriva dopo', async () => {
    await registraVolte(2);
    const url = new URL(database.url);
    const nome = url.pathname.slice(1);
    const amministra = new pg.Client({ connectionString: Object.assign(new URL(database.url), { pathname: '/postgres' }).href });
    await amministra.connect();
    await db.destroy();
    await amministra.query(`alter database ${nome} allow_connections false`);
    await avvia([contatore('uno')]);
    await amministra.query(`alter database ${nome} allow_connections true`);
    await amministra.end();
    ({ db } = apriDatabase<LettureDatabase>({ url: database.url, max: 3 }));
    await inPari('uno');
    expect(await conteggio(db, 'uno')).toBe(2);
  });
});
