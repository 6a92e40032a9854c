import { describe, expect, it } from 'vitest';
import { uploadFields, impediment, sheetOf } from './documento.ts';

const SAVED = { matricola: 'A0001', data: '2026-11-21' };

describe('il documento di una manutenzione', () => {
  it('si chiama {matricola}_{AAMMGG}.pdf, nella cartella della matricola', () => {
    expect(sheetOf(SAVED)).toEqual({ ...SAVED, percorso: 'A0001/A0001_261121.pdf' });
    expect(sheetOf({ ...SAVED, data: null })).toBeNull();
    expect(sheetOf({ ...SAVED, matricola: null })).toBeNull();
  });

  it('si carica con matricola, data e nome', () => {
    expect(uploadFields(sheetOf(SAVED)!)).toEqual({
      matricola: 'A0001',
      data: '2026-11-21',
      nomeManutenzione: 'A0001_261121.pdf',
      docMacch: 'false',
    });
  });

  it('si carica solo su una manutenzione salvata, con la matricola e la data salvate', () => {
    expect(impediment(null, SAVED, SAVED)).toMatch(/dopo aver salvato/);
    expect(impediment('3', { ...SAVED, data: null }, SAVED)).toMatch(/servono matricola e data/);
    expect(impediment('3', SAVED, { ...SAVED, data: '2026-11-20' })).toMatch(/Salva prima/);
    expect(impediment('3', SAVED, { ...SAVED, matricola: null })).toMatch(/Salva prima/);
    expect(impediment('3', SAVED, { ...SAVED })).toBeNull();
  });
});
