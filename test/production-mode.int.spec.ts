import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chiama, type Metodo } from './calls.ts';
import { avviaRedis, redisInstallato } from './queue/redis.ts';
import { avviaServerEventStore } from './eventstoredb-server.ts';
import { databaseDiProva } from './postgres.ts';
import { avviaProgramma, type Programma } from './program.ts';

const redisServer = redisInstallato();
const SENZA_REDIS = 'non provata: su questa macchina manca redis-server (apt-get install redis-server)';
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

// what docker-compose.yml puts together: three processes, EventStoreDB (through its wire protocol), Redis
describe.skipIf(redisServer === null)(`La produzione in tre processi${redisServer ? '' : ` (${SENZA_REDIS})`}`, () => {
  const ruoli = new Map<string, Programma>();
  const chiudi: (() => Promise<unknown>)[] = [];
  let token = '';

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'strato-produzione-'));
    chiudi.push(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
    const database = await databaseDiProva();
    chiudi.push(() => database.chiudi());
    const eventstore = await avviaServerEventStore();
    chiudi.push(() => eventstore.ferma());
    const redis = await avviaRedis(redisServer ?? '');
    chiudi.push(() => redis.ferma());
    const env = {
      NODE_ENV: 'production', DATI_DIR: join(folder, 'dati'), ARCHIVIO_DIR: join(folder, 'archivio'), SEGRETO: 'una-chiave-di-prova-di-32-caratteri-e-piu',
      DATABASE_URL: database.url, EVENTSTORE_URL: eventstore.url, REDIS_URL: redis.url, DEMO: '1',
    };
    // in the order of the compose file: the API waits for the projections
    for (const role of ['projections', 'workers', 'api']) {
      const programma = await avviaProgramma(env, ['--role', role]);
      ruoli.set(role, programma);
      chiudi.push(async () => {
        programma.processo.kill('SIGTERM');
        await programma.uscita;
      });
      await programma.pronto();
    }
  }, 180_000);
  afterAll(async () => {
    for (const close of chiudi.toReversed()) await close();
  }, 60_000);

  const api = (metodo: Metodo, path: string, corpo?: unknown) => chiama(`${ruoli.get('api')?.base}${path}`, metodo, { corpo, ...(token ? { token } : {}) });

  test('nessun account dimostrativo, nemmeno se qualcuno chiede DEMO=1', async () => {
    const demo = await api('POST', '/api/login', { username: 'admin', password: md5('admin-demo') });
    expect(demo.stato).toBe(401);
    expect(ruoli.get('api')?.scritto()).not.toContain('admin-demo');
  });

  test('il primo amministratore entra, scrive, e rilegge ciò che le proiezioni hanno seguito da EventStoreDB', async () => {
    const password = /password {2}(\S+)/.exec(ruoli.get('api')?.scritto() ?? '')?.[1] ?? '';
    const login = await api('POST', '/api/login', { username: 'admin', password: md5(password) });
    expect(login.stato).toBe(200);
    token = (login.corpo.utente as { token: string }).token;
    expect((await api('POST', '/api/macchinari', { macchinario: { matricola: 'P 01', marca: 'Soilmec' } })).corpo).toMatchObject({ message: { insertId: 'P 01', versione: 1 } });
    expect((await api('GET', `/api/macchinari?chiave=${encodeURIComponent('P 01')}`)).corpo).toMatchObject({ data: [{ matricola: 'P 01', marca: 'Soilmec' }] });
  });

  test('la salute dice quale registro è in uso e che nessuna proiezione è indietro', async () => {
    const salute = await api('GET', '/api/salute');
    expect(salute.corpo).toMatchObject({ stato: 'ok', eventStore: { nome: 'eventstoredb' } });
    for (const proiezione of salute.corpo.proiezioni as { ritardo: number }[]) expect(proiezione.ritardo).toBe(0);
  });

  test('uno zip chiesto all’API lo prepara il processo dei lavori, attraverso Redis', { timeout: 90_000 }, async () => {
    const chiesto = await api('POST', '/api/allegati', { macchina: { matricola: 'P 01' } });
    expect(chiesto.stato).toBe(202);
    const { jobId } = chiesto.corpo.message as { jobId: string };
    await expect.poll(async () => (await api('GET', `/api/processi/${jobId}`)).corpo, { timeout: 60_000 }).toMatchObject({ message: { status: 'done' } });
  });

  test('nessun processo scrive password, chiavi o indirizzi con credenziali', () => {
    for (const programma of ruoli.values()) {
      expect(programma.scritto()).not.toContain('una-chiave-di-prova');
      expect(programma.scritto()).not.toMatch(/postgres:\/\/|redis:\/\//);
    }
  });
});
