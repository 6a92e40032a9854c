import { users } from '#contracts/registers/users.ts';
import type { Dependencies, Module, Reactor } from '#services/platform/module.ts';
import { listPreferences } from '#services/platform/postgres/list-preferences.ts';
import { readPreferencesRoute, writePreferenceRoute } from './preferences-routes.ts';

/** Preferences of each person for the lists: columns and density. */
export function visteModule(deps: Dependencies): Module {
  return {
    name: 'viste',
    routes: [readPreferencesRoute(deps), writePreferenceRoute(deps)],
    reactors: [forgetDeletedUser(deps)],
  };
}

/** Deletes the preferences of a deleted user. */
const forgetDeletedUser = ({ writeDb }: Pick<Dependencies, 'writeDb'>): Reactor => ({
  name: 'preferenze-utente-eliminato',
  events: [users.events.deleted],
  async react(event) {
    await listPreferences(writeDb).forget(event.stream.slice('users-'.length));
  },
});
