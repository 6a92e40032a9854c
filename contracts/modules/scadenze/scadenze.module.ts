import { defineModule } from '../../core/define-module.ts';
import { documentiDitta } from '../../registers/documenti-ditta.ts';
import { requisiti } from '../../registers/requisiti.ts';
import { tipiDocumento } from '../../registers/tipi-documento.ts';
import { remindersChronicle } from './reminder-chronicle.ts';

/** What expires: the kinds of documents, who is asked for which, the documents of the firm, and who was reminded. */
export const scadenzeDefinition = defineModule({
  name: 'scadenze',
  registers: [tipiDocumento, requisiti, documentiDitta],
  chronicles: [remindersChronicle],
});
