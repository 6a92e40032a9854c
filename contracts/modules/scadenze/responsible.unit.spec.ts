import { describe, expect, it } from 'vitest';
import { remindedOf } from './responsible.ts';

const of = (named: string[], seeing: string[]) =>
  remindedOf({ named, sees: (one) => seeing.includes(one), administrators: ['capo1', 'capo2'] });

describe('a chi va il promemoria di una scadenza', () => {
  it('al primo di record, tipo e cantiere che c’è e la può vedere', () => {
    expect(of(['anna', 'ugo'], ['anna', 'ugo', 'capo1'])).toEqual(['anna']);
    expect(of(['anna', 'ugo'], ['ugo', 'capo1'])).toEqual(['ugo']);
  });

  it('agli amministratori che la vedono, dove non c’è nessun altro', () => {
    expect(of([], ['capo1', 'capo2'])).toEqual(['capo1', 'capo2']);
    expect(of(['partito'], ['capo2'])).toEqual(['capo2']);
    expect(of(['partito'], [])).toEqual([]);
  });
});
