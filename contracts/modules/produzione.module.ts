import { defineModule } from '../core/define-module.ts';
import { produzione } from '../registers/produzione.ts';
import { produzionePadre } from '../registers/produzione-padre.ts';
import { quantitiesInWords } from './produzione.ts';

/** Module of production: headers, and lines in the stream of their header. */
export const produzioneDefinition = defineModule({
  name: 'produzione',
  registers: [produzionePadre, produzione],
  // quantities of different units cannot be added, so they are shown per unit
  computed: { produzione_padre: { quantita_um: 'text' } },
  exported: {
    produzione_padre: {
      quantita: { label: 'Quantità', type: 'numero', decimals: 3, value: ({ quantita_um }) => quantitiesInWords(quantita_um) },
    },
  },
});
