import type { Declaration, Dependencies, Module, Parts } from '#services/platform/module.ts';
import { changeCommentRoute, createCommentRoute, deleteCommentRoute, mentionableRoute, readCommentsRoute } from './routes.ts';
import { commentReminders, markNoticesRoute, mentionReactor, noticesRoute } from './notices.ts';
import { commentRule } from './rules.ts';

/** Declares the rule of comments. */
export const declareCommenti = (deps: Parts): Declaration => ({
  name: 'commenti',
  rules: [commentRule(deps)],
});

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
    reactors: [mentionReactor(deps)],
    periodic: [commentReminders(deps)],
  };
}
