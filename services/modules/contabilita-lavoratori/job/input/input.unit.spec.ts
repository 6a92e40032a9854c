import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inPieces } from '../../../../../test/contabilita-samples.ts';
import { comparableName, isTotalWord, matricolaKey, readCommessa } from './codes.ts';
import { detectEncoding } from './encoding.ts';
import { normaliseHeader } from './header-synonyms.ts';
import { readMonth, readMonthAndYear } from './months.ts';
import { readCents, readDecimal, scaleTo, voteOf } from './numbers.ts';
import { linesOf, readRecords } from './records.ts';
import { readText } from './text.ts';
import { readHours, readPercent } from './weights.ts';

const pieces = fc.integer({ min: 1, max: 40 });
const STYLES = ['IT', 'EN', 'MISTO', 'INDEFINITO'] as const;
const style = fc.constantFrom(...STYLES);

describe('i byte di un file', () => {
  it('di un foglio di calcolo non sono un csv, anche senza un byte nullo; di un testo che gli somiglia sì', () => {
    for (const head of [
      [0x50, 0x4b, 0x03, 0x04],
      [0xd0, 0xcf, 0x11, 0xe0],
    ]) {
      expect(() => detectEncoding(inPieces(Buffer.from([...head, 65, 66])))).toThrow(expect.objectContaining({ codice: 'FILE_NON_CSV' }));
      expect(detectEncoding(inPieces(Buffer.from([...head.slice(0, 3), 65, 66])))).not.toBeNull();
    }
    expect(() => detectEncoding(inPieces(Buffer.alloc(0)))).toThrow(expect.objectContaining({ codice: 'FILE_VUOTO' }));
  });

  it('si leggono allo stesso modo a qualunque pezzo arrivino', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ min: 1, max: 255, minLength: 1, maxLength: 60 }),
          fc.string({ unit: 'binary', minLength: 1 }).map((s) => Buffer.from(s.replaceAll('\0', ''))),
        ),
        pieces,
        (bytes, size) => {
          fc.pre(
            bytes.length > 0 &&
              !(bytes[0] === 0xff && bytes[1] === 0xfe) &&
              !(bytes[0] === 0xfe && bytes[1] === 0xff) &&
              !(bytes[0] === 0xef && bytes[1] === 0xbb),
          );
          const encoding = detectEncoding(inPieces(bytes, size));
          expect(encoding).toBe(isUtf8(bytes) ? 'UTF-8' : 'WINDOWS-1252');
          const whole = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes).replaceAll(/\r\n?/g, '\n');
          expect([...readText(inPieces(bytes, size), encoding)].join('')).toBe(whole);
        },
      ),
      { numRuns: 300 },
    );
  }, 30_000);

  it.each([
    ['utf-16le', 'UTF-16LE', [0xff, 0xfe]],
    ['utf-16be', 'UTF-16BE', [0xfe, 0xff]],
  ] as const)('%s con la sua marca', (label, encoding, mark) => {
    const little = Buffer.from('Matricola;è\r\n', 'utf16le');
    const bytes = Buffer.concat([Buffer.from(mark), label === 'utf-16le' ? little : Buffer.from(little).swap16()]);
    for (const size of [1, 3, 100]) {
      expect(detectEncoding(inPieces(bytes, size))).toBe(encoding);
      expect([...readText(inPieces(bytes, size), encoding)].join('')).toBe('Matricola;è\n');
    }
  });
});

describe('i record', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ';', '"', '\n', ' ', 'è', ','), maxLength: 6 });
  const quote = (text: string) => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

  it('sono le celle scritte, con la riga del file su cui cominciano, a qualunque pezzo arrivi il testo', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 8 }),
        pieces,
        fc.boolean(),
        (rows, size, newline) => {
          const text = rows.map((row) => row.map(quote).join(';')).join('\n') + (newline ? '\n' : '');
          const read: { row: string[]; line: number }[] = [];
          const parts = Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));
          for (const { rows: some, line, multiline } of readRecords(parts, ';')) {
            let at = line;
            for (const row of some) {
              read.push({ row, line: at });
              at += multiline ? linesOf(row) : 1;
            }
          }
          let at = 1;
          const expected = rows.map((row) => {
            const line = at;
            at += linesOf(row);
            return { row, line };
          });
          // An empty last line without a line end is no record.
          if (!newline && text.endsWith('\n')) expected.pop();
          expect(read.filter(({ row }) => row.length > 1 || row[0] !== '')).toEqual(
            expected.filter(({ row }) => row.length > 1 || row[0] !== ''),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('spazi dopo le virgolette di chiusura si ammettono, altro no', () => {
    const rows = (text: string) => [...readRecords([text], ';')].flatMap((b) => b.rows);
    expect(rows('"a" ;"b"  \n"c"  ')).toEqual([['a', 'b'], ['c']]);
    expect(rows('a"b";c')).toEqual([['a"b"', 'c']]);
    expect(() => rows('a;b\n"c" d;e\n')).toThrow(expect.objectContaining({ codice: 'VIRGOLETTE_NON_VALIDE', riga: 2 }));
  });
});

describe('i numeri', () => {
  const cents = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 });
  const written = (n: number, [mark, thousands]: readonly [string, string]) => {
    const digits = String(Math.abs(n)).padStart(3, '0');
    return `${n < 0 ? '-' : ''}${digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, thousands)}${mark}${digits.slice(-2)}`;
  };
  const minusZero = (n: number) => (n === 0 ? 0 : n);

  it('con due decimali si leggono in un modo solo, qualunque sia il formato del file', () => {
    fc.assert(
      fc.property(
        cents,
        style,
        fc.constantFrom([',', '.'], [',', ''], ['.', ','], ['.', '']) as fc.Arbitrary<[string, string]>,
        (n, s, marks) => {
          expect(readCents(written(n, marks), s)).toBe(minusZero(n));
        },
      ),
    );
  });

  it('la lettura veloce legge ciò che legge quella completa, e nient’altro', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('0', '1', '9', '.', ',', '-', '−', '(', ')', ' ', '€', 'x', '/', ':'), maxLength: 14 }),
        style,
        (text, s) => {
          const decimal = readDecimal(text, s);
          const slow = decimal === null || typeof decimal === 'string' ? decimal : scaleTo(decimal, 2);
          const signed = typeof slow === 'number' && decimal && typeof decimal === 'object' && decimal.negative ? minusZero(-slow) : slow;
          expect(readCents(text, s)).toBe(typeof signed === 'number' && Math.abs(signed) > 999_999_999_999 ? 'limit' : signed);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('ciò che si può leggere in due modi non si indovina', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 0, max: 999 }), fc.constantFrom('.', ','), (a, b, mark) => {
        const text = `${a}${mark}${String(b).padStart(3, '0')}`;
        for (const s of ['MISTO', 'INDEFINITO'] as const) expect(readCents(text, s)).toBe('ambiguous');
        const thousands = (a * 1000 + b) * 100;
        const decimals = b % 10 === 0 ? a * 100 + b / 10 : 'decimals';
        expect([readCents(text, 'IT'), readCents(text, 'EN')]).toEqual(mark === '.' ? [thousands, decimals] : [decimals, thousands]);
        expect(voteOf(text)).toBeNull();
      }),
    );
  });

  it.each([
    ['-50', -5000],
    ['50-', -5000],
    ['- 50', -5000],
    ['−50', -5000],
    ['–50', -5000],
    ['+50', 5000],
    ['(50)', -5000],
    ['€ 50', 5000],
    ['50 EUR', 5000],
    ['euro 50', 5000],
    ['-€ 1,50', -150],
    ['(€ 2,5)', -250],
    [',50', 50],
    ['0,500', 50],
    ['1234,500', 123_450],
    ['1.234.567', 123_456_700],
    ['-0', 0],
    ['', null],
    [' ', null],
    ['-', null],
    ['–', null],
    ['—', null],
    ['50,', 'invalid'],
    ['1 234', 'invalid'],
    ["1'234", 'invalid'],
    ['1.23.456', 'invalid'],
    ['1,234.567,8', 'invalid'],
    ['--5', 'invalid'],
    ['€', 'invalid'],
    ['1e5', 'invalid'],
    ['1,2345', 'decimals'],
    ['10000000000', 'limit'],
  ] as const)('%j', (text, expected) => expect(readCents(text, 'INDEFINITO')).toBe(expected));

  it('il formato del file lo dicono i numeri che non hanno dubbi', () => {
    expect(['1,5', '1.234.567', '1.234,5', '1.5', '1,234,567', '1,234.5', '1.234', '15', 'x', ''].map(voteOf)).toEqual([
      'IT',
      'IT',
      'IT',
      'EN',
      'EN',
      'EN',
      null,
      null,
      null,
      null,
    ]);
  });

  it('ore e percentuali, nelle loro unità', () => {
    expect(['7,5', '7:30', '0:01', '10000', '10000:01', '-1', '0,00001', 'x', ''].map((h) => readHours(h, 'IT'))).toEqual([
      225_000,
      225_000,
      500,
      300_000_000,
      'limit',
      'negative',
      'decimals',
      'invalid',
      null,
    ]);
    expect(['33,33', '100 %', '100,0001', '0,0001%', '-0', '%'].map((p) => readPercent(p, 'IT'))).toEqual([
      333_300,
      1_000_000,
      'limit',
      1,
      0,
      null,
    ]);
  });
});

describe('mesi, codici e nomi', () => {
  it.each([
    ['01/2026', '2026-01'],
    ['1-26', '2026-01'],
    ['2026-01', '2026-01'],
    ['202601', '2026-01'],
    ['012026', '2026-01'],
    ['31/01/2026', '2026-01'],
    ['2026-01-31', '2026-01'],
    ['2026-01-31T10:00:00.000Z', '2026-01'],
    ['31.01.2026 00:00', '2026-01'],
    ['gennaio 2026', '2026-01'],
    ['Gen-26', '2026-01'],
    ['DIC 2099', '2099-12'],
    ['13/2026', null],
    ['31/02/2026', null],
    ['01/1989', null],
    ['01/2100', null],
    ['gennaio', null],
    ['26-01', null],
    ['boh 2026', null],
    ['', null],
    ['31/01/26', null],
  ])('%j è %j', (text, expected) => expect(readMonth(text)).toBe(expected));

  it('ogni mese si legge dal suo nome, intero o di tre lettere', () => {
    const format = new Intl.DateTimeFormat('it-IT', { month: 'long', timeZone: 'UTC' });
    for (let month = 1; month <= 12; month += 1) {
      const name = format.format(new Date(Date.UTC(2026, month - 1, 1)));
      const expected = `2026-${String(month).padStart(2, '0')}`;
      expect([readMonth(`${name} 2026`), readMonth(`${name.slice(0, 3)}-26`)], name).toEqual([expected, expected]);
    }
  });

  it('mese e anno in due colonne', () => {
    expect([
      readMonthAndYear('aprile', '2026'),
      readMonthAndYear('APR', '26'),
      readMonthAndYear(' 4 ', '2026'),
      readMonthAndYear('0', '2026'),
      readMonthAndYear('4', ''),
    ]).toEqual(['2026-04', '2026-04', '2026-04', null, null]);
  });

  it('matricole, commesse, nomi, intestazioni e parole di totale', () => {
    expect(['000033', '0', '0A', 'a1'].map(matricolaKey)).toEqual(['33', '0', '0A', 'A1']);
    expect([readCommessa(' c 01  b '), readCommessa('007'), readCommessa('1,2E+05'), readCommessa('')]).toEqual([
      'C 01 B',
      '007',
      null,
      '',
    ]);
    expect(comparableName("NARDO' NICCOLO'")).toBe(comparableName('Niccolò Nardò'));
    expect([' N. Matricola ', 'Nº matricola', '% Ripartizione', 'Dare €', 'D/A', 'Società'].map(normaliseHeader)).toEqual([
      'n matricola',
      'no matricola',
      'perc ripartizione',
      'dare euro',
      'd a',
      'societa',
    ]);
    expect(
      ['TOTALE', 'Tot.', '** Totale generale **', 'Sub-totale 12', 'subtotali', '=> tot:', 'TOTI', 'totalizzatore', 'OTTO'].map(
        isTotalWord,
      ),
    ).toEqual([true, true, true, true, true, true, false, false, false]);
  });
});
