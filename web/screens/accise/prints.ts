import { accise } from '#contracts/registers/accise.ts';
import { variantOf, type Prints } from '../prints.ts';

/** Printed forms of the register's records, by the name in the address. */
export const prints: Prints = {
  AccisaDettaglio: variantOf(accise, { titolo: 'ACCISA', campi: ['data', 'cantiere', 'matricola', 'm_giri', 'k_giri', 'ore', 'minuti'] }),
};
