import { describe, expect, test } from 'vitest';
import { wantedOf } from './clean.ts';
import type { Person } from './person.ts';

const person = (values: Partial<Person>): Person => ({
  matricola: '1187',
  record: { values: {} } as Person['record'],
  events: [],
  names: [],
  folders: [],
  held: new Set(),
  operators: [],
  ...values,
});

describe('Ciò che si cerca di una persona da dimenticare', () => {
  test('i nomi interi nei due ordini, le cartelle, e da soli quelli che nessun altro ha', () => {
    const wanted = wantedOf(
      person({
        names: [{ cognome: 'Neri', nome: 'Anna' }],
        folders: ['1187_NERI_ANNA'],
        operators: [{ id: 3, descrizione: 'x', descrizioni: ['Neri A.'] }],
      }),
      new Set(['anna']),
    );
    expect([wanted.names, wanted.parts]).toEqual([['1187_NERI_ANNA', 'Neri Anna', 'Anna Neri', 'Neri A.'], ['Neri']]);
  });

  test('di chi non ha più le chiavi non si cercano le parole che stanno al posto del nome', () => {
    const wanted = wantedOf(
      person({
        names: [{ cognome: 'Lavoratore', nome: '1187' }],
        folders: ['1187_LAVORATORE_1187'],
        operators: [{ id: 3, descrizione: 'Lavoratore 1187', descrizioni: ['Lavoratore 1187', 'dimenticato'] }],
        events: [{ data: { documenti_ce: 'dimenticato' } } as unknown as Person['events'][number]],
      }),
      new Set(),
    );
    expect([wanted.names, wanted.parts, wanted.values]).toEqual([[], [], []]);
  });

  test('né una cartella senza nomi, né un valore di tre lettere, che direbbe di chiunque', () => {
    const wanted = wantedOf(
      person({
        folders: ['1187__', '1187_NERI_'],
        events: [{ data: { documenti_ce: 'ITA', data_nascita: '1951-07-23' } } as unknown as Person['events'][number]],
      }),
      new Set(),
    );
    expect([wanted.names, wanted.values]).toEqual([['1187_NERI_'], ['1951-07-23']]);
  });
});
