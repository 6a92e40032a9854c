import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { md5 } from './access.ts';
import { call } from './calls.ts';
import { startProgram, type Program } from './program.ts';

let folder: string;
let portal: Program;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strato-due-utenti-'));
  // as the folder of a user is: others may look into it
  await chmod(folder, 0o755);
  portal = await startProgram({ DATI_DIR: join(folder, 'dati'), DEMO: '1' });
  await portal.ready();
  const { body } = await call(`${portal.base}/api/login`, 'POST', { body: { username: 'admin', password: md5('admin-demo') } });
  token = body.utente.token as string;
}, 180_000);
afterAll(async () => {
  portal?.process.kill('SIGTERM');
  await portal?.exit;
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}, 60_000);

/** Returns the files that another user of the machine can read, by the modes of files and folders. */
async function readable(at: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(at, { withFileTypes: true })) {
    const path = join(at, entry.name);
    const { mode } = await stat(path).catch(() => ({ mode: 0 }));
    if (entry.isDirectory() && (mode & 0o005) !== 0) found.push(...(await readable(path)));
    if (entry.isFile() && (mode & 0o004) !== 0) found.push(path);
  }
  return found;
}

const modeOf = async (path: string): Promise<string> => ((await stat(join(folder, 'dati', path))).mode & 0o777).toString(8);

it('un altro utente della macchina non legge niente di DATI_DIR', async () => {
  const ask = (method: 'GET' | 'POST', path: string, body?: unknown) =>
    call(`${portal.base}${path}`, method, { token, ...(body === undefined ? {} : { body }) });
  // the demo firm's accounting runs are this person's too, and nobody has more than five unfinished jobs
  const unfinished = async () =>
    ((await ask('GET', '/api/processi')).body.data as { status: string }[]).filter(
      ({ status }) => status === 'queued' || status === 'running',
    );
  await expect.poll(unfinished, { timeout: 60_000 }).toEqual([]);
  const asked = await ask('POST', '/api/esporta', { tabella: 'personale', formato: 'csv', colonne: ['matricola', 'cognome'] });
  expect(asked.status, asked.text).toBe(202);
  const job = () => ask('GET', `/api/processi/${asked.body.message.jobId as string}`);
  await expect.poll(async () => (await job()).body.message.status, { timeout: 60_000 }).toBe('done');
  expect(await readable(join(folder, 'dati'))).toEqual([]);
  if (process.getuid?.() === 0) {
    const { stdout } = spawnSync('find', [join(folder, 'dati'), '-type', 'f', '-readable'], {
      uid: 65_534,
      gid: 65_534,
      encoding: 'utf8',
      cwd: '/',
    });
    expect(stdout).toBe('');
  }
});

it('archivio per il gruppo del portale, personale e risultati solo per il portale', async () => {
  const archive = (await readdir(join(folder, 'dati/archivio'))).filter((name) => !name.startsWith('.') && name !== 'PERSONALE');
  const [machine = ''] = archive;
  const [document = ''] = await readdir(join(folder, 'dati/archivio', machine));
  expect([await modeOf(`archivio/${machine}`), await modeOf(`archivio/${machine}/${document}`)]).toEqual(['750', '640']);
  const [worker = ''] = await readdir(join(folder, 'dati/archivio/PERSONALE'));
  const [paper = ''] = await readdir(join(folder, 'dati/archivio/PERSONALE', worker));
  expect([await modeOf('archivio/PERSONALE'), await modeOf(`archivio/PERSONALE/${worker}/${paper}`)]).toEqual(['700', '600']);
  const [result = ''] = (await readdir(join(folder, 'dati/risultati'))).filter((name) => name.endsWith('.csv'));
  expect([await modeOf('risultati'), await modeOf(`risultati/${result}`)]).toEqual(['700', '600']);
});
