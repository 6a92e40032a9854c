import { accise } from '#contracts/registers/accise.ts';
import type { Prints } from '../prints.ts';

/** What is printed of its records, by the name that the address asks with. */
export const prints: Prints = {
  AccisaDettaglio: { def: accise, titolo: 'ACCISA', campi: ['data', 'cantiere', 'matricola', 'm_giri', 'k_giri', 'ore', 'minuti'] },
};
