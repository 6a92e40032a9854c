import { catalogue } from '../../test/catalogue.ts';

const BOARD = [
  'scadenzario',
  'produzione',
  'scadenze',
  'tipi_documento',
  'requisiti',
  'guasti',
  'operatore',
  'cantieri',
  'noleggi',
  'accise',
  'costi',
];

/** Projections that a page of the board reads, with others by name. */
export const boardProjections = (...others: readonly string[]) =>
  catalogue.projections.filter(({ name }) => BOARD.includes(name) || others.includes(name));
