import { describe, expect, it } from 'vitest';
import { choose } from './line-choices.ts';
import {
  copyOf,
  carriedFrom,
  knownAs,
  lavorazioneOptions,
  nameOfLine,
  priceOf,
  valueOf,
  wbsOptions,
  type LineValues,
  type Site,
} from './line.ts';

const site: Site = {
  wbs: [{ descrizione: 'Pila 3' }, { descrizione: 'Imbocco' }, { descrizione: 'Muro' }],
  items: [
    { lavorazione: 'JET GROUTING', descrizione_wbs: 'Pila 3', prezzo: 86 },
    { lavorazione: 'JET GROUTING', descrizione_wbs: 'Imbocco', prezzo: 84.5 },
    { lavorazione: 'TIRANTI', descrizione_wbs: 'Imbocco', prezzo: 74.1234 },
  ],
  workItems: [{ descrizione: 'JET GROUTING', um: 'ml', colore: '#2C6E8C' }],
};

describe('che cosa offre il cantiere a una riga', () => {
  it('le sue wbs, e della wbs scelta le lavorazioni con unità e colore', () => {
    expect(wbsOptions(site).map(({ value }) => value)).toEqual(['Pila 3', 'Imbocco', 'Muro']);
    expect(lavorazioneOptions(site, 'Pila 3')).toEqual([{ value: 'JET GROUTING', detail: 'ml', color: '#2C6E8C' }]);
    expect(lavorazioneOptions(site, 'Imbocco').map(({ value }) => value)).toEqual(['JET GROUTING', 'TIRANTI']);
  });

  it.each([
    ['senza wbs', null],
    ['di una wbs che non ne ha', 'Muro'],
  ])('%s, tutte quelle del cantiere, ciascuna una volta', (_, wbs) => {
    expect(lavorazioneOptions(site, wbs).map(({ value }) => value)).toEqual(['JET GROUTING', 'TIRANTI']);
  });

  it('di una lavorazione che non si conosce né unità né colore', () => {
    expect(knownAs(site, 'TIRANTI')).toEqual({ um: null, colore: null });
    expect(knownAs(site, null)).toEqual({ um: null, colore: null });
  });
});

describe('il valore di una riga mentre si scrive', () => {
  it.each<[string, LineValues, number | null, number | null]>([
    ['il prezzo di quella wbs', { wbs: 'Imbocco', lavorazione: 'JET GROUTING', quantita: 10 }, 84.5, 845],
    ['senza wbs, quello della lavorazione', { lavorazione: 'JET GROUTING', quantita: 24.5 }, 86, 2107],
    ['esatto, arrotondato al centesimo una volta sola', { wbs: 'Imbocco', lavorazione: 'TIRANTI', quantita: 12.125 }, 74.1234, 898.75],
    ['senza quantità nessuno', { lavorazione: 'JET GROUTING', quantita: null }, 86, null],
    ['una lavorazione che il cantiere non ha', { lavorazione: 'MICROPALI', quantita: 3 }, null, null],
    ['un fermo non vale nulla', { lavorazione: 'JET GROUTING', quantita: 3, fermo: 1 }, 86, null],
  ])('%s', (_, line, price, value) => {
    expect(priceOf(site, line)).toBe(price);
    expect(valueOf(site, line)).toBe(value);
  });
});

describe('scelte che ne cambiano altre', () => {
  it('un fermo non ha quantità', () => {
    expect(choose.kind('fermo')).toEqual({ fermo: 1, quantita: null });
    expect(choose.kind('produzione')).toEqual({ fermo: 0 });
  });

  it('Noleggi svuota l’attrezzatura, che è dell’altra specie', () => {
    expect(choose.noleggio(true)).toEqual({ noleggio: 1, attrezzatura: null, descrizione: null });
    expect(choose.noleggio(false)).toMatchObject({ noleggio: 0, attrezzatura: null });
  });

  it('un’altra wbs lascia la lavorazione che non ha, e sceglie l’unica che ha', () => {
    expect(choose.wbs(site, { lavorazione: 'TIRANTI' }, 'Imbocco')).toEqual({ wbs: 'Imbocco', lavorazione: 'TIRANTI' });
    expect(choose.wbs(site, { lavorazione: 'TIRANTI' }, 'Pila 3')).toEqual({ wbs: 'Pila 3', lavorazione: 'JET GROUTING' });
    expect(choose.wbs(site, { lavorazione: 'MICROPALI' }, 'Imbocco')).toEqual({ wbs: 'Imbocco', lavorazione: null });
    expect(choose.wbs(site, {}, null)).toEqual({ wbs: null, lavorazione: null });
  });
});

describe('la riga dopo', () => {
  const line: LineValues = {
    id: 7,
    wbs: 'Pila 3',
    lavorazione: 'JET GROUTING',
    operatore: 'Hoxha',
    noleggio: 1,
    attrezzatura: 'N00003',
    descrizione: 'gru',
    quantita: 24.5,
    fermo: 1,
    note: 'colonne',
    prezzo: 86,
    produzione: 2107,
  };
  it('tiene ciò che si ripete, non la quantità né le note né il fermo', () => {
    expect(carriedFrom(line)).toEqual({
      wbs: 'Pila 3',
      lavorazione: 'JET GROUTING',
      operatore: 'Hoxha',
      noleggio: 1,
      attrezzatura: 'N00003',
      descrizione: 'gru',
    });
  });
  it('copiata da un altro giorno ha anche quelle, mai il prezzo di allora né il numero', () => {
    expect(copyOf(line)).toEqual({ ...carriedFrom(line), fermo: 1, quantita: 24.5, note: 'colonne' });
  });
  it('si chiama con ciò che è', () => {
    expect(nameOfLine(line)).toBe('Fermo, Pila 3');
    expect(nameOfLine({ lavorazione: 'TIRANTI' })).toBe('TIRANTI');
    expect(nameOfLine({})).toBe('Riga senza lavorazione');
  });
});
