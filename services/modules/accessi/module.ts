import type { Dependencies, Module } from '#services/platform/module.ts';
import { accessesRoute } from './read.ts';
import { tellRoute } from './tell.ts';

/** The trail of accesses: who came in, who was refused, who took what out of the portal. */
export function accessiModule(deps: Dependencies): Module {
  return { name: 'accessi', routes: [accessesRoute(deps), tellRoute(deps)] };
}
