import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type Method } from './calls.ts';
import { startRedis, installedRedis } from './queue/redis.ts';
import { startEventStoreServer } from './eventstoredb-server.ts';
import { testDatabase } from './postgres.ts';
import { enterFirst, firstPassword, startProgram, type Program } from './program.ts';

const redisServer = installedRedis();
const NO_REDIS = 'non provata: su questa macchina manca redis-server (apt-get install redis-server)';
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

// what docker-compose.yml puts together: three processes, EventStoreDB (through its wire protocol), Redis
describe.skipIf(redisServer === null)(`La produzione in tre processi${redisServer ? '' : ` (${NO_REDIS})`}`, () => {
  const roles = new Map<string, Program>();
  const shut: (() => Promise<unknown>)[] = [];
  let token = '';
  let dataDir = '';

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'strato-produzione-'));
    shut.push(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
    const database = await testDatabase();
    shut.push(() => database.close());
    const eventstore = await startEventStoreServer();
    shut.push(() => eventstore.shutdown());
    const redis = await startRedis(redisServer ?? '');
    shut.push(() => redis.stop());
    dataDir = join(folder, 'dati');
    const env = {
      NODE_ENV: 'production',
      DATI_DIR: dataDir,
      ARCHIVIO_DIR: join(folder, 'archivio'),
      SEGRETO: 'una-chiave-di-prova-di-32-caratteri-e-piu',
      DATABASE_URL: database.url,
      EVENTSTORE_URL: eventstore.url,
      REDIS_URL: redis.url,
      DEMO: '1',
      SENZA_TLS: '1',
    };
    // in the order of the compose file: the API waits for the projections
    for (const role of ['projections', 'workers', 'api']) {
      const program = await startProgram(env, ['--role', role]);
      roles.set(role, program);
      shut.push(async () => {
        program.process.kill('SIGTERM');
        await program.exit;
      });
      await program.ready();
    }
  }, 180_000);
  afterAll(async () => {
    for (const close of shut.toReversed()) await close();
  }, 60_000);

  const api = (method: Method, path: string, body?: unknown) =>
    call(`${roles.get('api')?.base}${path}`, method, { body, ...(token ? { token } : {}) });

  test('nessun account dimostrativo, nemmeno se qualcuno chiede DEMO=1', async () => {
    const demo = await api('POST', '/api/login', { username: 'admin', password: md5('admin-demo') });
    expect(demo.status).toBe(401);
    expect(roles.get('api')?.written()).not.toContain('admin-demo');
  });

  test('il primo amministratore entra, scrive, e rilegge ciò che le proiezioni hanno seguito da EventStoreDB', async () => {
    const given = await firstPassword(dataDir);
    expect(given).not.toBe('');
    for (const program of roles.values()) expect(program.written()).not.toContain(given);
    token = await enterFirst(roles.get('api')?.base ?? '', dataDir);
    expect((await api('POST', '/api/macchinari', { macchinario: { matricola: 'P 01', marca: 'Soilmec' } })).body).toMatchObject({
      message: { insertId: 'P 01', versione: 1 },
    });
    expect((await api('GET', `/api/macchinari?chiave=${encodeURIComponent('P 01')}`)).body).toMatchObject({
      data: [{ matricola: 'P 01', marca: 'Soilmec' }],
    });
  });

  test('la salute dice quale registro è in uso e che nessuna proiezione è indietro', async () => {
    const salute = await api('GET', '/api/salute');
    expect(salute.body).toMatchObject({ stato: 'ok', eventStore: { nome: 'eventstoredb' } });
    for (const projection of salute.body.proiezioni as { ritardo: number }[]) expect(projection.ritardo).toBe(0);
  });

  test('uno zip chiesto all’API lo prepara il processo dei lavori, attraverso Redis', { timeout: 90_000 }, async () => {
    const asked = await api('POST', '/api/allegati', { macchina: { matricola: 'P 01' } });
    expect(asked.status).toBe(202);
    const { jobId } = asked.body.message as { jobId: string };
    await expect
      .poll(async () => (await api('GET', `/api/processi/${jobId}`)).body, { timeout: 60_000 })
      .toMatchObject({ message: { status: 'done' } });
  });

  test('nessun processo scrive password, chiavi o indirizzi con credenziali', () => {
    for (const program of roles.values()) {
      expect(program.written()).not.toContain('una-chiave-di-prova');
      expect(program.written()).not.toMatch(/postgres:\/\/|redis:\/\//);
    }
  });
});
