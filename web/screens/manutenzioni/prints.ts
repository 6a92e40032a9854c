import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { variantOf, type Prints } from '../prints.ts';

/** Printed forms of the register's records, by the name in the address. */
export const prints: Prints = {
  ManutenzioneDettaglio: variantOf(manutenzioni, {
    titolo: 'MANUTENZIONE',
    campi: ['data', 'cantiere', 'matricola', 'descrizione', 'tipologia', 'ore_km', 'note', 'manutenzione'],
  }),
};
