/** Fields by which the board can be sorted; a prefix `-` sorts descending. */
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
