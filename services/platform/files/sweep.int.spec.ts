import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../../test/calls.ts';
import { testDatabase, type TestDatabase } from '../../../test/postgres.ts';
import { enterFirst, startProgram } from '../../../test/program.ts';
import { sweepLeftovers, tempName } from './sweep.ts';

let folder: string;
let database: TestDatabase;
beforeAll(async () => {
  [folder, database] = await Promise.all([mkdtemp(join(tmpdir(), 'strato-sweep-')), testDatabase()]);
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await database?.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

const ENDED = 4_194_303;

describe('ciò che lasciano i caricamenti interrotti', () => {
  it('si toglie se è di un processo che non c’è più; ciò che un altro sta ricevendo resta', async () => {
    const place = join(folder, 'unita');
    await mkdir(place);
    const machine = hostname().replace(/[^\w-]/g, '_');
    const [mine, ended] = [tempName(), `${machine}-${ENDED}.${randomUUID()}`];
    const [others, elsewhere, lock] = [`${machine}-1.${randomUUID()}`, `altrove-7-${ENDED}.${randomUUID()}`, 'abc.lock'];
    const forgotten = randomUUID();
    for (const name of [mine, ended, others, elsewhere, lock, forgotten]) await writeFile(join(place, name), 'x');
    await utimes(join(place, forgotten), new Date(), new Date(Date.now() - 11 * 60_000));
    await sweepLeftovers(place);
    expect((await readdir(place)).toSorted()).toEqual([others, elsewhere, lock].toSorted());
    await sweepLeftovers(join(folder, 'non-esiste'));
    await sweepLeftovers(join(place, others));
  });

  it('un portale ucciso mentre riceve non lascia niente a quello dopo', { timeout: 120_000 }, async () => {
    const env = { DATI_DIR: folder, DATABASE_URL: database.url, LOG_LEVEL: 'warn' };
    const first = await startProgram(env);
    await first.ready();
    const token = await enterFirst(first.base, folder);
    await call(`${first.base}/api/macchinari`, 'POST', { token, body: { macchinario: { matricola: 'S1' } } });
    for (const path of ['/api/ftp/caricaDoc', '/api/contabilita-lavoratori/process-files']) {
      const socket = connect(Number(new URL(first.base).port), '127.0.0.1').on('error', () => undefined);
      const part = (name: string, text: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
      const fields = part('matricola', 'S1') + part('nomeManutenzione', 'S1_CE.pdf') + part('docMacch', 'true');
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 99999\r\n\r\n${fields}--x\r\nContent-Disposition: form-data; name="bilMovDip"; filename="a.csv"\r\n\r\n%PDF-1.4\n`,
      );
    }
    const places = [join(folder, 'temp'), join(folder, 'risultati', 'contabilita', 'in-arrivo')];
    const left = () => Promise.all(places.map(async (place) => (await readdir(place).catch(() => [])).length));
    await expect.poll(left).toEqual([1, 1]);
    first.process.kill('SIGKILL');
    await first.exit;
    expect(await left()).toEqual([1, 1]);
    const second = await startProgram(env);
    try {
      await second.ready();
      expect(await left()).toEqual([0, 0]);
    } finally {
      second.process.kill('SIGTERM');
      await second.exit;
    }
  });
});
