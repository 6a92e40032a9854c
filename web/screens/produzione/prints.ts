import { quantitiesInWords } from '#contracts/modules/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import type { Prints } from '../prints.ts';

/** What is printed of its records, by the name that the address asks with. */
export const prints: Prints = {
  ProduzioneDettaglio: {
    def: produzionePadre,
    titolo: 'PRODUZIONE',
    campi: ['attrezzatura', 'cantiere', { campo: 'quantita', etichetta: 'Quantità', text: (row) => quantitiesInWords(row['quantita_um']) }],
  },
};
