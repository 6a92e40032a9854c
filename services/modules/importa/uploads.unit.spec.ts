import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request } from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { IMPORTS, uploadFiles } from '#contracts/jobs/importa.ts';
import type { FileTable } from '#contracts/modules/importa.ts';
import type { JobsOfKind, KeptJob } from '#contracts/ports/job-queue.ts';
import { INCOMING } from '#services/platform/files/temp-folders.ts';
import { findUpload, receiveImport, seenIn } from './uploads.ts';

const TABLES: FileTable[] = [{ nome: null, registro: null, righe: 1, colonne: [] }];
const DAY_MS = 86_400_000;
const MB = 1024 * 1024;

describe('I file messi da parte per un’importazione', () => {
  let folder: string;
  let dataDir: string;
  /** Ids of the uploads that jobs use, by kind, state and person of the job. */
  let used: Record<string, string[]>;
  let refuses: Error | null;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'strato-caricati-'));
    folder = join(dataDir, 'risultati', IMPORTS);
    used = {};
    refuses = null;
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const deps = () =>
    ({
      config: { DATI_DIR: dataDir },
      jobs: {
        ofKind: async ({ kind, unfinished, utente, data }: JobsOfKind) =>
          (used[`${kind} ${unfinished ? 'unfinished' : 'any'} ${utente}`] ?? []).includes(String(data?.['caricato']))
            ? [{} as KeptJob]
            : [],
      },
      reading: {
        look: async () => {
          if (refuses) throw refuses;
          return { digest: 'd', tables: TABLES };
        },
      },
    }) as unknown as Parameters<typeof receiveImport>[0];

  async function send(name = 'macchine.csv', utente = 'mario', text = 'Matricola\nA1\n') {
    const form = new FormData();
    form.append('file', new Blob([text]), name);
    const request = new globalThis.Request('http://x', { method: 'POST', body: form });
    const sent = Object.assign(Readable.from([Buffer.from(await request.arrayBuffer())]), { headers: Object.fromEntries(request.headers) });
    return receiveImport(deps(), sent as unknown as Request, utente, []);
  }

  /** Creates an upload of the person that is the given number of days old. */
  async function aside(utente: string, daysAgo: number, bytes = 10): Promise<string> {
    const id = crypto.randomUUID();
    await mkdir(folder, { recursive: true });
    const { file, owner, seen } = uploadFiles(join(folder, id));
    const then = new Date(Date.now() - daysAgo * DAY_MS);
    for (const [path, text] of [
      [file, 'x'],
      [owner, JSON.stringify({ utente, nome: 'x.csv', digest: 'd', bytes })],
      [seen, '[]'],
    ] as const) {
      await writeFile(path, text);
      await utimes(path, then, then);
    }
    return id;
  }
  const left = async () => (await readdir(folder)).filter((name) => name !== INCOMING && !name.includes('.')).toSorted();

  it('il file sta dove solo il portale legge, con ciò che vi si è visto; lo trova solo chi l’ha caricato', async () => {
    const { caricato, file, nome, bytes, tables } = await send('C:\\dati\\macchine.csv');
    expect([nome, bytes, tables]).toEqual(['macchine.csv', 13, TABLES]);
    expect(await readFile(file, 'utf8')).toBe('Matricola\nA1\n');
    for (const path of Object.values(uploadFiles(file))) expect((await stat(path)).mode & 0o077).toBe(0);
    const found = await findUpload(deps(), 'mario', caricato);
    expect(found).toEqual({ caricato, file, nome, bytes, digest: 'd', utente: 'mario' });
    expect(await seenIn(found)).toEqual(TABLES);
    await expect(findUpload(deps(), 'anna', caricato)).rejects.toMatchObject({ code: 'SCONOSCIUTO' });
    await expect(findUpload(deps(), 'mario', crypto.randomUUID())).rejects.toMatchObject({ code: 'SCONOSCIUTO' });
    await writeFile(uploadFiles(file).owner, '{"utente":"mario"}');
    await expect(findUpload(deps(), 'mario', caricato)).rejects.toMatchObject({ code: 'SCONOSCIUTO' });
  });

  it('di un nome lungo resta la fine, che dice il tipo', async () => {
    const { nome } = await send(`${'a'.repeat(300)}.csv`);
    expect([nome.length, nome.endsWith('a.csv')]).toEqual([255, true]);
  });

  it('un file che non si legge non resta, e dice perché', async () => {
    refuses = new DomainError('RICHIESTA_NON_VALIDA', { message: 'Il file non ha righe.' });
    await expect(send()).rejects.toMatchObject({
      message: 'Il file non ha righe.',
      dettagli: { errors: [{ campo: 'file', messaggio: 'Il file non ha righe.' }] },
    });
    refuses = new DomainError('CODA_PIENA', { message: 'Altri leggono.' });
    await expect(send()).rejects.toBe(refuses);
    refuses = null;
    await expect(send('lista.pdf')).rejects.toThrow('Serve un file .xlsx, .csv o .sql.');
    expect([await left(), await readdir(join(folder, INCOMING))]).toEqual([[], []]);
  });

  it('dopo una settimana un file non si tiene più', async () => {
    const [kept, gone] = [await aside('anna', 6.9), await aside('anna', 7.1)];
    const { caricato } = await send();
    expect(await left()).toEqual([kept, caricato].toSorted());
    expect(await left()).not.toContain(gone);
  });

  it('di una persona se ne tengono dieci: cede il posto il più vecchio, non quello di un’altra', async () => {
    const other = await aside('anna', 6);
    const mine: string[] = [];
    for (let n = 9; n >= 1; n -= 1) mine.push(await aside('mario', n / 2));
    const tenth = await send();
    expect(await left()).toEqual([other, ...mine, tenth.caricato].toSorted());
    const eleventh = await send();
    expect(await left()).toEqual([other, ...mine.slice(1), tenth.caricato, eleventh.caricato].toSorted());
  });

  it('un file che un’operazione usa resta; se li usano tutti, non ce ne sta un altro', async () => {
    const mine: string[] = [];
    for (let n = 10; n >= 1; n -= 1) mine.push(await aside('mario', n / 2));
    used = { 'try-import unfinished mario': [mine[0]!], 'make-import unfinished mario': [mine[1]!] };
    await send();
    expect((await left()).filter((id) => mine.includes(id))).toEqual([mine[0]!, mine[1]!, ...mine.slice(3)].toSorted());
    const before = await left();
    used = { 'make-import unfinished mario': before };
    const refused = await send().catch((error: unknown) => error as DomainError);
    expect(refused).toMatchObject({ code: 'CODA_PIENA', message: expect.stringContaining('Hai già 10 file o 500 MB') });
    expect(await left()).toEqual(before);
  });

  it('di una persona si tengono 500 MB in tutto', async () => {
    const [old, recent] = [await aside('mario', 3, 300 * MB), await aside('mario', 2, 200 * MB - 13)];
    const fits = await send();
    expect(await left()).toEqual([old, recent, fits.caricato].toSorted());
    const more = await send();
    expect(await left()).toEqual([recent, fits.caricato, more.caricato].toSorted());
  });
});
