import { defineModule } from '../core/define-module.ts';
import { personale } from '../registers/personale.ts';

/** Module of workers and their documents. */
export const personaleDefinition = defineModule({
  name: 'personale',
  registers: [personale],
  computed: { personale: { manutenzione_oltre: 'numeric', manutenzione_dovuta: 'numeric' } },
});
