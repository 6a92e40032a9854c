import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type Person, type TestPortal } from '../portal.ts';
import { realQueue } from '../workers.ts';
import { WORKBOOKS } from './workbooks.ts';

const ALL = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 } as const;

describe('Attacchi con un file', () => {
  let portal: TestPortal;
  let attacker: Person;

  beforeAll(async () => {
    portal = await startTestPortal({ jobs: realQueue });
    attacker = await portal.person({ permessi: { macchinari: ALL } });
  });
  afterAll(() => portal?.stop());

  async function upload(bytes: Buffer | string, name: string, as = attacker) {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(Buffer.from(bytes))]), name);
    const { status, body } = await portal.call('POST', '/api/importa/file', { as, body: form });
    return { status, message: String((body as { message: unknown }).message), body: body.message as { caricato: string } };
  }
  const put = (folder: string) => join(portal.folder, 'risultati', 'importa', folder);
  const kept = async () => (await readdir(put('')).catch((): string[] => [])).filter((name) => name !== 'in-arrivo');

  /** Expects an upload to be refused with this status and message, and nothing of the file to be kept. */
  async function refused(bytes: Buffer | string, name: string, status: number, sentence: string | RegExp) {
    const before = await kept();
    const answer = await upload(bytes, name);
    expect([answer.status, answer.message]).toEqual([status, expect.stringMatching(sentence)]);
    expect(await kept()).toEqual(before);
    expect(await readdir(put('in-arrivo'))).toEqual([]);
  }

  it('una cartella di lavoro che si gonfia a 400 MB', () => refused(WORKBOOKS.bomb(), 'a.xlsx', 413, '200 MB una volta aperto'));
  it('la stessa, che dichiara d’essere piccola', () => refused(WORKBOOKS.declaredSmall(), 'a.xlsx', 413, '200 MB una volta aperto'));
  it('8000 celle che nominano lo stesso testo lungo', () => refused(WORKBOOKS.longText(), 'a.xlsx', 413, '200 MB di testo'));
  it('101 fogli', () => refused(WORKBOOKS.manySheets(), 'a.xlsx', 413, '100 fogli'));
  it('un’intestazione larga 16.384 colonne', () => refused(WORKBOOKS.wideHead(), 'a.xlsx', 413, '500 colonne'));
  it('testi che fanno tornare indietro le espressioni del lettore', async () => {
    const { status, message } = await upload(WORKBOOKS.patterns(), 'a.xlsx');
    expect([201, 400, 413], message).toContain(status);
  });
  it('un’estensione dichiarata di 17 miliardi di celle è letta per ciò che c’è', async () => {
    const { status, body } = await upload(WORKBOOKS.falseDimension(), 'a.xlsx');
    expect([status, (body as unknown as { tabelle: { righe: number }[] }).tabelle[0]?.righe]).toEqual([201, 1]);
  });
  it('una cella in fondo al foglio è una riga in più', async () => {
    const { status, body } = await upload(WORKBOOKS.farCell(), 'a.xlsx');
    expect([status, (body as unknown as { tabelle: { righe: number }[] }).tabelle[0]?.righe]).toEqual([201, 2]);
  });
  it('entità che si moltiplicano', async () => expect((await upload(WORKBOOKS.entity(), 'a.xlsx')).status).toBe(201));
  it('un archivio che non lo è', () => refused(WORKBOOKS.notAZip(), 'a.xlsx', 400, 'foglio di calcolo'));
  it('un csv di un milione di colonne', () => refused(`a${';a'.repeat(1_000_000)}\n1\n`, 'a.csv', 413, '500 colonne'));
  it('un csv di 200.001 righe', () => refused(`a\n${'1\n'.repeat(200_001)}`, 'a.csv', 413, '200\\.000 righe'));
  it('un csv di 2.000.000 di celle', () =>
    refused(`${'a;'.repeat(499)}a\n${`${'1;'.repeat(499)}1\n`.repeat(4001)}`, 'a.csv', 413, '2\\.000\\.000 celle'));
  it('virgolette aperte per 20 MB', () => refused(`a;b\n"${'x\n'.repeat(10_000_000)}`, 'a.csv', 400, 'virgolette'));
  it('un file di 26 MB', () => refused(Buffer.alloc(26 * 1024 * 1024, 'a;b\n'), 'a.csv', 413, '25 MB'));
  it('intestazioni che fanno una risposta di più di 1 MB', () =>
    refused(`${Array.from({ length: 400 }, (_, i) => `${i}${'h'.repeat(3000)}`).join(';')}\n1\n`, 'a.csv', 413, '1 MB di intestazioni'));
  it('un dump di 200 KB di spazi dopo INSERT', () =>
    refused(`INSERT INTO a${' '.repeat(200_000)}(x) VALUES (1);`, 'a.sql', 400, 'non ha righe'));
  it('un dump di INSERT che non finiscono', () => refused('INSERT INTO a('.repeat(14_000), 'a.sql', 400, 'non ha righe'));
  it('un dump di 101 tabelle', () =>
    refused(Array.from({ length: 101 }, (_, i) => `INSERT INTO t${i} (x) VALUES (1);`).join('\n'), 'a.sql', 413, '100 fogli o tabelle'));
  it('nomi di colonne e di tabelle che sono degli oggetti', async () => {
    const dump = 'INSERT INTO `__proto__` (`constructor`, `__proto__`) VALUES (1, 2);';
    expect((await upload(dump, 'a.sql')).status).toBe(201);
    expect((await upload('__proto__;constructor\n1;2\n', 'a.csv')).status).toBe(201);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('undici file messi da parte: il più vecchio cede il posto, e i suoi dati con lui', async () => {
    const person = await portal.person({ permessi: { macchinari: ALL } });
    const put: string[] = [];
    for (let i = 0; i < 11; i += 1) put.push((await upload(`Matricola\nU${i}\n`, 'a.csv', person)).body.caricato);
    const seen = (id: string) => portal.call('GET', `/api/importa/colonne?caricato=${id}`, { as: person });
    expect((await seen(put[0]!)).status).toBe(404);
    expect((await seen(put[1]!)).status).toBe(200);
    expect((await kept()).filter((name) => name.startsWith(put[0]!))).toEqual([]);
  });

  it('sei letture insieme: una per persona e due in tutto, e nessuna va persa', async () => {
    const people = [
      attacker,
      await portal.person({ permessi: { macchinari: ALL } }),
      await portal.person({ permessi: { macchinari: ALL } }),
    ];
    let [most, ended] = [0, false];
    const watch = (async () => {
      while (!ended) {
        most = Math.max(most, await readers());
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => upload('Matricola\nA\n', `${i}.csv`, people[i % 3])));
    ended = true;
    await watch;
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(most).toBe(2);
  });
});

/** Returns the number of child processes that read a file. */
async function readers(): Promise<number> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  const commands = await Promise.all(
    children
      .trim()
      .split(' ')
      .filter(Boolean)
      .map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return commands.filter((text) => text.includes('read-import')).length;
}
