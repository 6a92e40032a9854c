import { describe, expect, it } from 'vitest';
import { catalogue } from '#web/catalogue.ts';
import { deleteTitle, nameOf, nobody, searchedFields } from './words.ts';

const def = (path: string) => catalogue.registerOrThrow(path);

describe('parole di un registro', () => {
  it.each([
    ['macchinari', 'Nessun macchinario'],
    ['tipologia', 'Nessuna tipologia'],
    ['accise', "Nessun'accisa"],
    ['users', 'Nessun utente'],
    ['cantieri', 'Nessun cantiere'],
    ['elencoManutenzioni', 'Nessun tipo di manutenzione'],
  ])('%s: %s', (path, expected) => expect(nobody(def(path))).toBe(expected));

  it.each([
    ["l'operatore", 'operatore', 'Nessun operatore'],
    ['lo scavo', 'scavo', 'Nessuno scavo'],
    ['il problema', 'problema', 'Nessun problema'],
    ["l'ora", 'ora', "Nessun'ora"],
  ])('%s: di un registro chiamato %s si dice %s', (article, one, expected) => {
    expect(nobody({ ...def('accise'), labels: { one, article, many: one } })).toBe(expected);
  });

  it('dice in quali campi si cerca', () => {
    expect(searchedFields(def('accise'))).toBe('Cerca tra utente, data, cantiere e matricola.');
    const meccanici = def('meccanici');
    expect(searchedFields({ ...meccanici, list: { ...meccanici.list, search: ['descrizione'] } })).toBe('Cerca tra descrizione.');
  });

  it('chiama un record con i suoi campi, o con la chiave', () => {
    expect(nameOf(def('accise'), { id: 7, matricola: 'A0112', data: '2026-11-20' })).toBe('A0112 2026-11-20');
    expect(nameOf(def('accise'), { id: 7, matricola: null, data: null })).toBe('7');
    expect(deleteTitle(def('accise'))).toBe('Elimina accisa');
  });
});
