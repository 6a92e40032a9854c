import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { signal } from '#services/platform/postgres/postmaster.ts';
import { call, type Answer } from './calls.ts';
import { OWN_DIGEST, enterFirst, startProgram } from './program.ts';

const READS = [
  '/api/macchinari',
  '/api/macchinari?cerca=a',
  '/api/cantieri',
  '/api/personale',
  '/api/accise',
  '/api/users',
  '/api/groupsPermissions',
  '/api/sessione',
  '/api/processi',
  '/api/storico',
  '/api/storico/registro',
  '/api/amministrazione/accessi',
  '/api/amministrazione/stato',
  '/api/amministrazione/processi',
  '/api/amministrazione/sessioni',
  '/api/scadenzaManutenzioni',
  '/api/salute',
];

const machine = (n: number) => ({ macchinario: { matricola: `R${n}`, marca: 'Soilmec' } });
const upload = (n: number): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ matricola: 'R0', nomeManutenzione: `R0_${n}.pdf`, docMacch: 'true' }))
    form.append(name, value);
  form.append('file', new Blob(['%PDF-1.4\n%%EOF']), 'ce.pdf');
  return form;
};

it('il database che riparte sotto carico: 503 con Retry-After, mai 500, e poi tutto torna', { timeout: 180_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strato-restart-'));
  await chmod(folder, 0o755);
  const program = await startProgram({ DATI_DIR: folder, LOG_LEVEL: 'warn' });
  try {
    await program.ready();
    const token = await enterFirst(program.base, folder);
    const send = (method: string, path: string, body?: unknown, headers = {}) =>
      call(`${program.base}${path}`, method, { token, headers, ...(body === undefined ? {} : { body }) });
    // a person has at most twenty sessions; without the logout, sign-ins would end the session of this spec
    const enter = async () => {
      const answer = await call(`${program.base}/api/login`, 'POST', { body: { username: 'admin', password: OWN_DIGEST } });
      if (answer.status === 200) await call(`${program.base}/api/logout`, 'POST', { token: answer.body.utente.token as string, body: {} });
      return answer;
    };
    expect((await send('POST', '/api/macchinari', machine(0))).status).toBe(201);
    const seen = new Map<string, Answer>();
    let [over, count] = [false, 0];
    const one = async (kind: number): Promise<void> => {
      const n = (count += 1);
      const answer = await (kind === 0
        ? send('POST', '/api/macchinari', machine(n), { 'idempotency-key': `k${n}` })
        : kind === 1
          ? send('PUT', '/api/macchinari', { macchinario: { matricola: 'R0', marca: `m${n}` } })
          : kind === 2
            ? send('POST', '/api/ftp/caricaDoc', upload(n))
            : kind === 3
              ? enter()
              : kind === 4
                ? send('POST', '/api/allegati', { all: true, macchina: ['R0'] })
                : kind === 5
                  ? send('POST', '/api/ftp', { operazione: 'prendi', percorso: 'R0/x.pdf', file: 'R0/x.pdf' })
                  : kind === 6
                    ? call(`${program.base}/api/salute`, 'GET')
                    : send('GET', READS[n % READS.length] as string));
      if (answer.status >= 500)
        seen.set(
          `${answer.status} ${kind === 7 ? READS[n % READS.length] : kind} ${answer.body?.type ?? answer.body?.stato}${answer.headers.has('retry-after') ? '' : ' (no Retry-After)'}`,
          answer,
        );
    };
    const load = Promise.all(
      Array.from({ length: 32 }, async (_, who) => {
        while (!over) await one(who % 8);
      }),
    );
    const postmaster = async () => Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
    for (const how of ['SIGINT', 'SIGQUIT', 'SIGINT'] as const) {
      await delay(700);
      const before = await postmaster();
      signal(before, how);
      await expect.poll(() => postmaster().catch(() => before)).not.toBe(before);
      await expect.poll(async () => (await call(`${program.base}/api/salute`, 'GET')).status).toBe(200);
    }
    await delay(300);
    over = true;
    await load;
    expect([...seen.keys()].filter((one) => !/^503 .*(non-disponibile|esito-incerto)$/.test(one))).toEqual([]);
    expect(seen.size).toBeGreaterThan(5);
    await expect.poll(async () => (await send('POST', '/api/macchinari', machine((count += 1)))).status).toBe(201);
  } finally {
    program.process.kill('SIGTERM');
    await program.exit;
    if (program.written().includes('ERRORE_INTERNO'))
      console.log(
        program
          .written()
          .split('\n')
          .filter((line) => line.includes('ERRORE_INTERNO'))
          .slice(0, 10)
          .join('\n'),
      );
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});
