import { expect, it } from 'vitest';
import { wholeReadme, type WholeFacts } from './whole-readme.ts';

const facts: WholeFacts = {
  ditta: 'Strato',
  utente: 'admin',
  format: 'xlsx',
  writtenTables: {
    moment: '2026-11-23T15:30:00.000Z',
    tables: [
      { name: 'accise', folder: 'registri', file: '/x', rows: 1200 },
      { name: 'wbs', folder: 'registri', file: '/x', rows: 1 },
      { name: 'storico', folder: 'storico', file: '/x', rows: 7 },
    ],
    documents: [],
  },
  documents: { paths: [], reserved: ['12/12_CI.pdf'], unreadableFolders: ['A/chiusa'] },
  zipped: { count: 2, bytes: 3_200_000, missing: ['A/1.pdf'], cut: ['A/2.pdf'], renamed: [['a/x.pdf', 'archivio/a/x (2).pdf']] },
};

it('dice quando, di chi, quante righe e quanti documenti, e nomina ciò che manca', () => {
  const text = wholeReadme(facts);
  for (const line of [
    'Chiesta da admin. Le tabelle sono tutte dello stesso momento: 2026-11-23 16:30.',
    'REGISTRI: 2 file, 1.201 righe',
    'registri/accise.xlsx: 1.200 righe',
    'registri/wbs.xlsx: 1 riga',
    'storico/storico.xlsx: 7 righe',
    'DOCUMENTI: 2 in archivio/, 3.200.000 byte (3,2 MB)',
    'A/1.pdf',
    'A/2.pdf',
    '12/12_CI.pdf',
    'A/chiusa',
    'a/x.pdf: archivio/a/x (2).pdf',
  ])
    expect(text.split('\r\n')).toContain(line);
  expect(text).toContain('Password, chiavi, sessioni');
  expect(text).not.toContain('apostrofo');
});

it('senza documenti non ne parla, e del csv dice dell’apostrofo', () => {
  const text = wholeReadme({
    ...facts,
    format: 'csv',
    documents: null,
    zipped: { count: 0, bytes: 0, missing: [], cut: [], renamed: [] },
  });
  expect(text).toContain('Non chiesti');
  expect(text).not.toContain('archivio/,');
  expect(text).toContain('apostrofo');
});
