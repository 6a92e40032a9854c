import { defineModule } from '../../core/define-module.ts';
import { contabilitaChronicle } from './chronicle.ts';

/** Module of the worker accounting, which has no records but its own history. */
export const contabilitaDefinition = defineModule({
  name: 'contabilita-lavoratori',
  chronicles: [contabilitaChronicle],
});
