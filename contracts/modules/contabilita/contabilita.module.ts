import { defineModule } from '../../core/define-module.ts';
import { contabilitaChronicle } from './chronicle.ts';

/** Worker accounting: no records, and a history of its own. */
export const contabilitaDefinition = defineModule({
  name: 'contabilita-lavoratori',
  chronicles: [contabilitaChronicle],
});
