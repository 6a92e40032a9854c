import { costi } from '#contracts/registers/costi.ts';
import { variantOf, type Prints } from '../prints.ts';

/** Printed forms of the register's records, by the name in the address. */
export const prints: Prints = {
  CostoDettaglio: variantOf(costi, {
    titolo: 'COSTO',
    campi: ['id', 'data', 'cantiere', 'wbs', 'tipologia_costo', 'quantita', 'importo', 'totale'],
  }),
};
