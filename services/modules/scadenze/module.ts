import { documentiDitta } from '#contracts/registers/documenti-ditta.ts';
import { requisiti } from '#contracts/registers/requisiti.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import type { Dependencies, Module } from '#services/platform/module.ts';
import { registerModule } from '#services/registers/register-module.ts';
import { firmFiles } from './firm-files.ts';
import { fitnessRoute } from './fitness-route.ts';
import { fitnessRule } from './fitness-rule.ts';
import { kindRules } from './kind-rules.ts';
import { chainRoute } from './read-chain.ts';
import { renewRoute } from './renew.ts';

/** Kinds of documents, who is asked for which, their renewal, and who may work with what is there. */
export function scadenzeModule(deps: Dependencies): Module {
  return {
    name: 'scadenze',
    routes: [
      ...[tipiDocumento, requisiti, documentiDitta].flatMap((def) => registerModule(def, deps).routes),
      renewRoute(deps),
      chainRoute(deps),
      fitnessRoute(deps),
    ],
    rules: [...kindRules(deps), fitnessRule(deps)],
    files: [firmFiles(deps)],
  };
}
