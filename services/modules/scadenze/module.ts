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
import { job } from '#contracts/ports/job-queue.ts';
import { dossierCantiere } from '#contracts/jobs/dossier-cantiere.ts';
import { promemoria } from '#contracts/jobs/promemoria.ts';
import { reminderReader } from '#projections/scadenze/reminder-reader.ts';
import { resultsFolder } from '#services/platform/files/results.ts';
import { ACCEPTED_DELAY_MS } from '#services/platform/http/read-model-wait.ts';
import { dossierCantiereHandler } from './dossier/dossier-cantiere.handler.ts';
import { indexPdf } from './dossier/index-pdf.ts';
import { promemoriaHandler } from './promemoria.handler.ts';
import { morningReminders } from './reminder-schedule.ts';

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
    jobs: [
      job(promemoria, promemoriaHandler({ ...deps, reminders: reminderReader(deps.readDb, () => recordedIsRead(deps)) })),
      job(dossierCantiere, dossierCantiereHandler({ ...deps, writeIndex: indexPdf, resultsFolder: resultsFolder(deps.config) })),
    ],
    periodic: [morningReminders(deps)],
  };
}

/** Waits until the read models show everything that is recorded; resolves to false when they are late. */
async function recordedIsRead({ store, readModelWait }: Dependencies): Promise<boolean> {
  const head = await store.head();
  return head === null || readModelWait.until(head, ACCEPTED_DELAY_MS);
}
