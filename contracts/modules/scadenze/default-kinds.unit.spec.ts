import { describe, expect, it } from 'vitest';
import { DEFAULT_KINDS, DEFAULT_REQUIREMENTS } from './default-kinds.ts';

describe('i tipi di documento di un portale nuovo', () => {
  it('dicono quanto è certo il loro intervallo: P, S, U, o – dove non c’è', () => {
    for (const { certezza, codice } of DEFAULT_KINDS) expect(['P', 'S', 'U', '–', null], codice).toContain(certezza ?? null);
    for (const { norma, certezza, codice } of DEFAULT_KINDS) if (certezza === 'P' || certezza === 'S') expect(norma, codice).toBeTruthy();
  });

  it('avvisano prima di scadere: mai dopo, mai più di un intervallo prima', () => {
    for (const { mesi, preavviso, codice } of DEFAULT_KINDS) {
      if (preavviso === null) continue;
      expect(preavviso, codice).toBeGreaterThan(0);
      if (mesi !== null) expect(preavviso, codice).toBeLessThanOrEqual(mesi * 31);
    }
  });

  it('chiedono a ogni cantiere un addetto al primo soccorso e uno all’antincendio, non uno a testa', () => {
    expect(DEFAULT_REQUIREMENTS.filter(({ tra_presenti }) => tra_presenti).map((one) => [one.tipo_documento, one.tra_presenti])).toEqual([
      ['ps', 1],
      ['antincendio', 1],
    ]);
  });
});
