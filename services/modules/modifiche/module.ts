import { changeMany } from '#contracts/jobs/change-many.ts';
import { job } from '#contracts/ports/job-queue.ts';
import { groups } from '#contracts/registers/groups.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import { users } from '#contracts/registers/users.ts';
import type { Dependencies, Module } from '#services/platform/module.ts';
import { changeManyHandler } from './change-many.handler.ts';
import { changeManyRoute, changeRoutes } from './routes.ts';

/** Registers that give rights; their rules look at all records at once, and one record is changed at a time. */
const ONE_BY_ONE: readonly string[] = [users, groups, groupsPermissions].map(({ path }) => path);

/** Changing many records of a register at once, and taking such a change back. */
export function modificheModule(deps: Dependencies): Module {
  const registers = deps.catalogue.registers.filter(({ path }) => !ONE_BY_ONE.includes(path));
  return {
    name: 'modifiche',
    routes: [...registers.map((def) => changeManyRoute(deps, def)), ...changeRoutes(deps)],
    jobs: [job(changeMany, changeManyHandler(deps))],
  };
}
