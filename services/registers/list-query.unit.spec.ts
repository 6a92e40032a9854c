import { describe, expect, it } from 'vitest';
import type { DomainError } from '#contracts/core/errors.ts';
import { readListQuery } from './list-query.ts';

const read = (query: Record<string, unknown>) => readListQuery(query, 25);
const wrongField = (query: Record<string, unknown>) => {
  try {
    return read(query);
  } catch (error) {
    return (error as DomainError).dettagli.errors?.map(({ campo }) => campo);
  }
};

describe('Quello che una lista chiede', () => {
  it('senza nessuna delle sue parole è l’elenco intero', () => {
    expect(read({})).toBeNull();
    expect(read({ altro: '1', id: '3' })).toBeNull();
  });

  it('con una sola parola è una pagina, la prima, di grandezza solita', () => {
    expect(read({ pagina: '3' })).toEqual({ pagina: 3, righe: 25 });
    expect(read({ righe: '7' })).toEqual({ pagina: 1, righe: 7 });
    expect(read({ ordina: '-data' })).toEqual({ pagina: 1, righe: 25, ordina: '-data' });
    expect(read({ cerca: '  sonda ' })).toEqual({ pagina: 1, righe: 25, cerca: 'sonda' });
    expect(read({ filtri: '{"ore":1}' })).toEqual({ pagina: 1, righe: 25, filtri: { ore: 1 } });
  });

  it('una parola vuota chiede la pagina e nient’altro', () => {
    for (const query of [{ cerca: '' }, { cerca: '   ' }, { ordina: '' }, { filtri: '' }])
      expect(read(query)).toEqual({ pagina: 1, righe: 25 });
  });

  it('ha limiti precisi', () => {
    for (const good of [
      { pagina: '1' },
      { pagina: '1000000' },
      { righe: '1' },
      { righe: '500' },
      { cerca: 'x'.repeat(200) },
      { ordina: 'x'.repeat(80) },
      { filtri: `{"a":"${'x'.repeat(19_992)}"}` },
    ]) {
      expect(read(good)).toMatchObject({ pagina: expect.any(Number) });
    }
    for (const [field, values] of Object.entries({
      pagina: ['0', '1000001', '-1', '1.5', 'x1', '1x', '', ['1', '2']],
      righe: ['0', '501', 'x', '1 '],
      cerca: ['x'.repeat(201), ['a']],
      ordina: ['x'.repeat(81), ['a']],
      filtri: [`{"a":"${'x'.repeat(19_993)}"}`, '{', '[]', 'null', '1', '"x"', ['{}']],
    }))
      for (const value of values) expect(wrongField({ [field]: value }), `${field}=${String(value).slice(0, 20)}`).toEqual([field]);
  });
});
