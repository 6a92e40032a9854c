import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, isExpired } from '../core/dates.ts';
import { documentState, fileFields } from '../core/documents.ts';
import { DOCUMENT_FIELDS, personale } from '../registers/personale.ts';
import { matricolaOf, shortName, workerFile, workerFolder, workerName, workerPlace } from './personale.ts';

const FILES = fileFields(personale);
const name = fc.string({
  maxLength: 30,
  unit: fc.oneof(fc.constantFrom(...'aèßŉ_ \t/\\:.*?"<>|\'’-😀'), fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' })),
});
const matricola = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_ -]{0,12}$/).map((text) => text.trim());
const worker = fc.record({ matricola, cognome: fc.option(name), nome: fc.option(name) });

describe('la cartella di un lavoratore', () => {
  it.each([
    ['Hoxha', 'HOXHA'],
    ['El Amrani', 'ELAMRANI'],
    ["D'Angelo", "D'ANGELO"],
    ['Degli Innocenti', 'DEGLIINNOC'],
    ['Nicolò', 'NICOLÒ'],
    ['  Rossi  ', 'ROSSI'],
    ['Straße', 'STRASSE'],
    ['de/Luca', 'DELUCA'],
    ['A_B', 'AB'],
    ['Rossi jr.', 'ROSSIJR'],
    ['..', ''],
    ['', ''],
    [null, ''],
    [undefined, ''],
    ['e\u0300', 'È'],
    ['😀'.repeat(12), '😀'.repeat(10)],
  ])('il nome %j vi si scrive %j', (text, expected) => expect(shortName(text)).toBe(expected));

  it('porta matricola, cognome e nome, e i file la matricola e il documento', () => {
    const who = { matricola: '1187', cognome: 'El Amrani', nome: 'Youssef' };
    expect(workerName(who)).toBe('1187_ELAMRANI_YOUSSEF');
    expect(workerFolder(who)).toBe('PERSONALE/1187_ELAMRANI_YOUSSEF');
    expect(FILES.map((file) => workerFile('1187', file))).toEqual(
      expect.arrayContaining(['1187_ci.pdf', '1187_idoneita.pdf', '1187_limitazione.pdf', '1187_altro2.pdf', '1187_profilo.jpg']),
    );
  });

  it('di due lavoratori non è mai la stessa, e si rilegge di chi è', () => {
    fc.assert(
      fc.property(worker, worker, (one, other) => {
        expect(matricolaOf(workerName(one))).toBe(one.matricola);
        if (one.matricola !== other.matricola) expect(workerFolder(one)).not.toBe(workerFolder(other));
      }),
      { numRuns: 500 },
    );
  });

  it('è una cartella sola, con un nome che ogni disco accetta', () => {
    fc.assert(
      fc.property(worker, (who) => {
        const folder = workerFolder(who);
        expect(folder.split('/')).toHaveLength(2);
        // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
        expect(folder).not.toMatch(/[\u0000-\u001F\\:*?"<>|]|\.$/);
        expect(folder.isWellFormed()).toBe(true);
        const [, cognome = '', nome = ''] = /_([^_]*)_([^_]*)$/.exec(folder) ?? [];
        for (const part of [cognome, nome]) {
          expect([...part].length).toBeLessThanOrEqual(10);
          expect(part).toBe(part.toUpperCase());
          expect(part).not.toMatch(/\s/);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('dice di chi è ogni file che vi sta, e nulla di ciò che sta altrove', () => {
    fc.assert(
      fc.property(worker, fc.constantFrom(...FILES), (who, file) => {
        const path = `${workerFolder(who)}/${workerFile(who.matricola, file)}`;
        expect(workerPlace(path)).toEqual({ matricola: who.matricola, folder: workerFolder(who), name: workerFile(who.matricola, file) });
      }),
    );
    for (const path of [
      'PERSONALE/1187_A_B',
      'PERSONALE/1187_A_B/foto/x.pdf',
      'PERSONALE/x.pdf',
      'PERSONALE/1187/x.pdf',
      'PERSONALE/_A_B/x.pdf',
      'A0001/1187_A_B/x.pdf',
      '1187_A_B/x.pdf',
      'personale/1_A_B/x.pdf',
      '',
    ]) {
      expect(workerPlace(path), path).toBeNull();
    }
  });
});

describe('i documenti di un lavoratore', () => {
  it('sono 32 con la scadenza, e limitazione e prescrizione senza', () => {
    const documents = FILES.filter((file) => file.kind === 'document');
    expect(documents).toHaveLength(34);
    expect(documents.filter((file) => file.kind === 'document' && !file.scadenza).map(({ field }) => field)).toEqual([
      'limitazione',
      'prescrizione',
    ]);
    expect(personale.list.scadenze).toHaveLength(32);
    for (const file of documents) {
      expect(file.suffix).toBe(file.field);
      if (file.kind === 'document' && file.scadenza) expect(file.scadenza).toBe(`scadenza_${file.field}`);
    }
    expect(new Set(DOCUMENT_FIELDS)).toEqual(new Set(documents.map(({ field }) => field)));
  });

  it('riservati sono quelli della salute, e nessun altro', () => {
    expect(
      FILES.filter((file) => file.kind === 'document' && file.reserved)
        .map(({ field }) => field)
        .toSorted(),
    ).toEqual(['idoneita', 'limitazione', 'prescrizione']);
  });

  it('scaduto vince sul file che c’è; senza data conta solo il file', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.option(fc.integer({ min: -60, max: 60 })), (there, days) => {
        const today = '2026-11-21';
        const date = days === null ? null : addDays(today, days);
        const state = documentState(there ? 'PERSONALE/1_A_B/1_ci.pdf' : null, date, today);
        if (isExpired(date, today)) expect(state).toBe('scaduto');
        else if (days !== null && days <= 30) expect(state).toBe('in-scadenza');
        else expect(state).toBe(there ? 'presente' : 'assente');
      }),
    );
  });
});
