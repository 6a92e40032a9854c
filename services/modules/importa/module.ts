import type { Dependencies, Module } from '#services/platform/module.ts';
import { fileRoutes } from './files.ts';
import { importsRoutes } from './imports.ts';
import { runRoutes } from './runs.ts';

/** Moving in: files of rows become records, rehearsed first, and undone as one. */
export function importaModule(deps: Dependencies): Module {
  return { name: 'importa', routes: [...fileRoutes(deps), ...runRoutes(deps), ...importsRoutes(deps)] };
}
