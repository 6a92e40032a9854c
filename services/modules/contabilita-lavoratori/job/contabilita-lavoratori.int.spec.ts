import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { UPLOADS, type ProcessoResult } from '#contracts/modules/contabilita/processi.ts';
import type { ContabilitaResult } from '#contracts/modules/contabilita/result.ts';
import type { JobOutcome } from '#contracts/ports/job-queue.ts';
import type { ListReader } from '#contracts/ports/list-reader.ts';
import { memoryStore } from '#services/platform/event-store/memory.ts';
import { generatedFiles, SIZES } from '../../../../test/contabilita-generator.ts';
import { readSample, SAMPLES, sampleJson, samplePair } from '../../../../test/contabilita-samples.ts';
import { readXlsx, type ReadSheet } from '../../../../test/xlsx.ts';
import { runProcess } from './run-process.ts';
import { contabilitaLavoratoriHandler } from './contabilita-lavoratori.handler.ts';

const never = new AbortController().signal;
const SITES: ListReader = {
  register: async () => undefined,
  read: async (_request, _who, { rows }) =>
    rows([
      { commessa: 'C101', committente: 'Bosco', comune: 'Forlì' },
      { commessa: 'c102', committente: 'Prato', comune: null },
    ]),
};

let folder: string;
let store: ReturnType<typeof memoryStore>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strato-contabilita-'));
  store = memoryStore();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Pair {
  bilMovDip: Buffer;
  ripartizioni: Buffer;
}

/** Writes both files to the uploads folder and returns the data of a job for them. */
async function upload({ bilMovDip, ripartizioni }: Pair, numero = 123) {
  await mkdir(join(folder, UPLOADS), { recursive: true });
  const one = async (nome: string, content: Buffer) => {
    const id = randomUUID();
    await writeFile(join(folder, UPLOADS, id), content);
    return { caricato: id, nome, sha256: createHash('sha256').update(content).digest('hex') };
  };
  return {
    numero,
    bilMovDip: await one('paghe.csv', bilMovDip),
    ripartizioni: await one('ore.csv', ripartizioni),
    contiEconomici: [] as string[],
  };
}

type Other = {
  signal?: AbortSignal;
  attempt?: number;
  run?: typeof runProcess;
  lists?: ListReader;
  log?: { error(data: object, text: string): void };
};

async function run(data: Awaited<ReturnType<typeof upload>>, { signal = never, attempt = 1, run: thread, lists = SITES, log }: Other = {}) {
  const handler = contabilitaLavoratoriHandler({
    lists,
    store,
    resultsFolder: folder,
    reading: { turn: (_who, work) => work() },
    ...(thread ? { run: thread } : {}),
    ...(log ? { log } : {}),
  });
  return handler({ id: 'lavoro', data, utente: 'anna', groupID: 3, signal, attempt, progress: async () => {} });
}
const resultOf = (outcome: JobOutcome) => outcome.data as unknown as ProcessoResult;
/** Returns the event that records the outcome, and checks that the stream has exactly one event. */
async function recorded(numero = 123) {
  const events = await store.read(`contabilita-lavoratori-${numero}`);
  expect(events).toHaveLength(1);
  return events[0]!;
}
const files = async () => (await readdir(folder)).filter((name) => name !== UPLOADS).toSorted();
const uploads = () => readdir(join(folder, UPLOADS));

const sheet = (sheets: readonly ReadSheet[], name: string) =>
  sheets.find((s) => s.name === name)!.rows.map((row) => Array.from(row, (cell) => cell?.value ?? null));
/** Returns the amounts of a column in cents; `name` is the column's header. */
function amounts(rows: readonly (readonly (string | number | null)[])[], name: string): number[] {
  const head = rows.findIndex((row) => row.includes(name));
  const column = rows[head]!.indexOf(name);
  return rows.slice(head + 1).map((row) => Math.round(Number(row[column] ?? 0) * 100));
}
const total = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0);

describe.each(SAMPLES)('il processo della contabilità, esempio %s', (sample) => {
  it('scrive la prima nota byte per byte, e i file hanno i nomi del loro esito', async () => {
    const expected = sampleJson<ContabilitaResult | { esito: 'errore' }>(sample, 'expected.json');
    const outcome = await run(await upload(samplePair(sample)));
    const { files: named, esito } = resultOf(outcome);
    const evento = await recorded();
    expect(esito).toBe(expected.esito);
    await outcome.afterwards?.();
    expect(await uploads()).toEqual([]);
    expect(evento).toMatchObject({ type: 'ContabilitaElaborata.v1', metadata: { utente: 'anna', groupID: 3, origine: 'job' } });
    expect(evento.data).toMatchObject({
      numero: 123,
      esito: expected.esito,
      bilMovDip: 'paghe.csv',
      bilMovDip_sha256: createHash('sha256').update(readSample(sample, 'bilMovDip.csv')).digest('hex'),
    });
    if (expected.esito === 'errore') {
      expect(outcome.failed).toBe(true);
      expect(named.map(({ filename }) => filename)).toEqual(['errore_contabilita_lavoratori_000123.xlsx']);
      expect((await readXlsx(outcome.file!)).map(({ name }) => name)).toEqual(['Riepilogo', 'Anomalie']);
      return;
    }
    const result = expected as ContabilitaResult;
    const mesi = result.prima_nota[0]!.competenza || 'senza-mese';
    expect(named.map(({ filename }) => filename)).toEqual([
      `contabilita_lavoratori_${mesi}_000123.xlsx`,
      `prima_nota_${result.prima_nota_importabile ? '' : 'BOZZA_'}${mesi}_000123.csv`,
      ...(result.anomalie.length > 0 ? [`anomalie_${mesi}_000123.csv`] : []),
    ]);
    expect((await readFile(join(folder, 'lavoro-prima_nota.csv'))).equals(readSample(sample, 'prima_nota.csv'))).toBe(true);
    expect(await files()).toEqual(
      result.anomalie.length > 0
        ? ['lavoro-anomalie.csv', 'lavoro-prima_nota.csv', 'lavoro.xlsx']
        : ['lavoro-prima_nota.csv', 'lavoro.xlsx'],
    );
  });

  it('ogni colonna di importi della cartella somma ai totali, al centesimo', async () => {
    const expected = sampleJson<ContabilitaResult | { esito: 'errore' }>(sample, 'expected.json');
    if (expected.esito === 'errore') return;
    const { totali_cent: t, commesse, prima_nota, anomalie, dettaglio } = expected as ContabilitaResult;
    const sheets = await readXlsx((await run(await upload(samplePair(sample)))).file!);
    expect(sheets.map(({ name }) => name)).toEqual([
      'Riepilogo',
      'Commesse',
      'Commesse per conto',
      'Dettaglio',
      'Dipendenti',
      'Conti',
      'Prima nota',
      'Anomalie',
    ]);
    const [dare, avere] = [t.dare_accettato, t.avere_accettato];
    const sums = (title: string, ...names: string[]) => names.map((name) => total(amounts(sheet(sheets, title), name)));
    expect(sums('Dettaglio', 'Dare', 'Avere', 'Netto')).toEqual([dare, avere, dare - avere]);
    expect(sums('Dipendenti', 'Dare', 'Avere', 'Costo', 'Ripartito', 'Non ripartito')).toEqual([
      dare,
      avere,
      t.costo_da_ripartire,
      t.costo_ripartito,
      t.costo_non_ripartito,
    ]);
    expect(sums('Conti', 'Dare', 'Avere', 'Saldo')).toEqual([dare, avere, dare - avere]);
    expect(sums('Commesse per conto', 'Netto')).toEqual([t.costo_da_ripartire]);
    // the last row is the total
    expect(amounts(sheet(sheets, 'Commesse'), 'Netto')).toEqual([...commesse.map((c) => c.netto_cent), t.costo_da_ripartire]);
    expect(sums('Prima nota', 'dare', 'avere')).toEqual([
      total(prima_nota.map((r) => r.dare_cent)),
      total(prima_nota.map((r) => r.avere_cent)),
    ]);
    expect(sheet(sheets, 'Dettaglio')).toHaveLength(dettaglio.length + 1);
    expect(
      sheet(sheets, 'Anomalie')
        .slice(1)
        .map((row) => row[1]),
    ).toEqual(anomalie.map(({ codice }) => codice));
  });
});

describe('la cartella di lavoro', () => {
  it('ha testa in grassetto e ferma, codici che restano testo, commesse con il loro cantiere', async () => {
    const sheets = await readXlsx((await run(await upload(samplePair('01_ore')))).file!);
    expect(sheet(sheets, 'Commesse').map((row) => row.slice(0, 4))).toEqual([
      ['Commessa', 'Descrizione', 'Ore', 'Dipendenti'],
      ['C101', 'Bosco, Forlì', 220.5, 2],
      ['C102', 'Prato', 60, 1],
      ['C103', 'non in anagrafica', 39.5, 1],
      ['TOTALE', null, 320, 2],
    ]);
    const detail = sheets.find(({ name }) => name === 'Dettaglio')!;
    expect(detail.xml).toContain('state="frozen"');
    expect(detail.xml).toMatch(/<autoFilter ref="A1:L13"/);
    expect(detail.rows[1]![1]).toMatchObject({ type: 'testo', value: '000012' });
    expect(detail.rows[3]![9]).toMatchObject({ type: 'numero', value: 1250, format: '#,##0.00' });
    const overview = new Map(sheet(sheets, 'Riepilogo').map(([label, value]) => [label, value]));
    expect(overview.get('Prima nota importabile')).toBe('SÌ');
    expect([overview.get('Modo importi'), overview.get('Classificazione dei conti')]).toEqual(['DARE_AVERE', 'PREVALENZA']);
    expect(overview.get('Controllo: Totale file')).toBe('OK');
    expect(overview.get('File Ripartizione')).toBe('ore.csv');
    // the outcome comes first, figures for comparing two runs come last
    const labels = sheet(sheets, 'Riepilogo').map(([label]) => label);
    expect(labels.slice(1, 8)).toEqual([
      'Esito',
      'Messaggio',
      'Prima nota importabile',
      'Costo da ripartire',
      'Costo ripartito',
      'Costo non ripartito',
      'Dare letto',
    ]);
    expect(labels.slice(-2)).toEqual(['File Bill Mov Dip: SHA-256', 'File Ripartizione: SHA-256']);
    expect(overview.get('Messaggio')).toBe('€\u00A04.940,01 ripartiti su 3 commesse.');
  });

  it('una prima nota da non importare lo dice nella prima riga', async () => {
    const sheets = await readXlsx((await run(await upload(samplePair('04_anomalie')))).file!);
    const [first, head] = sheet(sheets, 'Prima nota');
    expect(first).toEqual([
      'BOZZA - NON IMPORTARE: ci sono movimenti scartati; ci sono costi non ripartiti; il totale riportato nel file non coincide con le righe',
    ]);
    expect(head?.[0]).toBe('registrazione');
    const row = sheet(sheets, 'Anomalie').find(([, code]) => code === 'IMPORTO_NON_VALIDO')!;
    expect(row.slice(2)).toEqual([
      'Riga 8 scartata: l’importo non è un numero.',
      'bilMovDip',
      8,
      '104',
      null,
      null,
      '104 | LARICE GINA | 60.01.001 | Salari | 1.2O0,00 |  | 03/2026',
    ]);
  });

  it('un testo che un foglio eseguirebbe resta testo, nella cartella e nei csv', async () => {
    const csv = (text: string) => Buffer.from(text);
    const data = await upload({
      bilMovDip: csv('Matricola;Conto;Descrizione conto;Dare;Avere\n1;=1+1;@SOMMA(A1);10,00;\n1;25;+39;;10,00\n'),
      ripartizioni: csv('Matricola;Commessa;Ore;Descrizione\n1;-C1;8;=2+2\n'),
    });
    const sheets = await readXlsx((await run(data)).file!);
    expect(sheet(sheets, 'Commesse')[1]!.slice(0, 2)).toEqual(['-C1', '=2+2']);
    const journal = (await readFile(join(folder, 'lavoro-prima_nota.csv'), 'utf8')).split('\r\n');
    expect(journal).toContain("1;;;PAGHE;'=1+1;'@SOMMA(A1);'-C1;10,00;;Paghe");
  });

  it('chi non vede i cantieri riceve lo stesso la cartella, senza i loro nomi', async () => {
    const lists: ListReader = { register: async () => undefined, read: async () => Promise.reject(new DomainError('NON_PERMESSO')) };
    const outcome = await run(await upload(samplePair('05_windows1252')), { lists });
    expect(sheet(await readXlsx(outcome.file!), 'Commesse')[1]!.slice(0, 2)).toEqual(['C401', 'Forlì']);
  });
});

describe('un processo che non va come deve', () => {
  const hang = new URL('../../../../test/contabilita-hang.ts', import.meta.url);

  it('rifatto dopo un’interruzione non raddoppia niente, e dà gli stessi file', async () => {
    const data = await upload(samplePair('04_anomalie'));
    const first = await run(data);
    const journal = await readFile(join(folder, 'lavoro-prima_nota.csv'));
    await writeFile(join(folder, 'lavoro.xlsx.1.temp'), 'what a killed run leaves');
    const second = await run(data, { attempt: 2 });
    expect(second.data).toEqual(first.data);
    await recorded();
    expect((await readFile(join(folder, 'lavoro-prima_nota.csv'))).equals(journal)).toBe(true);
    expect(await files()).toEqual(['lavoro-anomalie.csv', 'lavoro-prima_nota.csv', 'lavoro.xlsx']);
  });

  it('fermato a metà non lascia niente a metà, e i file caricati restano per la ripresa', async () => {
    const stop = new AbortController();
    const data = await upload(generatedFiles(SIZES.SD));
    const thread: typeof runProcess = (order, running) =>
      runProcess(order, { ...running, progress: (percent) => void (percent >= 50 && stop.abort(new Error('spento'))) });
    await expect(run(data, { signal: stop.signal, run: thread })).rejects.toThrow('spento');
    expect((await files()).filter((name) => name.endsWith('.temp'))).toEqual([]);
    expect(await uploads()).toHaveLength(2);
    expect(resultOf(await run(data)).esito).toBe('anomalie');
  });

  it('oltre il tempo concesso è fermato e fallisce, con un rapporto', async () => {
    const thread: typeof runProcess = (order, running) => runProcess(order, { ...running, limit: 50, entry: hang });
    const outcome = await run(await upload(samplePair('01_ore')), { run: thread });
    expect(outcome).toMatchObject({ failed: true, message: 'L’elaborazione ha superato i 10 minuti ed è stata fermata.' });
    expect((await recorded()).data['codice']).toBe('TEMPO_SCADUTO');
    expect(sheet(await readXlsx(outcome.file!), 'Anomalie')[1]!.slice(0, 2)).toEqual(['BLOCCANTE', 'TEMPO_SCADUTO']);
  });

  it('oltre il suo processore è fermato e fallisce, con il limite', async () => {
    const process: typeof runProcess = (order, running) => runProcess(order, { ...running, cpuSeconds: 1, entry: hang });
    const outcome = await run(await upload(samplePair('01_ore')), { run: process });
    expect(outcome).toMatchObject({ failed: true, message: expect.stringContaining('più di 30 secondi di elaborazione') as string });
  });

  it('interrotto due volte fallisce invece di ricominciare', async () => {
    const outcome = await run(await upload(samplePair('01_ore')), { attempt: 3 });
    expect((await recorded()).data['codice']).toBe('INTERROTTO');
    expect(outcome.failed).toBe(true);
  });

  it('un errore imprevisto diventa una frase; al registro va dove, non che cosa', async () => {
    const lines: object[] = [];
    const thread: typeof runProcess = async () => Promise.reject(new Error('ROSSI MARIO 1.234,56'));
    const outcome = await run(await upload(samplePair('01_ore')), { run: thread, log: { error: (data) => void lines.push(data) } });
    expect(outcome).toMatchObject({ failed: true, message: 'Errore imprevisto durante l’elaborazione.' });
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('ROSSI');
  });

  it('senza più i file caricati fallisce e lo dice', async () => {
    const data = await upload(samplePair('01_ore'));
    await rm(join(folder, UPLOADS), { recursive: true });
    expect(await run(data)).toMatchObject({ failed: true, message: 'L’elaborazione si è interrotta: caricare di nuovo i file.' });
  });
});

describe('file grandi', () => {
  it.each([
    ['S', 'ok', 608, 18_020_694],
    ['SD', 'anomalie', 4827, 149_309_907],
    ['M', 'ok', 72_575, 2_196_652_445],
  ] as const)('%s: %s, %i movimenti, i centesimi di cui si sa', async (name, end, rows, cost) => {
    const outcome = await run(await upload(generatedFiles(SIZES[name])));
    expect(resultOf(outcome).esito).toBe(end);
    expect((await recorded()).data).toMatchObject({ costo_ripartito_cent: cost, costo_non_ripartito_cent: 0 });
    // reading a large workbook takes too long
    if (name === 'M') return;
    const sheets = await readXlsx(outcome.file!);
    expect(sheet(sheets, 'Riepilogo')).toContainEqual(['File Bill Mov Dip: righe accettate', rows]);
    expect(amounts(sheet(sheets, 'Commesse'), 'Netto').at(-1)).toBe(cost);
  });
});
