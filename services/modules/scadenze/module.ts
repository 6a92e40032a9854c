import { documentiDitta } from '#contracts/registers/documenti-ditta.ts';
import { requisiti } from '#contracts/registers/requisiti.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import type { Dependencies, Module } from '#services/platform/module.ts';
import { registerModule } from '#services/registers/register-module.ts';
import { boardRoute } from './board.ts';
import { dossierCommands } from './dossier/commands.ts';
import { dossierRoute } from './dossier/prepare-route.ts';
import { dossierListRoute } from './dossier/read-route.ts';
import { eraseReactor, eraseRoute } from './erase.ts';
import { firmFiles } from './firm-files.ts';
import { fitnessRoute } from './fitness-route.ts';
import { fitnessRule } from './fitness-rule.ts';
import { kindRules } from './kind-rules.ts';
import { chainRoute } from './read-chain.ts';
import { renewRoute } from './renew.ts';
import { remindersRoute, runRemindersRoute } from './reminders.ts';
import { seenCommands, seenRoute } from './seen.ts';
import { unassignedRoute } from './unassigned-route.ts';

/** Deadlines, document kinds, requirements, renewals, fitness, and the dossier of a site. */
export function scadenzeModule(deps: Dependencies): Module {
  return {
    name: 'scadenze',
    routes: [
      ...[tipiDocumento, requisiti, documentiDitta].flatMap((def) => registerModule(def, deps).routes),
      boardRoute(deps),
      unassignedRoute(deps),
      seenRoute(deps),
      remindersRoute(deps),
      runRemindersRoute(deps),
      renewRoute(deps),
      chainRoute(deps),
      eraseRoute(deps),
      fitnessRoute(deps),
      dossierListRoute(deps),
      dossierRoute(deps),
    ],
    commands: [...seenCommands, ...dossierCommands],
    rules: [...kindRules(deps), fitnessRule(deps)],
    files: [firmFiles(deps)],
    reactors: [eraseReactor(deps)],
  };
}
