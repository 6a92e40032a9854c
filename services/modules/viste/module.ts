import { users } from '#contracts/registers/users.ts';
import type { Dependencies, Module, Reactor } from '#services/platform/module.ts';
import { listPreferences } from '#services/platform/postgres/list-preferences.ts';
import { savedViews } from '#services/platform/postgres/saved-views.ts';
import { readPreferencesRoute, writePreferenceRoute } from './preferences-routes.ts';
import { listViewsRoute, viewHistoryRoute } from './view-reads.ts';
import { changeViewRoute, chooseViewRoute, createViewRoute, deleteViewRoute } from './view-writes.ts';

/** Module of saved views of lists, and of each person's columns and density. */
export function visteModule(deps: Dependencies): Module {
  return {
    name: 'viste',
    routes: [
      readPreferencesRoute(deps),
      writePreferenceRoute(deps),
      listViewsRoute(deps),
      createViewRoute(deps),
      changeViewRoute(deps),
      deleteViewRoute(deps),
      chooseViewRoute(deps),
      viewHistoryRoute(deps),
    ],
    reactors: [forgetDeletedUser(deps)],
  };
}

/** Reactor that deletes the preferences and the private views of a deleted user. */
const forgetDeletedUser = ({ writeDb }: Pick<Dependencies, 'writeDb'>): Reactor => ({
  name: 'preferenze-utente-eliminato',
  events: [users.events.deleted],
  async react(event) {
    const memberID = event.stream.slice('users-'.length);
    await listPreferences(writeDb).forget(memberID);
    await savedViews(writeDb).forget(memberID);
  },
});
