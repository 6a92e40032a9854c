import { describe, expect, it } from 'vitest';
import { fieldsInWords, recordOf } from '#contracts/core/history-in-words.ts';
import { entryHref } from './entries.ts';

describe('una voce del registro del portale', () => {
  it('dice i campi prima e dopo, nel loro formato', () => {
    expect(
      fieldsInWords({
        tabella: 'macchinari',
        tipo: 'modificato',
        campi: [
          { campo: 'ore_km', etichetta: 'Ore/Km', tipo: 'number', prima: 6412, dopo: 6538 },
          { campo: 'stato_attuale', etichetta: 'Stato attuale', tipo: 'choice', prima: null, dopo: 'Operativo' },
        ],
      }),
    ).toBe('Stato attuale: vuoto → Operativo; Ore/Km: 6.412 → 6.538');
    expect(
      fieldsInWords({
        tabella: 'accise',
        tipo: 'creato',
        campi: [{ campo: 'ore', etichetta: 'Ore', tipo: 'number', prima: null, dopo: 12 }],
      }),
    ).toBe('Ore: 12');
    expect(
      fieldsInWords({
        tabella: 'sparita',
        tipo: 'modificato',
        campi: [{ campo: 'x', etichetta: 'X', tipo: 'text', prima: 'a', dopo: null }],
      }),
    ).toBe('X: a → vuoto');
  });

  it('porta al record con lo storico aperto, se il record ha una pagina', () => {
    expect(entryHref({ tabella: 'accise', id: '12' })).toBe('/home/accise/12?storico=1');
    expect(entryHref({ tabella: 'cantieri', id: '0412' })).toBe('/home/cantieri/dettaglio-cantiere?id=0412&storico=1');
    expect(entryHref({ tabella: 'manutMacchinari', id: '3' })).toBeUndefined();
    expect(entryHref({ tabella: 'sparita', id: '3' })).toBeUndefined();
    expect(recordOf({ tabella: 'macchinari', id: 'A0112' })).toBe('macchinario A0112');
  });
});
