// Attacks a portal with the demo firm, class by class, while another person works; prints that person's
// answer times and the memory of the portal's process, which is killed beyond 1 GiB. An attack is cut after a minute.
// Run by hand: node test/attacks/measure.ts
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startProgram } from '../program.ts';
import { WORKBOOKS } from './workbooks.ts';

const MOST_MB = 1024;
const EVERY_MS = 40;
/** Time limit of one attack, and of the portal's orderly stop, in milliseconds. */
const ATTACK_MS = 60_000;
const STOP_MS = 30_000;
const REPEATED_MS = 10_000;
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** Aborts the pending requests of the current attack. */
let cut = new AbortController();

const folder = await mkdtemp(join(tmpdir(), 'strato-attacks-'));
const program = await startProgram({ DEMO: '1', DATI_DIR: folder, LOG_LEVEL: 'warn', PROMEMORIA_ORA: 'no' });
async function signIn(user: string): Promise<string> {
  const answer = await post('/api/login', null, { username: user, password: md5(`${user}-demo`) });
  const { utente } = (await answer.json()) as { utente: { token: string } };
  return utente.token;
}

function post(path: string, token: string | null, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  return fetch(program.base + path, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: cut.signal,
  });
}

const get = (path: string, token: string): Promise<Response> =>
  fetch(program.base + path, { headers: { authorization: `Bearer ${token}` }, signal: cut.signal });

async function upload(token: string, bytes: Buffer | string, name: string): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name);
  return fetch(`${program.base}/api/importa/file`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
    signal: cut.signal,
  });
}

async function startRehearsal(token: string, rows: number, columns = 2): Promise<string> {
  const names = ['Matricola', 'Descrizione', ...Array.from({ length: columns - 2 }, (_, i) => `c${i}`)].join(';');
  const line = (i: number): string => [`Z${rows}_${i}`, 'Sonda', ...Array.from({ length: columns - 2 }, () => 'x')].join(';');
  const text = `${names}\n${Array.from({ length: rows }, (_, i) => line(i)).join('\n')}\n`;
  const { message } = (await (await upload(token, text, 'a.csv')).json()) as { message: { caricato: string } };
  const asked = await post('/api/importa/prova', token, { caricato: message.caricato, registro: 'macchinari' });
  return ((await asked.json()) as { message: { jobId: string } }).message.jobId;
}

const many = (count: number, work: (i: number) => Promise<unknown>): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i).catch(() => undefined)));
const longList = (item: string): string => `[${Array.from({ length: 900_000 / (item.length + 1) }, () => item).join(',')}]`;

async function slowBodies(count: number): Promise<void> {
  const { hostname, port } = new URL(program.base);
  const head = 'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{';
  const sockets = Array.from({ length: count }, () => connect(Number(port), hostname).on('error', () => {}));
  for (const socket of sockets) socket.write(head);
  await pause(3000);
  for (const socket of sockets) socket.destroy();
}

/** Repeats a short attack, so that enough responses to the other person are measured during it. */
async function repeatAttack(attack: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + REPEATED_MS;
  while (performance.now() < until) await attack();
}

type Attack = (attacker: string) => Promise<unknown>;
const WORKBOOK_FILES = Object.values(WORKBOOKS).map((make) => make.call(WORKBOOKS));
const OBJECTS = longList('{}');

const ATTACKS: Record<string, Attack> = {
  'at rest': () => pause(5000),
  '1 workbooks': (who) =>
    many(12, (i) => upload(who, WORKBOOK_FILES[i % WORKBOOK_FILES.length]!, 'a.xlsx')).then(() =>
      many(4, () => upload(who, `INSERT INTO a${' '.repeat(200_000)}(x) VALUES (1);`, 'a.sql')),
    ),
  '2 five rehearsals of a wide file': async (who) => {
    const jobs: string[] = [];
    for (let i = 0; i < 5; i += 1) jobs.push(await startRehearsal(who, 3000 + i, 480).catch(() => ''));
    await pause(10_000);
    await many(jobs.length, (i) =>
      fetch(`${program.base}/api/processi/${jobs[i]}`, { method: 'DELETE', headers: { authorization: `Bearer ${who}` } }),
    );
  },
  '3 csv of a million columns': (who) => many(3, () => upload(who, `a${';a'.repeat(1_000_000)}\n1\n`, 'a.csv')),
  '4 two rehearsals of 200,000 rows': async (who) => {
    const jobs = [await startRehearsal(who, 199_000), await startRehearsal(who, 199_001)];
    const began = performance.now();
    const asked = await post('/api/esporta', who, { tabella: 'macchinari', colonne: ['matricola'], formato: 'csv' });
    const { jobId } = ((await asked.json()) as { message: { jobId: string } }).message;
    await awaitJob(who, jobId);
    console.log(`  an export beside them took ${Math.round(performance.now() - began)} ms`);
    await pause(10_000);
    const asking = performance.now();
    for (const job of jobs)
      await fetch(`${program.base}/api/processi/${job}`, { method: 'DELETE', headers: { authorization: `Bearer ${who}` } });
    for (const job of jobs) await awaitJob(who, job);
    console.log(`  both were cancelled within ${Math.round(performance.now() - asking)} ms`);
  },
  '5 bodies without a session': async () => {
    for (const item of ['1', '{}', '[[[['])
      await many(16, () => post('/api/login', null, item === '[[[[' ? '['.repeat(900_000) : longList(item)));
    await slowBodies(60);
  },
  '5 bodies with a session': (who) => repeatAttack(() => many(32, () => post('/api/macchinari', who, OBJECTS))),
  '6 fitness of 50 ten times': (who) =>
    many(5, () => many(10, () => get(`/api/idoneo?${Array.from({ length: 50 }, (_, i) => `lavoratore=${i + 1}`).join('&')}`, who))),
  '6 dossier ten times': async (who) => {
    const { data } = (await (await get('/api/cantieri', who)).json()) as { data: { commessa: string }[] };
    await many(5, () => many(10, (i) => get(`/api/cantieri/dossier?commessa=${encodeURIComponent(data[i % data.length]!.commessa)}`, who)));
  },
};

async function awaitJob(who: string, job: string): Promise<void> {
  for (;;) {
    const { message } = (await (await get(`/api/processi/${job}`, who)).json()) as { message: { status: string } };
    if (message.status !== 'queued' && message.status !== 'running') return;
    await pause(50);
  }
}

async function measureAttacks(): Promise<void> {
  const [attacker, other] = [await signIn('admin'), await signIn('direzione')];
  await withoutJobs(attacker);
  console.log('attack | answers | p50 ms | p95 ms | longest ms | memory MB');
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const over = new AbortController();
    const watched = watch(other, over.signal);
    cut = new AbortController();
    const late = setTimeout(() => cut.abort(new Error(`cut after ${ATTACK_MS / 1000} s`)), ATTACK_MS);
    await attack(attacker).catch((error: unknown) => console.log(`  ${String(error)}`));
    clearTimeout(late);
    if (cut.signal.aborted) console.log(`  ${name}: cut after ${ATTACK_MS / 1000} s`);
    await withoutJobs(attacker);
    over.abort();
    const { times, mb } = await watched;
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number): number => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
    console.log(`${name} | ${sorted.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} | ${Math.round(mb)}`);
    if (program.process.exitCode !== null) throw new Error('the portal ended');
  }
}

/** Cancels the jobs that an attack left, so that they do not disturb the next measurement. */
async function withoutJobs(who: string): Promise<void> {
  cut = new AbortController();
  const { data } = (await (await get('/api/processi', who)).json()) as { data: { id: string; status: string }[] };
  const left = data.filter(({ status }) => status === 'queued' || status === 'running');
  await many(left.length, (i) =>
    fetch(`${program.base}/api/processi/${left[i]!.id}`, { method: 'DELETE', headers: { authorization: `Bearer ${who}` } }),
  );
}

/**
 * Measures another person's response times in a separate thread, which the attack's requests cannot block, and watches the portal's memory.
 */
async function watch(token: string, over: AbortSignal): Promise<{ times: number[]; mb: number }> {
  const person = new Worker(new URL('./other-person.ts', import.meta.url), {
    workerData: { url: `${program.base}/api/macchinari?pagina=1&righe=50`, token, everyMs: EVERY_MS, mostMs: ATTACK_MS },
  });
  let mb = 0;
  try {
    while (!over.aborted) {
      const resident = Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${program.process.pid}/status`, 'utf8'))?.[1]) / 1024;
      mb = Math.max(mb, resident);
      if (resident > MOST_MB) {
        program.process.kill('SIGKILL');
        throw new Error(`the portal took ${Math.round(resident)} MB`);
      }
      await pause(EVERY_MS);
    }
    person.postMessage('over');
    const [times] = (await once(person, 'message')) as [number[]];
    return { times, mb };
  } finally {
    await person.terminate();
  }
}

try {
  await program.ready();
  await measureAttacks();
} finally {
  program.process.kill('SIGTERM');
  const late = setTimeout(() => program.process.kill('SIGKILL'), STOP_MS);
  await program.exit;
  clearTimeout(late);
  await rm(folder, { recursive: true, force: true });
}
