import { describe, expect, it } from 'vitest';
import { asAsked, chooseField, fieldsOf, missing } from './columns.ts';

const column = (name: string, field: string | null) => ({ colonna: name, campo: field, password: false, esempi: [] });
const table = { colonne: [column('Matricola', 'matricola'), column('Descr', null), column('Descrizione', 'descrizione')] };

describe('I campi delle colonne', () => {
  it('sono quelli proposti, finché nessuno ne sceglie altri: un campo è di una colonna sola', () => {
    expect(fieldsOf(table, {})).toEqual({ Matricola: 'matricola', Descr: null, Descrizione: 'descrizione' });
    const byHand = chooseField({}, 'Descr', 'descrizione');
    expect(fieldsOf(table, byHand)).toEqual({ Matricola: 'matricola', Descr: 'descrizione', Descrizione: null });
    const back = chooseField(byHand, 'Descrizione', 'descrizione');
    expect(fieldsOf(table, back)).toEqual({ Matricola: 'matricola', Descr: null, Descrizione: 'descrizione' });
    // other choices stay, also those of no field
    expect(chooseField({ Matricola: null, Descr: 'marca' }, 'Descrizione', 'modello')).toEqual({
      Matricola: null,
      Descr: 'marca',
      Descrizione: 'modello',
    });
    expect(chooseField({ Matricola: null, Descr: 'marca' }, 'Descrizione', null)).toEqual({
      Matricola: null,
      Descr: 'marca',
      Descrizione: null,
    });
    expect(fieldsOf(table, chooseField(back, 'Matricola', null))['Matricola']).toBeNull();
  });

  it('si chiedono per intero; due colonne con lo stesso nome sono la prima', () => {
    expect(asAsked(fieldsOf(table, {}))).toEqual({ Matricola: 'matricola', Descr: '', Descrizione: 'descrizione' });
    expect(fieldsOf({ colonne: [column('A', 'matricola'), column('A', null)] }, {})).toEqual({ A: 'matricola' });
  });

  it('dicono quali servono e non ci sono', () => {
    const known = [
      { campo: 'matricola', nome: 'Matricola', obbligatorio: true },
      { campo: 'marca', nome: 'Marca', obbligatorio: false },
    ];
    expect(missing({ A: 'marca' }, known)).toEqual(['Matricola']);
    expect(missing({ A: 'matricola' }, known)).toEqual([]);
  });
});
