import type { Dispatch } from '#contracts/ports/dispatch.ts';
import { withAccessoRules } from './modules/accesso/rules.ts';
import type { Dependencies } from './platform/module.ts';
import { withNoleggiRules } from './modules/noleggi/rules.ts';

/** Dispatch with the rules that span more than one record: all writes go through it. */
export function withRules(deps: Omit<Dependencies, 'dispatch'>, dispatch: Dispatch): Dispatch {
  return withNoleggiRules(deps, withAccessoRules(deps, dispatch));
}
