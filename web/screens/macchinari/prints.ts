import { macchinari } from '#contracts/registers/macchinari.ts';
import type { Prints } from '../prints.ts';

/** What is printed of its records, by the name that the address asks with. */
export const prints: Prints = {
  MacchinarioDettaglio: {
    def: macchinari,
    titolo: 'MACCHINARIO',
    campi: ['matricola', 'matricola_costr', 'tipologia', 'descrizione', 'anno_acquisto', 'costo'],
    documenti: true,
    foto: true,
    qr: 'macchinari',
  },
};
