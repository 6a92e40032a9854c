import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { utils, write } from 'xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';
import { countReading, FILE_LIMITS } from './limits.ts';
import { readImportFile, readRows, writeRows } from './read-file.ts';
import { readSql } from './read-sql.ts';
import { readWorkbook } from './read-workbook.ts';
import { repackZip } from './unpack-zip.ts';

describe('Un dump SQL', () => {
  it('dà tabelle, colonne e valori come MySQL li scrive, e non esegue niente', () => {
    const dump = `-- MySQL dump; INSERT INTO \`finta\` VALUES (1);
/*!40101 SET NAMES utf8 */;
CREATE TABLE \`macchinari\` (
  \`matricola\` varchar(50) NOT NULL DEFAULT 'a;b',
  \`peso\` decimal(10,2) DEFAULT NULL,
  PRIMARY KEY (\`matricola\`)
) ENGINE=InnoDB;
DROP TABLE utenti;
INSERT INTO \`macchinari\` VALUES ('A1',12.50),('L\\'altra; (due)',NULL),
 ('con ''apici'' e \\n riga',-3);
insert into strato.cantieri (\`commessa\`, via) values (7, "via \\"Po\\"");`;
    expect(readSql(dump)).toEqual([
      {
        name: 'macchinari',
        columns: ['matricola', 'peso'],
        rows: [
          { row: 1, cells: ['A1', '12.50'] },
          { row: 2, cells: ["L'altra; (due)", null] },
          { row: 3, cells: ["con 'apici' e \n riga", '-3'] },
        ],
      },
      { name: 'cantieri', columns: ['commessa', 'via'], rows: [{ row: 1, cells: ['7', 'via "Po"'] }] },
    ]);
  });

  it('qualunque testo torna com’era', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.trim() !== ''),
          { minLength: 1, maxLength: 5 },
        ),
        (texts) => {
          const quoted = texts.map((text) => `('${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}')`);
          expect(readSql(`INSERT INTO t (a) VALUES ${quoted.join(', ')};`)[0]?.rows.map(({ cells }) => cells[0])).toEqual(texts);
        },
      ),
    );
  });

  it('le parole e i numeri restano ciò che sono', () => {
    const read = (words: string) => readSql(`INSERT INTO t (a, b) VALUES (${words}, 'x');`)[0]?.rows[0]?.cells[0];
    expect(['NULL', 'true', 'FALSE', '+1', '-2.50', '3e10', '1E-2'].map(read)).toEqual([null, 1, 0, '+1', '-2.50', '3e10', '1E-2']);
  });

  it('dice dove non si legge', () => {
    expect(() => readSql('INSERT INTO t VALUES (1);')).toThrow('non dice le sue colonne');
    expect(() => readSql('INSERT INTO t (a) VALUES (1, 2);')).toThrow('Tabella t, riga 1: 2 valori per 1 colonne');
    expect(() => readSql('INSERT INTO t (a) VALUES (now());')).toThrow('che non si legge');
    expect(() => readSql("INSERT INTO t (a) VALUES ('mai chiuso);")).toThrow('non si chiude');
    for (const word of ['nullo', 'xnull', 'trues', 'vero', 'falsey', '1x', 'x1', '1.', '--1'])
      expect(() => readSql(`INSERT INTO t (a) VALUES (${word});`), word).toThrow('che non si legge');
  });
});

describe('Un csv', () => {
  const cells = (bytes: Buffer) => readCsv(bytes).map(({ columns, rows }) => [columns, ...rows.map((row) => row.cells)]);
  it('si legge con punto e virgola, virgola o tabulazione, in UTF-8, UTF-16 o come lo scrive Excel', () => {
    const expected = [
      [
        ['Matricola', 'Qualità'],
        ['A1', 'sì; "buona"'],
      ],
    ];
    for (const separator of [';', ',', '\t']) {
      const text = `Matricola${separator}Qualità\r\nA1${separator}"sì; ""buona"""\r\n\r\n`;
      expect(cells(Buffer.from(text))).toEqual(expected);
      expect(cells(Buffer.from(`\uFEFF${text}`))).toEqual(expected);
      expect(cells(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual(expected);
      expect(cells(Buffer.from(text, 'latin1'))).toEqual(expected);
    }
  });
  it('in UTF-16 al contrario, e non scambia per UTF-16 ciò che comincia come il suo segno', () => {
    const text = Buffer.from('\uFEFFa;b\n1;è\n', 'utf16le').swap16();
    expect(cells(text)).toEqual([
      [
        ['a', 'b'],
        ['1', 'è'],
      ],
    ]);
    expect(cells(Buffer.from('ÿ;b\n1;2\n', 'latin1'))).toEqual([
      [
        ['ÿ', 'b'],
        ['1', '2'],
      ],
    ]);
    expect(cells(Buffer.from('þ;b\n1;2\n', 'latin1'))).toEqual([
      [
        ['þ', 'b'],
        ['1', '2'],
      ],
    ]);
    expect(cells(Buffer.from('aþ;b\n1;ÿ\n', 'latin1'))).toEqual([
      [
        ['aþ', 'b'],
        ['1', 'ÿ'],
      ],
    ]);
  });
  it('conta le righe come il suo programma, salta le vuote e rifiuta virgolette che non si chiudono', () => {
    expect(readCsv(Buffer.from('\na;b\n\n1;2\n;\n3;4\n'))[0]?.rows.map(({ row }) => row)).toEqual([4, 6]);
    expect(() => readCsv(Buffer.from('a;b\n"1;2\n3;4'))).toThrow('virgolette');
  });
});

describe('Un foglio di calcolo', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-import-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const put = async (name: string, bytes: Uint8Array | string) => {
    const path = join(folder, name);
    await writeFile(path, bytes);
    return path;
  };

  it('dà le date come giorni, i numeri come numeri, ogni foglio che ha qualcosa', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Matricola', 'Scade', 'Ore'],
      ['A1', { t: 'n', v: 46_357, z: 'dd/mm/yyyy' }, 12.5],
      ['A2', { t: 's', v: 'mai', z: 'dd/mm/yyyy' }, { t: 'b', v: true }],
      [],
      ['007', null, 3],
    ]);
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Macchine');
    utils.book_append_sheet(book, utils.aoa_to_sheet([]), 'Vuoto');
    const path = await put('a.xlsx', write(book, { type: 'buffer' }) as Buffer);
    expect((await readImportFile(path)).tables).toEqual([
      {
        name: 'Macchine',
        columns: ['Matricola', 'Scade', 'Ore'],
        rows: [
          { row: 2, cells: ['A1', '2026-12-01', 12.5] },
          { row: 3, cells: ['A2', 'mai', 1] },
          { row: 5, cells: ['007', null, 3] },
        ],
      },
    ]);
  });

  it('che non lo è, o che non ha righe, è rifiutato; i nomi delle colonne non toccano gli oggetti del programma', async () => {
    await expect(readImportFile(await put('b.pdf', 'x'))).rejects.toThrow('.xlsx, .csv o .sql');
    await expect(readImportFile(await put('c.csv', 'a;b\n'))).rejects.toThrow('non ha righe');
    await expect(readImportFile(await put('f.xlsx', Buffer.from('PK\u0003\u0004 non uno zip, ma lungo abbastanza')))).rejects.toThrow(
      'foglio di calcolo',
    );
    const lie = await put('e.xlsx', '__proto__;constructor\n1;2\n');
    await readImportFile(lie).catch(() => undefined);
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  });

  it('passa da un processo all’altro senza cambiare', async () => {
    const tables = readCsv(Buffer.from('a;b\n"due\nrighe";\n;è\n'));
    const path = join(folder, 'righe');
    await writeRows(tables, path);
    expect(await readRows(path)).toEqual(tables);
    await expect(writeRows(tables, path)).rejects.toThrow('EEXIST');
  });
});

describe('Un file oltre un limite', () => {
  const small = { ...FILE_LIMITS, sheets: 2, columns: 3, rows: 4, cells: 6, unpackedMb: 0.0001 };
  const reading = (text: string, limits: Partial<Record<keyof typeof FILE_LIMITS, number>>) => () =>
    readCsv(Buffer.from(text), countReading({ ...FILE_LIMITS, ...limits }));
  it('è rifiutato con il limite che supera', () => {
    expect(reading('a;b;c;d\n1;2;3;4\n', { columns: small.columns })).toThrow('più di 3 colonne');
    expect(reading('a\n1\n2\n3\n4\n', { rows: small.rows })).toThrow('più di 4 righe');
    expect(reading('a;b\n1;2\n3;4\n5;6\n', { cells: small.cells })).toThrow('più di 6 celle');
    expect(reading(`a\n${'x'.repeat(200)}\n`, { unpackedMb: small.unpackedMb })).toThrow('MB di testo');
    const dump = ['a', 'b', 'c'].map((name) => `INSERT INTO ${name} (x) VALUES (1);`).join('\n');
    expect(() => readSql(dump, countReading({ ...FILE_LIMITS, sheets: small.sheets }))).toThrow('più di 2 fogli o tabelle');
    expect(() => reading('a;b\n1;2\n', {})()).not.toThrow();
    expect(() => reading(`a\n${'x'.repeat(1024 * 1024 - 1)}\n`, { unpackedMb: 1 })()).not.toThrow();
    expect(reading(`a\n${'x'.repeat(1024 * 1024)}\n`, { unpackedMb: 1 })).toThrow('più di 1 MB di testo');
    const book = utils.book_new();
    for (const name of ['a', 'b', 'c']) utils.book_append_sheet(book, utils.aoa_to_sheet([['x'], [1]]), name);
    const bytes = write(book, { type: 'buffer' }) as Buffer;
    expect(() => readWorkbook(bytes, countReading({ ...FILE_LIMITS, sheets: 2 }))).toThrow('più di 2 fogli o tabelle');
    expect(readWorkbook(bytes, countReading({ ...FILE_LIMITS, sheets: 3 }))).toHaveLength(3);
  });
  it('si apre contando: le dimensioni che un archivio dichiara non sono credute', () => {
    const zip = Buffer.from(zipSync({ 'xl/a.xml': new Uint8Array(3_000_000), 'xl/media/foto.png': new Uint8Array(3_000_000) }));
    expect(() => repackZip(zip, 2)).toThrow('più di 2 MB una volta aperto');
    expect(repackZip(zip, 4).includes('foto.png')).toBe(false);
    // the uncompressed size in the central directory is falsified
    const lying = Buffer.from(zip);
    const entry = lying.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    lying.writeUInt32LE(1, entry + 24);
    expect(() => repackZip(lying, 2)).toThrow('più di 2 MB una volta aperto');
  });
});
