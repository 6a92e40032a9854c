import { useAtomValue } from 'jotai';
import { useLayoutEffect } from 'react';
import { loadLater } from '#web/lib/load-later.ts';
import { riaccessoAtom } from '#web/lib/session.ts';
import { useLoaded } from '#web/lib/use-loaded.ts';

const signInAgain = loadLater(() => import('./SignInAgain.tsx'));

/** Shows the sign-in dialog when the session has ended. The page's content is hidden until the same person has signed in. */
export function SignInAsked() {
  const asked = useAtomValue(riaccessoAtom) !== null;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-sessione-chiusa', asked);
    return () => document.documentElement.removeAttribute('data-sessione-chiusa');
  }, [asked]);
  return asked ? <Question /> : null;
}

function Question() {
  return useLoaded(signInAgain)?.({}) ?? null;
}
