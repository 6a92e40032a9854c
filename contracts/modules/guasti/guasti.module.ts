import { defineModule } from '../../core/define-module.ts';
import { guasti } from '../../registers/guasti.ts';
import { puntiControllo } from '../../registers/punti-controllo.ts';

/** Faults and checks before use, and what is looked at in these. */
export const guastiDefinition = defineModule({
  name: 'guasti',
  registers: [guasti, puntiControllo],
  // days that the machine stood still for it, until today where it still does
  computed: { guasti: { giorni_fermo: 'numeric' } },
});
