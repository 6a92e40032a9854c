import { documentiDitta } from '#contracts/registers/documenti-ditta.ts';
import { requisiti } from '#contracts/registers/requisiti.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import type { Dependencies, Module } from '#services/platform/module.ts';
import { registerModule } from '#services/registers/register-module.ts';
import { boardRoute } from './board.ts';
import { kindRules } from './kind-rules.ts';
import { vistoCommands, vistoRoute } from './visto.ts';

/** What is due; kinds of documents, who is asked for which, and the documents of the firm. */
export function scadenzeModule(deps: Dependencies): Module {
  return {
    name: 'scadenze',
    routes: [
      ...[tipiDocumento, requisiti, documentiDitta].flatMap((def) => registerModule(def, deps).routes),
      boardRoute(deps),
      vistoRoute(deps),
    ],
    commands: vistoCommands,
    rules: kindRules(deps),
  };
}
