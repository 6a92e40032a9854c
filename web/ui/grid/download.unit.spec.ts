// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeExportWorker, fakeSaving, type SavedFile } from '#web/portal.testing.tsx';
import { readXlsx } from '../../../test/xlsx.ts';
import { downloadTable, saveBytes } from './download.ts';
import type { ExportTable } from './export.ts';

const TABLE: ExportTable = { name: 'Meccanici: A/B', columns: [{ label: 'Nome', type: 'testo' }], rows: [['Rossi']] };
const bytesOf = async ({ blob }: SavedFile) => Buffer.from(await blob.arrayBuffer());
let saved: SavedFile[];

beforeEach(() => {
  saved = fakeSaving();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('un csv prende il nome della tabella con la data, e lo scrive un lavoratore che poi finisce', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T23:30:00Z') });
  const workers = fakeExportWorker();
  await downloadTable(TABLE, 'csv');
  expect(saved).toMatchObject([{ name: 'Meccanici AB_2026-11-21.csv', blob: { type: 'text/csv;charset=utf-8' } }]);
  expect((await bytesOf(saved[0]!)).toString('utf8')).toBe('\uFEFF"Nome"\r\n"Rossi"');
  expect(workers).toMatchObject([{ url: expect.stringMatching(/\/export\.worker\.ts/), type: 'module', ended: true }]);
});

it('un foglio si può aprire; dove il nome è detto è quello', async () => {
  fakeExportWorker();
  await downloadTable(TABLE, 'xlsx', 'Scheda');
  expect(saved).toMatchObject([{ name: 'Scheda.xlsx', blob: { type: expect.stringContaining('spreadsheetml') } }]);
  const [sheet] = await readXlsx(await bytesOf(saved[0]!));
  expect(sheet?.rows.map((row) => row.map((cell) => cell?.value))).toEqual([['Nome'], ['Rossi']]);
});

it.each([
  ['finita la memoria', 'finita la memoria'],
  ['', 'export failed'],
])('un lavoratore che non ce la fa lo dice (%s) e non lascia un file', async (message, said) => {
  const workers = fakeExportWorker({ fails: message });
  await expect(downloadTable(TABLE, 'csv')).rejects.toThrow(said);
  expect(saved).toEqual([]);
  expect(workers).toMatchObject([{ ended: true }]);
});

it('il collegamento che scarica è premuto stando nella pagina e poi sparisce; l’indirizzo vive un minuto', () => {
  vi.useFakeTimers();
  saveBytes(new TextEncoder().encode('a').buffer as ArrayBuffer, 'x.csv', 'csv');
  expect(saved).toMatchObject([{ name: 'x.csv', inPage: true }]);
  expect(document.querySelector('a')).toBeNull();
  const revoked = vi.mocked(URL.revokeObjectURL);
  vi.advanceTimersByTime(59_999);
  expect(revoked).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(revoked).toHaveBeenCalledExactlyOnceWith(saved[0]!.href);
});
