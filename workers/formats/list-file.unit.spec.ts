import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReadRow } from '#contracts/export/column.ts';
import type { ListReader } from '#contracts/ports/list-reader.ts';
import { catalogue } from '../../test/catalogue.ts';
import { readXlsx } from '../../test/xlsx.ts';
import { listWriter } from './list-file.ts';

const ROWS: ReadRow[] = [
  { matricola: 'M1', marca: 'Soilmec', costo: 12.5 },
  { matricola: 'M2', marca: null, costo: null },
  { matricola: 'M3', marca: '=1+1', costo: 3 },
];
let folder: string;
let told: [number, string][];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strato-elenco-'));
  told = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const reader = (many: number): ListReader => ({
  register: async (path) => catalogue.register(path),
  async read({ tabella }, memberID, { start, rows }, signal) {
    expect([tabella, memberID, signal.aborted]).toEqual(['macchinari', 'anna', false]);
    await start(many);
    await rows(ROWS.slice(0, 2));
    await rows(ROWS.slice(2));
  },
});
const request = (over: object = {}) =>
  ({ tabella: 'macchinari', colonne: ['matricola', 'marca', 'costo'], formato: 'csv', nome: 'x', ...over }) as never;
const write = (over: object = {}, many = 3) =>
  listWriter(catalogue, reader(many))(
    { request: request(over), memberID: 'anna', file: join(folder, 'elenco') },
    { signal: new AbortController().signal, progress: (percent, text) => told.push([percent, text]) },
  );

describe('Il file di un elenco', () => {
  it('in csv ha le colonne chieste, nel loro ordine, e ogni riga che si è letta', async () => {
    expect(await write({ colonne: ['marca', 'matricola', 'costo'] })).toBe(3);
    const lines = (await readFile(join(folder, 'elenco'), 'utf8')).slice(1).trimEnd().split('\r\n');
    expect(lines.map((line) => line.replaceAll('"', ''))).toEqual([
      'Marca;Matricola;Costo acquisto',
      'Soilmec;M1;12,5',
      ';M2;',
      `'=1+1;M3;3`,
    ]);
  });

  it('in xlsx ha le stesse, con i loro formati', async () => {
    expect(await write({ formato: 'xlsx' })).toBe(3);
    const [sheet] = await readXlsx(join(folder, 'elenco'));
    const cells = sheet!.rows.map((row) => Array.from(row, (cell) => cell?.value ?? null));
    expect(cells[0]).toEqual(['Matricola', 'Marca', 'Costo acquisto']);
    expect(cells.slice(1).map(([key, , cost]) => [key, cost ?? null])).toEqual([
      ['M1', 12.5],
      ['M2', null],
      ['M3', 3],
    ]);
  });

  it('dice quante righe ha scritto, anche dove intanto ne sono arrivate altre', async () => {
    await write({}, 4);
    expect(told).toEqual([
      [50, '2 di 4 righe'],
      [75, '3 di 4 righe'],
    ]);
    await rm(join(folder, 'elenco'));
    told = [];
    await write({}, 1);
    expect(told).toEqual([
      [100, '2 di 2 righe'],
      [100, '3 di 3 righe'],
    ]);
  });

  it('una tabella o una colonna sconosciuta si rifiuta', async () => {
    await expect(write({ tabella: 'boh' })).rejects.toThrow('Tabella sconosciuta: boh');
    await expect(write({ colonne: ['matricola', 'boh'] })).rejects.toThrow('Colonna sconosciuta: boh');
  });
});
