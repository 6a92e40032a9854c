/** By what the board can be sorted; `-` before it for descending. */
export const BOARD_ORDERS = [
  'scadenza',
  'giorni',
  'soggetto',
  'id',
  'nome',
  'tipo',
  'cantiere',
  'responsabile',
  'ore_mancanti',
  'lavoro',
] as const;
export type BoardOrder = (typeof BOARD_ORDERS)[number];
