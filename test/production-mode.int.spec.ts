import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { call, type Method } from './calls.ts';
import { askProxy, installedCaddy, startDeployment, type Deployment } from './deployment.ts';
import { enterFirst, firstPassword, OWN_DIGEST, programEnvironment, startProgram } from './program.ts';
import { installedRedis } from './queue/redis.ts';

const redisServer = installedRedis();
const NO_REDIS = 'non provata: su questa macchina manca redis-server (apt-get install redis-server)';
const NO_CADDY = installedCaddy ? '' : ' (saltato: manca caddy, apt-get install caddy)';
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

// what docker-compose.yml puts together, as processes
describe.skipIf(redisServer === null)(`La produzione in tre processi${redisServer ? '' : ` (${NO_REDIS})`}`, () => {
  let deployed: Deployment;
  let token = '';

  beforeAll(async () => {
    deployed = await startDeployment(redisServer ?? '');
  }, 180_000);
  afterAll(() => deployed?.stop(), 60_000);

  const api = (method: Method, path: string, body?: unknown) =>
    call(`${deployed.roles.get('api')?.base}${path}`, method, { body, ...(token ? { token } : {}) });

  test('nessun account dimostrativo', async () => {
    const demo = await api('POST', '/api/login', { username: 'admin', password: md5('admin-demo') });
    expect(demo.status).toBe(401);
    expect(deployed.roles.get('api')?.written()).not.toContain('admin-demo');
  });

  test('il primo amministratore entra, scrive, e rilegge ciò che le proiezioni hanno seguito da EventStoreDB', async () => {
    const given = await firstPassword(deployed.dataDir);
    expect(given).not.toBe('');
    for (const program of deployed.roles.values()) expect(program.written()).not.toContain(given);
    token = await enterFirst(deployed.roles.get('api')?.base ?? '', deployed.dataDir);
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

  describe.skipIf(!installedCaddy)(`dietro al suo proxy${NO_CADDY}`, () => {
    const login = () => askProxy(`${deployed.secure}/api/login`, { method: 'POST', body: { username: 'admin', password: OWN_DIGEST } });

    beforeAll(async () => {
      // the proxy makes its authority and certificate first
      await vi.waitFor(async () => expect((await askProxy(`${deployed.secure}/api/salute`)).status).toBe(200), {
        timeout: 60_000,
        interval: 100,
      });
    }, 90_000);

    test('si entra per https, e ogni risposta ha le intestazioni', async () => {
      const entered = await login();
      expect(entered.status, entered.text).toBe(200);
      for (const { headers } of [entered, await askProxy(`${deployed.secure}/api/niente`), await askProxy(`${deployed.secure}/`)]) {
        expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
        expect(headers['content-security-policy']).toContain("default-src 'self'");
        expect(headers['x-content-type-options']).toBe('nosniff');
      }
    });

    test('per http si è mandati a https', async () => {
      const { status, headers } = await askProxy(`${deployed.clear}/api/salute`);
      expect(status).toBe(308);
      // with another port than 443 the proxy names the host alone
      expect(headers['location']).toMatch(/^https:\/\/localhost(:\d+)?\/api\/salute$/);
    });

    test('TLS 1.2 e 1.3 sì, più vecchi no', async () => {
      const by = (version: 'TLSv1.1' | 'TLSv1.2' | 'TLSv1.3') =>
        askProxy(`${deployed.secure}/api/salute`, {
          minVersion: version,
          maxVersion: version,
          ciphers: 'DEFAULT@SECLEVEL=0',
          agent: false,
        });
      expect((await by('TLSv1.2')).status).toBe(200);
      expect((await by('TLSv1.3')).status).toBe(200);
      await expect(by('TLSv1.1')).rejects.toThrow(/protocol version|EPROTO|ECONNRESET/);
    });

    test('solo cifre che autenticano ciò che cifrano, con chiavi che non restano', async () => {
      const by = (ciphers: string) =>
        askProxy(`${deployed.secure}/api/salute`, { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', ciphers, agent: false });
      expect((await by('ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256')).status).toBe(200);
      // a key exchange that anybody with the certificate's key could open afterwards; modes without authentication; 3DES
      for (const weak of ['AES128-GCM-SHA256', 'AES256-SHA', 'ECDHE-ECDSA-AES128-SHA256:ECDHE-RSA-AES128-SHA256', 'DES-CBC3-SHA']) {
        await expect(by(`${weak}:@SECLEVEL=0`), weak).rejects.toThrow();
      }
    });
  });

  test.each([
    ['api', { PORTALE_URL: 'http://strato.example.it' }, 'PORTALE_URL is not https'],
    ['workers', { PASSPHRASE_FILE: '' }, 'PASSPHRASE is missing'],
  ])('%s non parte in chiaro: %o', { timeout: 60_000 }, async (role, changed, said) => {
    const program = await startProgram({ ...deployed.environment(role), ...changed }, ['--role', role]);
    expect(await program.exit).toBe(1);
    expect(program.written()).toContain(said);
  });

  test('il salvataggio della notte si fa, con i segreti nei loro file', { timeout: 60_000 }, async () => {
    const state = async () =>
      (await api('GET', '/api/amministrazione/stato')).body.data.salvataggio as { notte: string | null; errore: unknown };
    await expect.poll(state, { timeout: 45_000 }).toMatchObject({ notte: expect.any(String), errore: null });
  });

  test('un salvataggio a mano si fa con la frase dei segreti, e senza non si apre', { timeout: 90_000 }, async () => {
    const file = join(deployed.backupDir, 'a-mano.strato');
    const env = { ...programEnvironment(), ...deployed.environment('workers') };
    await promisify(execFile)(process.execPath, ['services/cli/backup.ts'], { env: { ...env, FILE: file } });
    expect(readdirSync(deployed.backupDir)).toContain('a-mano.strato');
    const bytes = readFileSync(file);
    for (const inside of ['Soilmec', 'macchinari', 'manifest']) expect(bytes.includes(inside)).toBe(false);
  });

  test('nessun processo scrive password, chiavi o indirizzi con credenziali', async () => {
    for (const program of deployed.roles.values()) {
      for (const secret of ['segreto', 'passphrase'])
        expect(program.written()).not.toContain(await readFile(join(deployed.secrets, secret), 'utf8'));
      expect(program.written()).not.toMatch(/postgres:\/\/|redis:\/\//);
    }
  });
});
