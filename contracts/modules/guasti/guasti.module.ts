import { defineModule } from '../../core/define-module.ts';
import { guasti } from '../../registers/guasti.ts';
import { puntiControllo } from '../../registers/punti-controllo.ts';

/** Module of faults, checks before use, and the points of these checks. */
export const guastiDefinition = defineModule({
  name: 'guasti',
  registers: [guasti, puntiControllo],
  // number of days for which the fault stopped the machine; an open fault counts until today
  computed: { guasti: { giorni_fermo: 'numeric' } },
});
