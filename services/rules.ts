import type { Dispatch } from '#contracts/ports/dispatch.ts';
import { conRegoleAccesso } from './modules/accesso/rules.ts';
import type { Dipendenze } from './platform/module.ts';
import { conRegoleNoleggi } from './modules/noleggi/rules.ts';

/** Dispatch with the rules that span more than one record: all writes go through it. */
export function conRegole(dip: Omit<Dipendenze, 'dispatch'>, dispatch: Dispatch): Dispatch {
  return conRegoleNoleggi(dip, conRegoleAccesso(dip, dispatch));
}
