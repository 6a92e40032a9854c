import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as http } from 'node:http';
import { request as https } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { md5 } from './access.ts';
import { testDatabase, type TestDatabase } from './postgres.ts';
import { firstPassword, freePort, startProgram, type Program } from './program.ts';

const CADDYFILE = join(import.meta.dirname, '..', 'deploy', 'Caddyfile');
const installed = spawnSync('caddy', ['version']).status === 0;

interface Answer {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** The proxy's own authority is known to nobody here. */
function ask(url: string, method = 'GET', body?: object): Promise<Answer> {
  const send = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const req = send(url, { method, rejectUnauthorized: false, headers: body ? { 'content-type': 'application/json' } : {} }, (res) => {
      let text = '';
      res.on('data', (chunk: Buffer) => (text += chunk.toString()));
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers, text }));
    });
    req.on('error', reject);
    req.end(body ? JSON.stringify(body) : undefined);
  });
}

describe.skipIf(!installed)(`Il proxy della distribuzione${installed ? '' : ' (saltato: manca caddy, apt-get install caddy)'}`, () => {
  let folder: string;
  let database: TestDatabase;
  let portal: Program;
  let proxy: ChildProcess;
  let [secure, clear] = ['', ''];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-proxy-'));
    database = await testDatabase();
    const [httpsPort, httpPort, adminPort] = [await freePort(), await freePort(), await freePort()];
    [secure, clear] = [`https://localhost:${httpsPort}`, `http://localhost:${httpPort}`];
    portal = await startProgram({ DATI_DIR: join(folder, 'dati'), DATABASE_URL: database.url, PORTALE_URL: secure });
    proxy = spawn('caddy', ['run', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
      stdio: 'ignore',
      env: {
        PATH: process.env['PATH'],
        HOME: folder,
        XDG_DATA_HOME: folder,
        PORTALE_URL: secure,
        CERTIFICATO: 'internal',
        PORTALE: new URL(portal.base).host,
        PORTA_ADMIN: String(adminPort),
        PORTA_HTTP: String(httpPort),
        PORTA_HTTPS: String(httpsPort),
      },
    });
    await portal.ready();
    await vi.waitFor(async () => expect((await ask(`${secure}/api/salute`)).status).toBe(200), { timeout: 60_000, interval: 100 });
  }, 180_000);
  afterAll(async () => {
    proxy?.kill('SIGTERM');
    if (proxy?.exitCode === null) await once(proxy, 'exit');
    portal?.process.kill('SIGTERM');
    await portal?.exit;
    await database?.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }, 60_000);

  it('si entra per https, e ogni risposta ha le intestazioni', async () => {
    const password = md5(await firstPassword(join(folder, 'dati')));
    const entered = await ask(`${secure}/api/login`, 'POST', { username: 'admin', password });
    expect(entered.status, entered.text).toBe(200);
    for (const { headers } of [entered, await ask(`${secure}/api/niente`)]) {
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('per http si è mandati a https', async () => {
    const { status, headers } = await ask(`${clear}/api/salute`);
    expect(status).toBe(308);
    // with another port than 443 the proxy names the host alone
    expect(headers.location).toMatch(/^https:\/\/localhost(:\d+)?\/api\/salute$/);
  });
});
