import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import type { Declaration, Dependencies, Module, Parts } from '#services/platform/module.ts';
import { comparisonRoute } from '#services/registers/comparison.ts';
import { groupsRoute } from '#services/registers/groups.ts';
import { deleteRoute } from '#services/registers/delete.ts';
import { putRoute, postRoute, registerModule } from '#services/registers/register-module.ts';
import { produzioneReadRoute } from './read.ts';
import { ricalcola, ricalcolaRoute } from './ricalcola.ts';
import { produzioneRules } from './rules.ts';

/** Declares the rules of production, and the command that calculates prices anew. */
export const declareProduzione = (deps: Parts): Declaration => ({
  name: 'produzione',
  commands: [ricalcola],
  rules: produzioneRules(deps),
});

/** Module of production: headers and their lines, which are recorded in the stream of the header. */
export function produzioneModule(deps: Dependencies): Module {
  return {
    name: 'produzione',
    routes: [
      ...registerModule(produzionePadre, deps).routes,
      produzioneReadRoute(deps),
      groupsRoute(produzione, deps),
      comparisonRoute(produzione, deps),
      postRoute(produzione, deps),
      putRoute(produzione, deps),
      deleteRoute(produzione, deps),
      ricalcolaRoute(deps),
    ],
  };
}
