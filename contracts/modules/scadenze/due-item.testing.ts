import type { DueItem } from './board.ts';

/** Creates a row of the board for specs; `more` overrides its values. */
export const dueItem = (overrides: Partial<DueItem> = {}): DueItem => ({
  soggetto: 'macchina',
  id: 'M1',
  nome: 'Cat 320',
  tipo: 'funi',
  tipo_nome: 'Verifica funi e catene',
  voce: null,
  scadenza: '2026-11-30',
  giorni: 7,
  fascia: '7',
  ore_mancanti: null,
  file: true,
  sanitario: 0,
  cantiere: '0421',
  responsabile: null,
  visto_fino: null,
  visto_da: null,
  chiuso: 0,
  ferma: [],
  ...overrides,
});
