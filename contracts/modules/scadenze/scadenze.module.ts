import { defineModule } from '../../core/define-module.ts';
import { documentiDitta } from '../../registers/documenti-ditta.ts';
import { requisiti } from '../../registers/requisiti.ts';
import { tipiDocumento } from '../../registers/tipi-documento.ts';

/** The module of due dates: document kinds, requirements, and the documents of the firm. */
export const scadenzeDefinition = defineModule({ name: 'scadenze', registers: [tipiDocumento, requisiti, documentiDitta] });
