import { defineModule } from '../core/define-module.ts';
import { produzione } from '../registers/produzione.ts';
import { produzionePadre } from '../registers/produzione-padre.ts';
import { quantitiesInWords } from './produzione.ts';

/** Production: headers with their lines, in the stream of the header. */
export const produzioneDefinition = defineModule({
  name: 'produzione',
  registers: [produzionePadre, produzione],
  // quantities of different units are no sum
  computed: { produzione_padre: { quantita_um: 'text' } },
  exported: {
    produzione_padre: {
      quantita: { label: 'Quantità', type: 'numero', decimals: 3, value: (row) => quantitiesInWords(row['quantita_um']) },
    },
  },
});
