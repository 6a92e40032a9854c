import { cantieri } from '#contracts/registers/cantieri.ts';
import { cantieriLavorazioni } from '#contracts/registers/cantieri-lavorazioni.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import type { Dependencies, Module } from '#services/platform/module.ts';
import { registerModule } from '#services/registers/register-module.ts';
import { mailInviata, mailRoute, previewRoute } from './mail.ts';
import { cantieriRules } from './rules.ts';
import { job } from '#contracts/ports/job-queue.ts';
import { mailCantiere } from '#contracts/jobs/mail-cantiere.ts';
import { mailCantiereHandler } from './mail-cantiere.handler.ts';

/** Work sites with their wbs and priced work items, all in the stream of the site. */
export function cantieriModule(deps: Dependencies): Module {
  return {
    name: 'cantieri',
    routes: [
      ...[cantieri, cantieriWbs, cantieriLavorazioni].flatMap((def) => registerModule(def, deps).routes),
      mailRoute(deps),
      previewRoute(deps),
    ],
    commands: [mailInviata],
    jobs: [job(mailCantiere, mailCantiereHandler(deps))],
    rules: cantieriRules(deps),
  };
}
