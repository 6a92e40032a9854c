import { macchinari } from '#contracts/registers/macchinari.ts';
import { variantOf, type Prints } from '../prints.ts';

/** Prints of machines, by the name in the address. */
export const prints: Prints = {
  MacchinarioDettaglio: variantOf(macchinari, {
    titolo: 'MACCHINARIO',
    campi: ['matricola', 'matricola_costr', 'tipologia', 'descrizione', 'anno_acquisto', 'costo'],
    documenti: true,
    foto: true,
    qr: 'macchinari',
  }),
};
