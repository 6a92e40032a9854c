import type { Dependencies, Module } from '#services/platform/module.ts';
import { changeCommentRoute, createCommentRoute, deleteCommentRoute, mentionableRoute, readCommentsRoute } from './routes.ts';
import { commentReminders, markNoticesRoute, mentionReactor, noticesRoute } from './notices.ts';
import { commentRule } from './rules.ts';

/**
 * Module of comments on records. A person who sees the record may read and write comments; only the author may change one. Mentions and
 * reminders give notices.
 */
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
