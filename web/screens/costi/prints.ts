import { costi } from '#contracts/registers/costi.ts';
import type { Prints } from '../prints.ts';

/** What is printed of its records, by the name that the address asks with. */
export const prints: Prints = {
  CostoDettaglio: {
    def: costi,
    titolo: 'COSTO',
    campi: ['id', 'data', 'cantiere', 'wbs', 'tipologia_costo', 'quantita', 'importo', 'totale'],
  },
};
