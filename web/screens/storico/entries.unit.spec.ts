import { describe, expect, it } from 'vitest';
import * as words from '#contracts/core/history-in-words.ts';
import { catalogue } from '#web/catalogue.ts';
import * as entries from './entries.ts';

const entryHref = entries.entryHref.bind(null, catalogue);
const fieldsInWords = words.fieldsInWords.bind(null, catalogue);
const recordOf = words.recordOf.bind(null, catalogue);

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
    expect(entryHref({ tabella: 'manutMacchinari', id: '3', padre: 'A0112' })).toBe('/home/macchinari/A0112?storico=1');
    expect(entryHref({ tabella: 'cantieri_lavorazioni', id: '65', padre: '0421' })).toBe(
      '/home/cantieri/dettaglio-cantiere?id=0421&storico=1',
    );
    expect(entryHref({ tabella: 'sparita', id: '3' })).toBeUndefined();
    expect(recordOf({ tabella: 'macchinari', id: 'A0112' })).toBe('macchinario A0112');
    expect(recordOf({ tabella: 'cantieri_lavorazioni', id: '65', oggetto: 'JET GROUTING, SPALLA A, cantiere 0421' })).toBe(
      'JET GROUTING, SPALLA A, cantiere 0421',
    );
  });

  it('dice i permessi in parole, e non ripete il padre che il nome dice già', () => {
    expect(
      fieldsInWords({
        tabella: 'groupsPermissions',
        tipo: 'creato',
        campi: [
          { campo: 'groupID', etichetta: 'Gruppo', tipo: 'number', prima: null, dopo: 3 },
          { campo: 'tableName', etichetta: 'Area', tipo: 'choice', prima: null, dopo: 'noleggi_int' },
          { campo: 'allowInsert', etichetta: 'Inserimento', tipo: 'number', prima: null, dopo: 1 },
          { campo: 'allowView', etichetta: 'Visualizzazione', tipo: 'number', prima: null, dopo: 3 },
          { campo: 'allowEdit', etichetta: 'Modifica', tipo: 'number', prima: null, dopo: 1 },
          { campo: 'allowDelete', etichetta: 'Eliminazione', tipo: 'number', prima: null, dopo: 0 },
        ],
      }),
    ).toBe('Area: Noleggi; Inserimento: sì; Visualizzazione: tutti; Modifica: solo i propri; Eliminazione: nessun record');
  });
});
