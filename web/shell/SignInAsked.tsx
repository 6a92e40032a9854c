import { useAtomValue } from 'jotai';
import { loadLater } from '#web/lib/load-later.ts';
import { riaccessoAtom } from '#web/lib/session.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';

const signInAgain = loadLater(() => import('./SignInAgain.tsx'));

/** The question for the password where the session has ended; its code comes with it. */
export function SignInAsked() {
  return useAtomValue(riaccessoAtom) ? <Question /> : null;
}

function Question() {
  return useLoaded(signInAgain)?.({}) ?? null;
}
