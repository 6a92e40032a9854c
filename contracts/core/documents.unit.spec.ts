import { describe, expect, it } from 'vitest';
import { macchinari } from '../registers/macchinari.ts';
import type { AnyRegister } from './define-register.ts';
import { fileFields, filePath, manutenzionePath, documentState } from './documents.ts';

const TODAY = '2026-03-15';
const def = macchinari as unknown as AnyRegister;

describe('Lo stato di un documento', () => {
  it.each([
    ['2026-03-14', 'scaduto'],
    ['2026-03-15', 'scaduto'],
    ['2026-03-16', 'in-scadenza'],
    ['2026-04-14', 'in-scadenza'],
    ['2026-04-15', 'presente'],
    [null, 'presente'],
    [undefined, 'presente'],
    ['', 'presente'],
  ] as const)('con scadenza %s oggi è %s', (scadenza, state) => {
    expect(documentState('A/A_ASS.pdf', scadenza, TODAY)).toBe(state);
    expect(documentState(null, scadenza, TODAY)).toBe(state === 'presente' ? 'assente' : state);
  });
});

describe('Il nome di un file', () => {
  it('è quello della chiave e del suo campo, nella cartella della chiave', () => {
    const names = Object.fromEntries(fileFields(def).map((field) => [field.field, filePath('A1', field)]));
    expect(names).toMatchObject({ documenti_ce: 'A1/A1_CE.pdf', foto: 'A1/A1_FOTO.jpg' });
    expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length);
    expect(Object.keys(names)).not.toContain('marca');
  });

  it('la scheda di una manutenzione ha il giorno in sei cifre', () => {
    expect(manutenzionePath('A1', '2026-02-03')).toBe('A1/A1_260203.pdf');
  });
});
