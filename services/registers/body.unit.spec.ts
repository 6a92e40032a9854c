import { describe, expect, it } from 'vitest';
import type { DomainError } from '#contracts/core/errors.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { catalogue } from '../../test/catalogue.ts';
import * as body from './body.ts';
import { recordOfBody, valuesOfBody, readKey, readKeys } from './body.ts';

const readParent = body.readParent.bind(null, catalogue);
const registerOf = body.registerOf.bind(null, catalogue);

const { register } = catalogue;

const def = (path: string) => register(path) as AnyRegister;
const [accise, macchinari, cantieri, piano] = ['accise', 'macchinari', 'cantieri', 'manutMacchinari'].map(def) as [
  AnyRegister,
  AnyRegister,
  AnyRegister,
  AnyRegister,
];
const error = (action: () => unknown) => {
  try {
    return action();
  } catch (error) {
    const { code, dettagli: details } = error as DomainError;
    return [code, details.errors?.[0]?.campo];
  }
};

describe('La chiave che scrive un client', () => {
  it('è un numero o un testo, secondo il registro', () => {
    expect([readKey(accise, '12'), readKey(accise, 12), readKey(macchinari, ' A 1 '), readKey(macchinari, 12)]).toEqual([
      12,
      12,
      'A 1',
      '12',
    ]);
  });

  it('vuota ha la sua frase per le macchine, e ovunque il nome del campo', () => {
    for (const empty of [undefined, null, '', '  ']) {
      expect(error(() => readKey(macchinari, empty))).toEqual(['MATRICOLA_VUOTA', 'matricola']);
      expect(error(() => readKey(cantieri, empty))).toEqual(['RICHIESTA_NON_VALIDA', cantieri.key.field]);
    }
    expect(error(() => readKey(accise, 'x'))).toEqual(['RICHIESTA_NON_VALIDA', 'id']);
    expect(error(() => readParent(piano, ''))).toEqual(['MATRICOLA_VUOTA', 'matricola']);
    expect(() => readParent(accise, 1)).toThrow('accise has no parent');
  });
});

describe('Le chiavi di un’eliminazione', () => {
  it('stanno nel corpo o nell’indirizzo, una o molte, ognuna una volta', () => {
    for (const body of [{ id: 3 }, { chiave: '3' }, { id: [3, '3'] }]) expect(readKeys(accise, body, {})).toEqual([3]);
    expect(readKeys(accise, { id: '3,4,3' }, {})).toEqual([3, 4]);
    expect(readKeys(accise, { id: [5, '3,4'] }, {})).toEqual([5, 3, 4]);
    for (const body of [{}, null, 'x', [], { id: undefined }]) expect(readKeys(accise, body, { id: '7' })).toEqual([7]);
    expect(readKeys(accise, { id: 3 }, { id: '7' })).toEqual([3]);
  });

  it('un testo può contenere una virgola', () => {
    expect(readKeys(macchinari, { matricola: 'A,1' }, {})).toEqual(['A,1']);
    expect(readKeys(macchinari, { matricola: ['A,1', 'B'] }, {})).toEqual(['A,1', 'B']);
    expect(error(() => readKeys(macchinari, { id: 'A' }, {}))).toEqual(['MATRICOLA_VUOTA', 'matricola']);
  });

  it('sono almeno una e al massimo mille', () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
    expect(readKeys(accise, { id: many(1000) }, {})).toHaveLength(1000);
    expect(error(() => readKeys(accise, { id: many(1001) }, {}))).toEqual(['RICHIESTA_NON_VALIDA', undefined]);
    expect(error(() => readKeys(accise, { id: many(1001).join(',') }, {}))).toEqual(['RICHIESTA_NON_VALIDA', undefined]);
    expect(error(() => readKeys(accise, { id: [] }, {}))).toEqual(['RICHIESTA_NON_VALIDA', 'id']);
    expect(error(() => readKeys(accise, {}, {}))).toEqual(['RICHIESTA_NON_VALIDA', 'id']);
  });
});

describe('Il corpo di una scrittura', () => {
  it('porta il record sotto il suo nome', () => {
    expect(recordOfBody(accise, { auth: 'x', accise: { ore: 1 } })).toEqual({ ore: 1 });
    for (const body of [null, [], 'x', 7, {}, { accise: null }, { accise: [] }, { accise: 'x' }, Object.create({ accise: {} })]) {
      expect(error(() => recordOfBody(accise, body))).toEqual(['RICHIESTA_NON_VALIDA', 'accise']);
    }
  });

  it('i valori sono controllati campo per campo', () => {
    expect(valuesOfBody(accise, { ore: '3,5', altro: 1 }, 'change')).toEqual({ ore: 3.5 });
    expect(error(() => valuesOfBody(accise, { ore: 'x' }, 'change'))).toEqual(['RICHIESTA_NON_VALIDA', 'ore']);
    expect(error(() => valuesOfBody(def('tipologia'), {}, 'create'))).toEqual(['RICHIESTA_NON_VALIDA', 'tipologia']);
    expect(valuesOfBody(def('tipologia'), {}, 'change')).toEqual({});
  });
});

describe('La tabella che nomina una chiamata', () => {
  it('è un registro, o una richiesta sbagliata', () => {
    expect(registerOf('accise').path).toBe('accise');
    for (const other of [undefined, null, 7, '', 'inventata', ['accise']])
      expect(error(() => registerOf(other))).toEqual(['RICHIESTA_NON_VALIDA', 'tabella']);
  });
});
