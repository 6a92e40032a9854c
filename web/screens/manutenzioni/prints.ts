import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import type { Prints } from '../prints.ts';

/** What is printed of its records, by the name that the address asks with. */
export const prints: Prints = {
  ManutenzioneDettaglio: {
    def: manutenzioni,
    titolo: 'MANUTENZIONE',
    campi: ['data', 'cantiere', 'matricola', 'descrizione', 'tipologia', 'ore_km', 'note', 'manutenzione'],
  },
};
