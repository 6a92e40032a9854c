import { sql } from 'kysely';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Level, PermissionLevels } from '#contracts/core/permissions.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { realQueue, workersOf } from '../../../test/workers.ts';
import { readXlsx } from '../../../test/xlsx.ts';

const levels = (allowView: Level): PermissionLevels => ({ allowInsert: 1, allowView, allowEdit: 3, allowDelete: 0 });
const COLUMNS = ['id', 'data', 'matricola', 'ore', 'm_giri', 'utente'];
const BAD = ['=1+1', '+39', '-2+3', '@SOMMA(A1)', 'due; punti', 'virgolette "qui"', "apostrofo'", '<b>&amp;</b>', '_x0041_', 'perché 😀'];

let portale: TestPortal;
let workers: { stop(): Promise<void> };
let everything: Person;
let own: Person;
let none: Person;
let direzione: Person;

beforeAll(async () => {
  portale = await startTestPortal({
    jobs: realQueue,
  });
  await makeReferences(portale, { macchinari: [...BAD, 'S1'] });
  workers = await enable();
  everything = await portale.person({ permessi: { accise: levels(3), macchinari: levels(3) } });
  own = await portale.person({ permessi: { accise: levels(1), macchinari: levels(3) } });
  none = await portale.person({ permessi: { accise: levels(0) } });
  direzione = await portale.person({ groupID: 9, permessi: { accise: levels(3) } });
});
afterAll(async () => {
  await workers?.stop();
  await portale?.stop();
});

const enable = () => {
  return workersOf(portale);
};

type Cells = (string | number | null)[];
const accisa = async (values: object, from = everything): Promise<number> =>
  (await portale.call('POST', '/api/accise', { as: from, body: { accise: { data: '2026-01-02', ...values } } })).body.message.insertId;
const exportAll = (body: object, from = everything) =>
  portale.call('POST', '/api/esporta', { as: from, body: { tabella: 'accise', formato: 'xlsx', colonne: COLUMNS, ...body } });

/** Waits for the end of a job and returns its state. */
async function finished(jobId: string, from = everything): Promise<{ status: string; name: string; messaggio: string; titolo: string }> {
  return vi.waitFor(
    async () => {
      const { message } = (await portale.call('GET', `/api/processi/${jobId}`, { as: from })).body;
      expect(['done', 'error']).toContain(message.status);
      return message;
    },
    { timeout: 15_000, interval: 25 },
  );
}

async function download(body: object, from = everything): Promise<{ nome: string; contenuto: Buffer; titolo: string }> {
  const asked = await exportAll(body, from);
  expect(asked.status).toBe(202);
  const end = await finished(asked.body.message.jobId, from);
  expect(end).toMatchObject({ status: 'done' });
  const answer = await fetch(`${portale.base}/file?file=${end.name}`);
  const name = /filename\*?=(?:UTF-8'')?"?([^";]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return { nome: decodeURIComponent(name), contenuto: Buffer.from(await answer.arrayBuffer()), titolo: end.titolo };
}

/** Returns the values of the only sheet; a date number becomes an ISO date. */
async function cells(file: Buffer): Promise<Cells[]> {
  const sheets = await readXlsx(file);
  expect(sheets).toHaveLength(1);
  return sheets[0]!.rows.map((row) =>
    Array.from(row, (c) => {
      if (!c) return null;
      return c.type === 'numero' && c.format.startsWith('yyyy')
        ? new Date(Date.UTC(1899, 11, 30) + Number(c.value) * 86_400_000).toISOString().slice(0, 16).replace('T00:00', '')
        : c.value;
    }),
  );
}

const withoutQueue = (row: readonly unknown[]) => row.slice(0, row.findLastIndex((v) => v !== null) + 1);
/** Returns the rows that the file must have, from the response of the list request. */
async function waits(query: string, from = everything, columns = COLUMNS): Promise<unknown[][]> {
  const { data } = (await portale.call('GET', `/api/accise?${query}`, { as: from })).body as { data: Record<string, unknown>[] };
  return data.map((row) => withoutQueue(columns.map((name) => row[name])));
}

describe('esportare un elenco', () => {
  beforeAll(async () => {
    for (const [i, matricola] of BAD.entries())
      await accisa({ matricola, ore: i + 0.5, m_giri: i === 2 ? null : i, data: `2026-01-${String(10 + i)}` }, i % 2 ? own : everything);
  });

  it('il foglio ha le etichette e le righe dell’elenco, cella per cella, nello stesso ordine', async () => {
    const { nome, contenuto, titolo } = await download({ ordina: '-ore' });
    expect(nome).toMatch(/^ACCISE_\d{4}-\d{2}-\d{2}\.xlsx$/);
    expect(titolo).toBe(`Excel Accise, ${BAD.length} righe`);
    const [head, ...rows] = await cells(contenuto);
    expect(head).toEqual(['Numero', 'Data', 'Matricola', 'Ore', 'M Giri', 'Utente']);
    expect(rows).toEqual(await waits('ordina=-ore&righe=500'));
    expect(rows).toHaveLength(BAD.length);
    const [sheet] = await readXlsx(contenuto);
    expect(sheet!.name).toBe('ACCISE');
    expect(sheet!.rows[1]!.map((c) => c!.format)).toEqual(['General', 'yyyy-mm-dd', 'General', '#,##0.00##', '#,##0.00##', 'General']);
    expect(sheet!.xml).toContain('state="frozen"');
    expect(sheet!.xml).toContain(`<autoFilter ref="A1:F${BAD.length + 1}"/>`);
  });

  it('solo le righe che ricerca e filtri lasciano passare, solo le colonne chieste', async () => {
    const columns = ['ore', 'data'];
    const { contenuto } = await download({ colonne: columns, cerca: '2026-01-1', filtri: { ore: { da: 4 } }, ordina: 'data' });
    const [head, ...rows] = await cells(contenuto);
    expect(head).toEqual(['Ore', 'Data']);
    expect(rows).toEqual(await waits(`cerca=2026-01-1&ordina=data&filtri=${encodeURIComponent('{"ore":{"da":4}}')}`, everything, columns));
    expect(rows).toHaveLength(6);
  });

  it('il csv si apre in un foglio italiano, e nessuna formula vi si esegue', async () => {
    const { nome, contenuto } = await download({ formato: 'csv', ordina: 'data', colonne: ['matricola', 'ore', 'data'] });
    expect(nome).toMatch(/^ACCISE_\d{4}-\d{2}-\d{2}\.csv$/);
    const text = contenuto.toString('utf8');
    expect(text.charCodeAt(0)).toBe(0xfeff);
    const { data: rows, errors } = Papa.parse<string[]>(text.slice(1), { delimiter: ';', newline: '\r\n' });
    expect(errors).toEqual([]);
    expect(rows[0]).toEqual(['Matricola', 'Ore', 'Data']);
    const harmless = (t: string) => (/^[=+\-@]/.test(t) ? `'${t}` : t);
    expect(rows.slice(1)).toEqual(BAD.map((m, i) => [harmless(m), String(i + 0.5).replace('.', ','), `2026-01-${10 + i}`]));
    expect(text.slice(1).split('\r\n')[1]).toBe(`"'=1+1";0,5;2026-01-10`);
  });

  it('un elenco vuoto è un foglio con la sola intestazione', async () => {
    const { contenuto, titolo } = await download({ cerca: 'non c’è' });
    expect(await cells(contenuto)).toEqual([['Numero', 'Data', 'Matricola', 'Ore', 'M Giri', 'Utente']]);
    expect(titolo).toBe('Excel Accise, 0 righe');
    expect((await download({ cerca: 'non c’è', formato: 'csv', colonne: ['ore'] })).contenuto.toString()).toBe('\uFEFFOre');
  });

  it('chi vede solo le sue esporta solo le sue, chi non vede l’area nulla', async () => {
    const rows = (await cells((await download({ ordina: 'id' }, own)).contenuto)).slice(1);
    expect(rows.map((r) => r[5])).toEqual(Array.from({ length: BAD.length / 2 }, () => own.memberID));
    expect(rows).toEqual(await waits('ordina=id&righe=500', own));
    expect((await exportAll({}, none)).status).toBe(403);
    expect((await portale.call('POST', '/api/esporta', { body: {} })).status).toBe(401);
    expect((await exportAll({ tabella: 'macchinari', colonne: ['matricola'] }, none)).status).toBe(403);
    expect((await exportAll({ tabella: 'users', colonne: ['memberID'] }, everything)).status).toBe(403);
  });

  it('contano i permessi di quando il file si scrive: chi li ha persi nel frattempo non lo riceve', async () => {
    const person = await portale.person({ permessi: { accise: levels(3) } });
    await workers.stop();
    const [removed, reduced] = [
      (await exportAll({}, person)).body.message.jobId,
      (await exportAll({ ordina: 'id' }, everything)).body.message.jobId,
    ];
    await portale.changePermissions(person.groupID, { accise: levels(0) });
    await portale.changePermissions(everything.groupID, { accise: levels(1), macchinari: levels(3) });
    workers = await enable();
    expect(await finished(removed, person)).toMatchObject({ status: 'error', name: null, messaggio: expect.stringContaining('permesso') });
    const end = await finished(reduced);
    const file = Buffer.from(await (await fetch(`${portale.base}/file?file=${end.name}`)).arrayBuffer());
    expect(new Set((await cells(file)).slice(1).map((r) => r[5]))).toEqual(new Set([everything.memberID]));
    await portale.changePermissions(everything.groupID, { accise: levels(3), macchinari: levels(3) });
    const before = (await portale.deps.jobs.counts()).error;
    expect((await portale.call('POST', `/api/processi/${removed}/riprova`, { as: person })).status).toBe(403);
    expect((await portale.deps.jobs.counts()).error).toBe(before);
  });

  it('ciò che non si può chiedere si rifiuta subito, e niente parte', async () => {
    const before = await portale.deps.jobs.counts();
    for (const body of [
      { tabella: 'sconosciuta' },
      { tabella: '__proto__' },
      { tabella: undefined },
      { formato: 'pdf' },
      { formato: undefined },
      { colonne: [] },
      { colonne: 'id' },
      { colonne: ['id', 'passMD5'] },
      { colonne: ['constructor'] },
      { colonne: Array.from({ length: 201 }, () => 'id') },
      { ordina: 'sconosciuto' },
      { ordina: 7 },
      { filtri: { x: 1 } },
      { filtri: [] },
      { filtri: { data: '2026-02-31' } },
      { cerca: 'x'.repeat(201) },
      { filtri: { matricola: Array.from({ length: 5000 }, (_, i) => `A${i}`) } },
      { tabella: 'storico', colonne: ['quando'], filtri: { dal: 'ieri' } },
    ]) {
      const { status: state, body: problem } = await exportAll(
        body,
        'filtri' in body && 'dal' in (body.filtri as object) ? direzione : everything,
      );
      expect([state, typeof problem.message], JSON.stringify(body).slice(0, 80)).toEqual([400, 'string']);
    }
    expect(await portale.deps.jobs.counts()).toEqual(before);
  });
});

describe('esportare lo storico del portale', () => {
  const columns = ['quando', 'utente', 'record', 'frase', 'campi', 'evento'];
  const storico = { tabella: 'storico', colonne: columns, filtri: { evento: 'creato', area: 'accise' } };

  it('per le direzioni e gli amministratori, come sullo schermo e di ciò che vedono', async () => {
    await accisa({ matricola: 'S1', ore: 1234.5 });
    const { nome, contenuto } = await download({ ...storico, cerca: 'S1' }, direzione);
    expect(nome).toMatch(/^STORICO_\d{4}-\d{2}-\d{2}\.xlsx$/);
    const [head, row, ...others] = await cells(contenuto);
    expect(head).toEqual(['Quando', 'Chi', 'Record', 'Che cosa', 'Campi', 'Evento']);
    expect(others).toEqual([]);
    expect(row!.slice(1)).toEqual([
      everything.memberID,
      'accisa S1 2026-01-02',
      "ha creato l'accisa",
      'Data: 2026-01-02; Matricola: S1; Ore: 1.234,5',
      'AccisaRegistrata.v1',
    ]);
    const { data } = (await portale.call('GET', '/api/storico/registro?cerca=S1&evento=creato', { as: direzione })).body;
    const roma = new Date(data[0].quando).toLocaleString('sv-SE', { timeZone: 'Europe/Rome' }).slice(0, 16);
    expect(String(row![0]).replace('T', ' ')).toBe(roma);
    const all = (await cells((await download(storico, direzione)).contenuto)).slice(1);
    const { totale } = (await portale.call('GET', '/api/storico/registro?evento=creato&area=accise', { as: direzione })).body;
    expect(all).toHaveLength(totale);
    // machines exist, but this person may not see them
    await portale.command({ register: 'macchinari', action: 'create', key: 'S9', values: {} });
    expect(await cells((await download({ ...storico, filtri: { area: 'macchinari' } }, direzione)).contenuto)).toHaveLength(1);
  });

  it('agli altri è chiuso', async () => {
    expect((await exportAll(storico, everything)).status).toBe(403);
  });
});

describe('esportare ventimila righe', () => {
  it('tutte, in ordine, e la memoria non cresce con loro', async () => {
    await sql`insert into accise (id, data, matricola, ore, utente, versione, creato, modificato, modificato_da, archivio, eliminato, padre_eliminato)
      select n, date '2020-01-01' + (n % 2000), 'M' || n % 97, n / 4.0, 'mario', 1, now(), now(), 'mario', '{}', false, false from generate_series(100001, 120000) n`.execute(
      portale.deps.readDb,
    );
    const before = process.memoryUsage.rss();
    const { contenuto, titolo } = await download({ ordina: 'id', filtri: { utente: 'mario' } });
    const grown = process.memoryUsage.rss() - before;
    expect(titolo).toBe('Excel Accise, 20.000 righe');
    const rows = (await cells(contenuto)).slice(1);
    expect(rows).toHaveLength(20_000);
    expect(rows.every((r, i) => r[0] === 100_001 + i && r[3] === (100_001 + i) / 4)).toBe(true);
    // generous limit, which is below the memory of the whole list
    expect(grown).toBeLessThan(150_000_000);
  });
});

describe('esportare un elenco del passato', () => {
  it('com’era a un istante: le righe di allora, con l’istante nel nome del file e nella prima riga', async () => {
    const id = await accisa({ matricola: 'S1', ore: 7000, data: '2026-01-30' });
    const { rows } = await sql<{ dal: Date }>`select dal from accise where id = ${id}`.execute(portale.deps.readDb);
    const al = rows[0]!.dal.toISOString();
    const changed = await portale.call('PUT', '/api/accise', { as: everything, body: { accise: { id, ore: 8000 } } });
    expect(changed.status, changed.text).toBe(200);
    for (const formato of ['xlsx', 'csv']) {
      const { nome, contenuto, titolo } = await download({ al, formato, filtri: { id } });
      expect(nome).toMatch(/^ACCISE_al_\d{4}-\d{2}-\d{2}_\d{4}\.(xlsx|csv)$/);
      expect(titolo).toContain('Accise al ');
      const lines = formato === 'xlsx' ? (await cells(contenuto)).map((row) => row.join(';')) : contenuto.toString('utf8').split('\r\n');
      expect(lines[0]).toMatch(/ACCISE al \d{4}-\d{2}-\d{2} \d{2}:\d{2}/);
      expect(lines.join()).toMatch(/7000|7\.000/);
      expect(lines.join()).not.toMatch(/8000|8\.000/);
    }
    expect((await exportAll({ al: '2999-01-01' })).status).toBe(400);
  });

  it('un record eliminato da allora porta quando e chi', async () => {
    const id = await accisa({ matricola: 'S1', ore: 7100, data: '2026-01-29' });
    const { rows } = await sql<{ dal: Date }>`select dal from accise where id = ${id}`.execute(portale.deps.readDb);
    const admin = await portale.person({ groupID: 2, permessi: { accise: { ...levels(3), allowDelete: 3 } } });
    expect((await portale.call('DELETE', '/api/accise', { as: admin, body: { id } })).status).toBe(200);
    const { contenuto } = await download({
      al: rows[0]!.dal.toISOString(),
      colonne: ['id', 'eliminato_il', 'eliminato_da'],
      filtri: { id },
      formato: 'csv',
    });
    const line = contenuto.toString('utf8').split('\r\n')[2];
    expect(line).toMatch(new RegExp(`^"?${id}"?;"?\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}.*${admin.memberID}`));
    // a list of today has no such columns
    expect((await exportAll({ colonne: ['eliminato_il'] })).status).toBe(400);
  });

  it('il confronto di due momenti ha una riga per campo cambiato, con prima, dopo, chi e quando', async () => {
    const da = new Date().toISOString();
    const id = await accisa({ matricola: 'S1', ore: 1, data: '2026-01-28', numero: 'x' });
    const between = new Date().toISOString();
    const changed = await portale.call('PUT', '/api/accise', { as: everything, body: { accise: { id, ore: 2, data: '2026-01-27' } } });
    expect(changed.status, changed.text).toBe(200);
    const a = new Date().toISOString();
    const columns = ['id', 'tipo', 'campo', 'prima', 'dopo', 'utente'];
    const of = async (moments: object) => {
      const { nome, contenuto, titolo } = await download({ colonne: columns, confronto: moments });
      return { nome, titolo, lines: await cells(contenuto) };
    };
    const made = await of({ da, a });
    expect(made.nome).toMatch(/^CONFRONTO ACCISE_dal_\d{4}-\d{2}-\d{2}_\d{4}_al_\d{4}-\d{2}-\d{2}_\d{4}\.xlsx$/);
    expect(made.titolo).toMatch(/^Excel Confronto accise dal .* al .*, 1 record$/);
    expect(made.lines[0]![0]).toMatch(/^CONFRONTO ACCISE dal \d{4}-\d{2}-\d{2} \d{2}:\d{2} al /);
    expect(made.lines.slice(2)).toEqual([[String(id), 'aggiunto']]);
    const { lines } = await of({ da: between, a, tipo: 'cambiato' });
    expect(lines.slice(2)).toEqual(
      expect.arrayContaining([
        [String(id), 'cambiato', 'Ore', '1', '2', everything.memberID],
        [String(id), 'cambiato', 'Data', '2026-01-28', '2026-01-27', everything.memberID],
      ]),
    );
    expect((await of({ da: between, a, tipo: 'tolto' })).lines).toHaveLength(2);
  });

  it.each([
    [{ confronto: { da: '2099-01-01', a: '2099-01-02' } }, 'da'],
    [{ confronto: { da: '2026-02-01', a: '2026-01-01' } }, 'da'],
    [{ confronto: { da: '2026-01-01', a: '2026-01-02' }, al: '2026-01-01' }, 'confronto'],
    [{ confronto: { da: '2026-01-01', a: '2026-01-02' }, filtri: { id: 1 } }, 'confronto'],
    [{ confronto: { da: '2026-01-01', a: '2026-01-02', tipo: 'altro' } }, 'confronto.tipo'],
    [{ confronto: {} }, 'confronto.da'],
    [{ confronto: { da: '2026-01-01', a: '2026-01-02' }, colonne: ['ore'] }, 'colonne'],
  ])('un confronto che non va si rifiuta: %j', async (body, campo) => {
    const { status, body: problem } = await exportAll({ colonne: ['id'], ...body });
    expect(status).toBe(400);
    expect(problem.errors.map((one: { campo: string }) => one.campo)).toContain(campo);
  });

  it('un confronto lo chiede chi vede l’elenco', async () => {
    expect((await exportAll({ colonne: ['id'], confronto: { da: '2026-01-01', a: '2026-01-02' } }, none)).status).toBe(403);
  });
});
