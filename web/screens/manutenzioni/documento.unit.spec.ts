import { describe, expect, it } from 'vitest';
import { uploadFields, impedimento, sheetOf } from './documento.ts';

const SALVATA = { matricola: 'A0001', data: '2026-11-21' };

describe('il documento di una manutenzione', () => {
  it('si chiama {matricola}_{AAMMGG}.pdf, nella cartella della matricola', () => {
    expect(sheetOf(SALVATA)).toEqual({ ...SALVATA, percorso: 'A0001/A0001_261121.pdf' });
    expect(sheetOf({ ...SALVATA, data: null })).toBeNull();
    expect(sheetOf({ ...SALVATA, matricola: null })).toBeNull();
  });

  it('si carica con matricola, data e nome', () => {
    expect(uploadFields(sheetOf(SALVATA)!)).toEqual({ matricola: 'A0001', data: '2026-11-21', nomeManutenzione: 'A0001_261121.pdf', docMacch: 'false' });
  });

  it('si carica solo su una manutenzione salvata, con la matricola e la data salvate', () => {
    expect(impedimento(null, SALVATA, SALVATA)).toMatch(/dopo aver salvato/);
    expect(impedimento('3', { ...SALVATA, data: null }, SALVATA)).toMatch(/servono matricola e data/);
    expect(impedimento('3', SALVATA, { ...SALVATA, data: '2026-11-20' })).toMatch(/Salva prima/);
    expect(impedimento('3', SALVATA, { ...SALVATA, matricola: null })).toMatch(/Salva prima/);
    expect(impedimento('3', SALVATA, { ...SALVATA })).toBeNull();
  });
});
