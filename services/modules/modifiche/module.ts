import { changeMany } from '#contracts/jobs/change-many.ts';
import { job } from '#contracts/ports/job-queue.ts';
import type { Dependencies, Module } from '#services/platform/module.ts';
import { changeManyHandler } from './change-many.handler.ts';
import { changeManyRoute, changeRoutes } from './routes.ts';

/** Module that changes many records of a register in one request, and undoes such a change. */
export function modificheModule(deps: Dependencies): Module {
  const registers = deps.catalogue.registers.filter(({ oneByOne }) => !oneByOne);
  return {
    name: 'modifiche',
    routes: [...registers.map((def) => changeManyRoute(deps, def)), ...changeRoutes(deps)],
    jobs: [job(changeMany, changeManyHandler(deps))],
  };
}
