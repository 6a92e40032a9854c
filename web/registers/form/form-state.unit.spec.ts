import { describe, expect, it } from 'vitest';
import { catalogue } from '#web/catalogue.ts';
import { conflictFields, mergeChoices, onlyTheirs } from './conflict.ts';
import {
  changedValues,
  createdValues,
  dirtyFields,
  isRequired,
  newValues,
  valuesFromAddress,
  validate,
  valuesOf,
  withComputed,
} from './form-state.ts';

const accise = catalogue.registerOrThrow('accise');
const cantieri = catalogue.registerOrThrow('cantieri');
const meccanici = catalogue.registerOrThrow('meccanici');
const base = valuesOf(accise, { id: 7, data: '2026-11-20', matricola: 'A0112', ore: 1234.5, minuti: null, utente: 'laura', versione: 3 });

describe('cosa è cambiato in una scheda', () => {
  it('dei valori letti resta il record, non proprietario e versione', () => {
    expect(base).not.toHaveProperty('utente');
    expect(base).not.toHaveProperty('versione');
    expect(base['id']).toBe(7);
  });

  it.each([
    ['il vuoto e il nullo sono uguali', { minuti: '' }, []],
    ['lo stesso numero scritto in italiano', { ore: '1234,5' }, []],
    ['lo stesso numero con il punto', { ore: '1234.5' }, []],
    ['un altro numero', { ore: '1234,6' }, ['ore']],
    ['un campo svuotato', { matricola: '' }, ['matricola']],
    ['un testo che non è un numero', { ore: 'tante' }, ['ore']],
  ])('%s', (_, change, dirty) => {
    expect(dirtyFields(accise, base, { ...base, ...change })).toEqual(dirty);
  });

  it('si manda solo ciò che cambia, come sarà conservato', () => {
    expect(changedValues(accise, base, { ...base, ore: '1234,6', cantiere: '', matricola: '' })).toEqual({ ore: 1234.6, matricola: null });
  });

  it('un record nuovo ha la data di oggi e gli interruttori spenti', () => {
    expect(newValues(accise, '2026-11-20')['data']).toBe('2026-11-20');
    expect(newValues(cantieri, '2026-11-20')).toMatchObject({ protocolloL: 0, data_inizio: null });
  });
});

describe('un record nuovo che comincia con qualcosa', () => {
  it("prende dall'indirizzo solo i suoi campi, come si conservano", () => {
    expect(valuesFromAddress(accise, '?matricola=A0112&ore=1234,5&ritorno=%2Fhome&altro=1&cantiere=')).toEqual({
      matricola: 'A0112',
      ore: 1234.5,
    });
    expect(valuesFromAddress(cantieri, '?commessa=0412')).toEqual({ commessa: '0412' });
  });
});

describe('cosa non va in una scheda', () => {
  it('la chiave scritta a mano è obbligatoria e ha una lunghezza', () => {
    expect(validate(cantieri, newValues(cantieri, '2026-11-20'), 'nuovo')).toEqual({ commessa: 'Manca Commessa' });
    expect(validate(cantieri, { commessa: '04121' }, 'nuovo')).toEqual({ commessa: 'Al massimo 4 caratteri' });
    expect(validate(cantieri, { commessa: '0412', googleIDE: 'galleria' }, 'nuovo')).toEqual({
      googleIDE: 'Serve un indirizzo che inizi con https://',
    });
    expect(isRequired(cantieri, 'commessa')).toBe(true);
    expect(isRequired(accise, 'id')).toBe(false);
  });

  it('un campo obbligatorio non può mancare né essere svuotato', () => {
    expect(validate(meccanici, newValues(meccanici, '2026-11-20'), 'nuovo')).toEqual({ descrizione: 'Campo obbligatorio' });
    expect(validate(meccanici, { id: 1, descrizione: '  ' }, 'modifica')).toEqual({ descrizione: 'Campo obbligatorio' });
    expect(validate(meccanici, { id: 1, descrizione: 'Bassi' }, 'modifica')).toEqual({});
  });

  it('un numero negativo o una data impossibile si vedono prima di salvare', () => {
    expect(validate(accise, { ...base, ore: -1, data: '2026-02-31' }, 'modifica')).toEqual({
      ore: 'Non può essere minore di 0',
      data: 'Il giorno 2026-02-31 non esiste',
    });
  });

  it.each(catalogue.registers.map((d) => [d.path, d] as const))('%s: un record letto e non toccato è valido e non è cambiato', (_, def) => {
    const values = newValues(def, '2026-11-20');
    expect(dirtyFields(def, values, { ...values })).toEqual([]);
  });
});

describe('due persone sullo stesso record', () => {
  const mine = { ...base, ore: 1300, m_giri: 5 };
  const theirs = { ...base, ore: 1250, cantiere: '0412' };
  const fields = conflictFields(accise, base, mine, theirs);

  it('si chiede solo di ciò che ho toccato: dove ho cambiato io solo la scelta è fatta, dove abbiamo cambiato entrambi no', () => {
    expect(fields.map(({ campo, choice }) => [campo, choice])).toEqual([
      ['m_giri', 'mio'],
      ['ore', null],
    ]);
    expect(onlyTheirs(accise, base, mine, theirs)).toEqual(['Cantiere']);
  });

  it('lo stesso cambiamento fatto da entrambi non è un conflitto', () => {
    expect(conflictFields(accise, base, mine, { ...base, ore: 1300 })).toEqual([
      expect.objectContaining({ campo: 'm_giri', choice: 'mio' }),
    ]);
  });

  it('dopo la scelta restano i valori scelti, campo per campo', () => {
    expect(mergeChoices(theirs, fields, { cantiere: 'suo', m_giri: 'mio', ore: 'mio' })).toEqual({
      ...base,
      cantiere: '0412',
      m_giri: 5,
      ore: 1300,
    });
    expect(mergeChoices(theirs, fields, { cantiere: 'mio', m_giri: 'suo', ore: 'suo' })).toEqual({ ...base, ore: 1250, cantiere: '0412' });
  });
});

describe('ciò che il portale calcola', () => {
  const costi = catalogue.registerOrThrow('costi');
  const costo = { id: 1, data: '2026-11-20', quantita: 1.5, importo: 10.35, totale: 0 };
  it('si vede mentre si scrive, esatto', () => {
    expect(withComputed(costi, costo)).toMatchObject({ totale: 15.53 });
    expect(withComputed(costi, { ...costo, importo: null })).toMatchObject({ totale: null });
    const right = { ...costo, totale: 15.53 };
    expect(withComputed(costi, right)).toBe(right);
    expect(withComputed(meccanici, { id: 1, descrizione: 'Bassi' })).toEqual({ id: 1, descrizione: 'Bassi' });
  });
  it('non è una modifica e non si manda', () => {
    expect(dirtyFields(costi, costo, { ...costo, totale: 99 })).toEqual([]);
    expect(changedValues(costi, costo, { ...costo, quantita: 2, totale: 20.7 })).toEqual({ quantita: 2 });
    expect(createdValues(costi, { quantita: 2, importo: 3, totale: 6 })).toEqual({ quantita: 2, importo: 3 });
    expect(validate(costi, { ...costo, totale: -1 }, 'modifica')).toEqual({});
  });
  it('oltre il limite dice il campo da correggere; di un record di prima della regola solo se lo si tocca', () => {
    const big = withComputed(costi, { ...costo, quantita: 1e6, importo: 1000 });
    expect(validate(costi, big, 'modifica', costo)).toEqual({ importo: 'Il valore deve restare sotto €\u00A01.000.000.000' });
    expect(validate(costi, { ...big, data: '2026-11-21' }, 'modifica', big)).toEqual({});
    expect(validate(costi, withComputed(costi, { ...big, importo: 2000 }), 'modifica', big)).toEqual({
      importo: 'Il valore deve restare sotto €\u00A01.000.000.000',
    });
  });
});

it('di un campo sbagliato per più ragioni si dice la prima', () => {
  const long = validate(catalogue.registerOrThrow('meccanici'), { descrizione: `\u0001${'x'.repeat(300)}` }, 'modifica');
  expect(long).toEqual({ descrizione: 'Al massimo 255 caratteri' });
});
