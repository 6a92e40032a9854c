import { fotoNoleggi } from '#contracts/registers/foto-noleggi.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import type { Declaration, Dependencies, Module, Parts } from '#services/platform/module.ts';
import { registerModule } from '#services/registers/register-module.ts';
import { noleggiFiles } from './noleggio-owner.ts';
import { noleggiRules } from './rules.ts';

/** Declares the rules of rentals, and the owner of their files. */
export const declareNoleggi = (deps: Parts): Declaration => ({
  name: 'noleggi',
  rules: noleggiRules(deps),
  files: [noleggiFiles(deps)],
});

/** Module of rentals, their photos and periods. All three registers write to the stream of the rental. */
export function noleggiModule(deps: Dependencies): Module {
  const children = [storicoNoleggi, fotoNoleggi];
  return {
    name: 'noleggi',
    routes: [registerModule(noleggi, deps), ...children.map((def) => registerModule(def, deps, { idIsParent: true }))].flatMap(
      (module) => module.routes,
    ),
  };
}
