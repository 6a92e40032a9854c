import { quantitiesInWords } from '#contracts/modules/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { variantOf, type Prints } from '../prints.ts';

/** Printed forms of the register's records, by the name in the address. */
export const prints: Prints = {
  ProduzioneDettaglio: variantOf(produzionePadre, {
    titolo: 'PRODUZIONE',
    campi: [
      'attrezzatura',
      'cantiere',
      { campo: 'quantita', etichetta: 'Quantità', text: ({ quantita_um }) => quantitiesInWords(quantita_um) },
    ],
  }),
};
