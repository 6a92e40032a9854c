/** Columns by which the board can be filtered, with the kind of their conditions. `tipo` is compared by the name of the kind. */
export const BOARD_COLUMNS = {
  scadenza: 'date',
  tipo: 'choices',
  id: 'text',
  nome: 'text',
  soggetto: 'choices',
  cantiere: 'choices',
  responsabile: 'choices',
  visto_fino: 'date',
  fascia: 'choices',
  ore_mancanti: 'number',
} as const;

export type BoardColumn = keyof typeof BOARD_COLUMNS;
