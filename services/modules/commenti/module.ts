import type { Dependencies, Module } from '#services/platform/module.ts';
import { changeCommentRoute, createCommentRoute, deleteCommentRoute, mentionableRoute, readCommentsRoute } from './routes.ts';
import { commentReminders, markNoticesRoute, mentionReactor, noticesRoute } from './notices.ts';
import { commentRule } from './rules.ts';

/** Comments on records: read and written by who sees the record, changed by their author alone. Mentions and reminders give notices. */
export function commentiModule(deps: Dependencies): Module {
  return {
    name: 'commenti',
    routes: [
      readCommentsRoute(deps),
      mentionableRoute(deps),
      createCommentRoute(deps),
      changeCommentRoute(deps),
      deleteCommentRoute(deps),
      noticesRoute(deps),
      markNoticesRoute(deps),
    ],
    rules: [commentRule(deps)],
    reactors: [mentionReactor(deps)],
    periodic: [commentReminders(deps)],
  };
}
