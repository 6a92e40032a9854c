import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FileImporta, Importazione, StatoImporta } from '#contracts/modules/importa.ts';
import type { Processo } from '#contracts/modules/processi.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { realQueue, workersOf } from '../../../test/workers.ts';

const { read, utils } = createRequire(import.meta.url)('xlsx') as typeof import('xlsx');
const ALL = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 } as const;

let portale: TestPortal;
let workers: { stop(): Promise<void> };
let clerk: Person;
let other: Person;
let admin: Person;
let foreman: Person;

beforeAll(async () => {
  portale = await startTestPortal({ jobs: realQueue });
  workers = await workersOf(portale);
  clerk = await portale.person({ permessi: { macchinari: ALL } });
  other = await portale.person({ permessi: { macchinari: ALL } });
  admin = await portale.person({ groupID: 2, permessi: { macchinari: ALL } });
  foreman = await portale.person({ permessi: { macchinari: { ...ALL, allowView: 1 } } });
});
afterAll(async () => {
  await workers?.stop();
  await portale?.stop();
});

async function upload(text: string | Buffer, name = 'macchine.csv', as = clerk) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(text))]), name);
  const answer = await portale.call('POST', '/api/importa/file', { as, body: form });
  return { status: answer.status, message: answer.body.message as FileImporta & string };
}
const put = async (text: string | Buffer, name?: string) => (await upload(text, name)).message;
const ask = (path: string, body: object, as = clerk) => portale.call('POST', path, { as, body });
const stateOf = async (id: string, as = clerk) =>
  (await portale.call('GET', `/api/importa/esito?id=${id}`, { as })).body.message as StatoImporta;
const job = async (id: string, as = clerk) =>
  vi.waitFor(
    async () => {
      const found = (await portale.call('GET', `/api/processi/${id}`, { as })).body.message as Processo;
      if (found.status !== 'done' && found.status !== 'error') throw new Error(found.status);
      return found;
    },
    { timeout: 170_000, interval: 100 },
  );
const tried = async (body: object) => {
  const { body: answer } = await ask('/api/importa/prova', body);
  await job(answer.message.jobId);
  return stateOf(answer.message.jobId);
};
const imported = async (body: object) => job((await ask('/api/importa', body)).body.message.jobId);
const imports = async (as = clerk) => (await portale.call('GET', '/api/importazioni', { as })).body.data as Importazione[];
const machine = async (key: string) => {
  await portale.deps.readModelWait.until((await portale.deps.store.head())!);
  return (await portale.call('GET', `/api/macchinari?chiave=${key}`, { as: clerk })).body.data?.[0] as Record<string, unknown> | undefined;
};

describe('Importa', () => {
  it('propone i campi, per nome; un registro scelto dopo, e i campi che si possono scegliere', async () => {
    const { caricato, nome, tabelle } = await put('Matricola;Descr. interna;Marca\nC1;Sonda;Soilmec\nC2;Gru;Liebherr\n');
    expect([nome, tabelle[0]!.registro, tabelle[0]!.righe]).toEqual(['macchine.csv', null, 2]);
    const seen = await portale.call('GET', `/api/importa/colonne?caricato=${caricato}&registro=macchinari`, { as: clerk });
    expect(seen.body.message.tabelle[0].colonne).toEqual([
      { colonna: 'Matricola', campo: 'matricola', password: false, esempi: ['C1', 'C2'] },
      { colonna: 'Descr. interna', campo: null, password: false, esempi: ['Sonda', 'Gru'] },
      { colonna: 'Marca', campo: 'marca', password: false, esempi: ['Soilmec', 'Liebherr'] },
    ]);
    const registers = (await portale.call('GET', '/api/importa/registri', { as: other })).body.data as {
      registro: string;
      campi: object[];
    }[];
    expect(registers.map(({ registro }) => registro)).toContain('macchinari');
    expect(registers.map(({ registro }) => registro)).not.toContain('cantieri');
    expect(registers.find(({ registro }) => registro === 'macchinari')!.campi[0]).toEqual({
      campo: 'matricola',
      nome: 'Matricola',
      obbligatorio: true,
    });
  });

  it('il modello di un registro ha le colonne che poi riconosce, e le istruzioni non sono righe', async () => {
    const path = `${portale.base}/api/importa/modello?registro=macchinari`;
    const headers = { authorization: `Bearer ${clerk.token}` };
    const bytes = Buffer.from(await (await fetch(`${path}&formato=xlsx`, { headers })).arrayBuffer());
    const book = read(bytes);
    expect(book.SheetNames).toEqual([expect.any(String), 'ISTRUZIONI']);
    const [heads] = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
    const csv = await (await fetch(`${path}&formato=csv`, { headers })).text();
    expect(csv.replace('\uFEFF', '').trim().split(';')).toHaveLength(heads!.length);
    const { caricato } = await put(`${csv.trim()}\n${['M1', ...heads!.slice(1).map(() => '')].join(';')}\n`);
    const seen = (await portale.call('GET', `/api/importa/colonne?caricato=${caricato}&registro=macchinari`, { as: clerk })).body
      .message as FileImporta;
    expect(seen.tabelle[0]!.colonne.filter(({ campo }) => campo === null)).toEqual([]);
    // a row is added to the template as a person would add it
    utils.sheet_add_aoa(book.Sheets[book.SheetNames[0]!]!, [['M2']], { origin: -1 });
    const { write } = createRequire(import.meta.url)('xlsx') as typeof import('xlsx');
    const filled = await put(write(book, { type: 'buffer' }) as Buffer, 'modello.xlsx');
    expect(filled.tabelle).toHaveLength(1);
    expect((await tried({ caricato: filled.caricato, registro: 'macchinari' })).esito).toMatchObject({ righe: 1, errori: 0 });
  });

  it('la prova dice gli errori e li rende nel file; corretto, si riprova e si importa: una volta sola', async () => {
    const { caricato } = await put('Matricola;Descrizione;Scadenza assicurazione\nE1;Sonda;31/02/2026\n;Senza;\nE3;=1+1;\n');
    const asked = { caricato, registro: 'macchinari' };
    const { id, esito, file } = await tried(asked);
    expect([esito!.righe, esito!.errori, file]).toEqual([3, esito!.primi.length, true]);
    expect(esito!.primi).toContainEqual(expect.objectContaining({ riga: 3, colonna: 'Matricola' }));
    const { name } = await job(id);
    const bad = (await (await fetch(`${portale.base}/file?file=${name}`)).text()).replace('\uFEFF', '');
    const lines = bad.trim().split('\r\n');
    expect(lines[0]).toBe('"ERRORI";"Matricola";"Descrizione";"Scadenza assicurazione"');
    expect(lines[2]).toMatch(/^"Matricola: .*"Senza"/);
    // the returned file keeps a formula as text, since the person uploads the file again
    expect(lines[3]).toContain('"=1+1"');
    expect((await ask('/api/importa', asked)).status).toBe(400);
    const right = [lines[0], lines[1]!.replace('31/02/2026', '28/02/2026'), '"Matricola: Manca Matricola";"E2";"Con";', lines[3], ''].join(
      '\r\n',
    );
    const mended = await put(right, 'corretto.csv');
    const good = { caricato: mended.caricato, registro: 'macchinari' };
    // this file had no dry run yet
    expect((await ask('/api/importa', good)).status).toBe(400);
    expect((await tried(good)).esito).toEqual({ righe: 3, errori: 0, daPrima: [], ancora: false, primi: [] });
    // another column mapping requires a dry run of its own
    expect((await ask('/api/importa', { ...good, colonne: { Descrizione: '' } })).status).toBe(400);
    expect(await imported(good)).toMatchObject({ status: 'done', messaggio: '3 record importati' });
    expect(await machine('E2')).toMatchObject({ descrizione: 'Con', utente: clerk.memberID });
    const [event] = await portale.deps.store.read('macchinari-E2');
    expect(event!.metadata.origine).toBe('importazione');
    const [told] = (await portale.call('GET', '/api/amministrazione/accessi?tipo=operazione', { as: admin })).body.data;
    expect(told).toMatchObject({ utente: clerk.memberID, cosa: 'Importazione corretto.csv: 3 record importati' });
    // the same bytes are uploaded a second time
    const same = await put(right, 'corretto.csv');
    const repeated = { caricato: same.caricato, registro: 'macchinari' };
    await tried(repeated);
    expect(await imported(repeated)).toMatchObject({ status: 'done' });
    expect(await portale.deps.store.read('macchinari-E2')).toHaveLength(1);
  }, 180_000);

  it('l’elenco delle proprie importazioni, con ciò che hanno fatto; il gruppo 2 vede tutte; si annulla con un’azione', async () => {
    const { caricato } = await put('Nome;Descrizione\nL1;Uno\nL2;Due\n');
    const asked = { caricato, registro: 'macchinari', colonne: { Nome: 'matricola' } };
    await tried(asked);
    await imported(asked);
    const [mine] = await imports();
    expect(mine).toMatchObject({
      file: 'macchine.csv',
      registri: ['macchinari'],
      utente: clerk.memberID,
      righe: 2,
      fatte: 2,
      stato: 'finita',
    });
    expect(await imports(other)).toEqual([]);
    expect((await imports(admin)).map(({ id }) => id)).toContain(mine!.id);
    expect((await ask('/api/importazioni/annulla', { id: mine!.id }, other)).status).toBe(404);
    const undone = await job((await ask('/api/importazioni/annulla', { id: mine!.id })).body.message.jobId);
    expect(undone).toMatchObject({ status: 'done', titolo: 'Annullamento importazione macchine.csv', messaggio: '2 record eliminati' });
    expect(await machine('L1')).toBeUndefined();
    expect((await imports())[0]).toMatchObject({ id: mine!.id, stato: 'annullata' });
    expect((await ask('/api/importazioni/annulla', { id: mine!.id })).status).toBe(400);
  });

  it('un annullamento che finisce mentre si legge l’elenco non vi è mai detto ancora da fare', async () => {
    const { caricato } = await put('Nome;Descrizione\nM1;Uno\n');
    const asked = { caricato, registro: 'macchinari', colonne: { Nome: 'matricola' } };
    await tried(asked);
    await imported(asked);
    const { id } = (await imports())[0]!;
    const { jobs } = portale.deps;
    const { ofKind } = jobs;
    const undone = vi.fn(async () => job((await ask('/api/importazioni/annulla', { id })).body.message.jobId));
    // the request for the list reads the jobs first; the undo starts and ends right after that read
    const reading = vi.spyOn(jobs, 'ofKind').mockImplementationOnce(async (wanted) => {
      const found = await ofKind(wanted);
      await undone();
      return found;
    });
    expect((await imports())[0]).toMatchObject({ id, stato: 'annullata' });
    expect(undone).toHaveBeenCalledOnce();
    reading.mockRestore();
  });

  it('è di chi può inserire e vedere tutto; il file caricato è solo di chi l’ha caricato', async () => {
    expect((await upload('Matricola\nF1\n', 'f.csv', foreman)).status).toBe(403);
    expect((await portale.call('GET', '/api/importa/registri', { as: foreman })).status).toBe(403);
    const { caricato } = await put('Matricola\nF1\n');
    const asked = { caricato, registro: 'macchinari' };
    expect((await ask('/api/importa/prova', asked, other)).status).toBe(404);
    expect((await portale.call('GET', `/api/importa/colonne?caricato=${caricato}`, { as: other })).status).toBe(404);
    expect((await ask('/api/importa/prova', { caricato, registro: 'cantieri' })).status).toBe(403);
    const { id } = await tried(asked);
    expect((await portale.call('GET', `/api/importa/esito?id=${id}`, { as: other })).status).toBe(404);
  });

  it('un file che non si legge, o di un altro tipo, è rifiutato con la sua frase e non resta', async () => {
    expect(await upload('ciao', 'lista.pdf')).toMatchObject({ status: 400, message: 'Serve un file .xlsx, .csv o .sql.' });
    expect(await upload('PK\u0003\u0004rotto', 'rotto.xlsx')).toMatchObject({ status: 400 });
    expect(await upload('', 'vuoto.csv')).toMatchObject({ status: 400 });
  });
});
