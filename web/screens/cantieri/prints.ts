import { cantieri } from '#contracts/registers/cantieri.ts';
import { variantOf, type Prints } from '../prints.ts';

/** Prints of sites, by the name in the address. */
export const prints: Prints = {
  CantiereDettaglio: variantOf(cantieri, {
    titolo: 'CANTIERE',
    campi: [
      'commessa',
      'committente',
      'comune',
      ['indirizzo', 'via'],
      'stato',
      'provincia',
      ['referente_descrizione', 'referente'],
      'data_inizio',
      'data_fine',
      'cig',
      'cup',
      'googleIDE',
    ],
  }),
};
