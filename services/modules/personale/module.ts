import { personale } from '#contracts/registers/personale.ts';
import type { Declaration, Dependencies, Module, Parts } from '#services/platform/module.ts';
import { registerModule } from '#services/registers/register-module.ts';
import { createWorkerFolders } from './worker-folders.ts';
import { folderReactor } from './folder-reactor.ts';
import { job } from '#contracts/ports/job-queue.ts';
import { forgetWorker } from '#contracts/jobs/forget-worker.ts';
import { forgetWorkerHandler } from './forget/forget-worker.handler.ts';
import { forgetReactor, forgetRoutes, retryForgetting } from './forget/routes.ts';
import { forgottenRule } from './forget/rule.ts';
import { personaleFiles } from './files.ts';
import { personaleRules } from './rules.ts';

/** Declares the rules of workers, and the owner of their files. */
export function declarePersonale(deps: Parts): Declaration {
  const folders = createWorkerFolders(deps);
  return { name: 'personale', rules: [...personaleRules(deps, folders), forgottenRule], files: [personaleFiles(deps, folders)] };
}

/** Module of workers. The name of a worker's folder in the archive follows the worker's name. */
export function personaleModule(deps: Dependencies): Module {
  const { routes } = registerModule(personale, deps);
  return {
    name: 'personale',
    routes: [...routes, ...forgetRoutes(deps)],
    reactors: [folderReactor(deps, createWorkerFolders(deps)), forgetReactor(deps)],
    periodic: [retryForgetting(deps)],
    jobs: [job(forgetWorker, forgetWorkerHandler(deps))],
  };
}
