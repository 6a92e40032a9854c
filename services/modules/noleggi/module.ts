import type { AnyRegister } from '#contracts/core/define-register.ts';
import { fotoNoleggi } from '#contracts/registers/foto-noleggi.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import type { Dependencies, Module } from '#services/platform/module.ts';
import { registerModule } from '#services/registers/register-module.ts';

/**
 * Rentals with their photos and periods, all three in the stream of the rental. What is theirs
 * alone (matricola, files of the children) is in regole.ts, through which every write goes.
 */
export function noleggiModule(deps: Dependencies): Module {
  const children = [storicoNoleggi as AnyRegister, fotoNoleggi as AnyRegister];
  return {
    name: 'noleggi',
    routes: [registerModule(noleggi as AnyRegister, deps), ...children.map((def) => registerModule(def, deps, { idIsParent: true }))].flatMap((module) => module.routes),
  };
}
