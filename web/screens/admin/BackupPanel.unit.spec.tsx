// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { BackupState } from '#contracts/jobs/backup-state.ts';
import { BackupPanel } from './BackupPanel.tsx';

const NIGHT = '2026-01-10T01:00:00.000Z';
const LAST = {
  aMano: false,
  momento: NIGHT,
  byte: 1000,
  eventi: 3,
  documenti: 0,
  byteDocumenti: 0,
  mancanti: 0,
  esempi: [],
  avviso: null,
  cifrato: true,
};
const STATE: BackupState = {
  attivo: true,
  prossimo: NIGHT,
  inRitardo: false,
  notte: NIGHT,
  inCorso: null,
  ultimo: LAST,
  errore: null,
  prova: null,
};
const shown = (state: Partial<BackupState>): string => {
  render(<BackupPanel backup={{ ...STATE, ...state }} />);
  return document.body.textContent ?? '';
};
const facts = (): string[] => screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');

afterEach(cleanup);

describe('i salvataggi dell’Area Admin', () => {
  it('di quello di una notte non dicono come è fatto, di uno a mano sì', () => {
    expect(shown({})).not.toContain('fatto a mano');
    cleanup();
    expect(shown({ ultimo: { ...LAST, aMano: true } })).toContain('fatto a mano, 3 eventi');
  });

  it('in ritardo è la notte: l’ultimo riuscito lo dice di sé solo se è di una notte', () => {
    expect(shown({ inRitardo: true })).toContain('Il salvataggio è in ritardo: l’ultimo riuscito è di più di un giorno fa.');
    expect(facts().map((fact) => fact.includes('In ritardo'))).toEqual([true, false, false]);
    cleanup();
    expect(shown({ inRitardo: true, ultimo: { ...LAST, aMano: true } })).toContain('Il salvataggio notturno è in ritardo');
    expect(facts().map((fact) => fact.includes('In ritardo'))).toEqual([false, true, false]);
    cleanup();
    expect(shown({ inRitardo: true, notte: null, ultimo: { ...LAST, aMano: true } })).toContain('Finora nessun salvataggio notturno');
    cleanup();
    expect(shown({ inRitardo: true, notte: null, ultimo: null })).toContain('Finora nessun salvataggio è riuscito.');
  });

  it('uno a mano si vede anche dove di notte non se ne fanno', () => {
    expect(shown({ attivo: false, prossimo: null, notte: null, ultimo: null })).toContain('Nessun salvataggio automatico');
    cleanup();
    const text = shown({ attivo: false, prossimo: null, notte: null, ultimo: { ...LAST, aMano: true } });
    expect(text).toContain('fatto a mano');
    expect(text).toContain('nessuno: manca la cartella');
  });
});
