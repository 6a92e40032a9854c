import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { updateIdentity } from './login.ts';
import { useOnline } from './use-online.ts';
import { useSession } from './session.ts';

const EVERY = 60_000;
/** Of somebody who works on the page. */
const SIGNS = ['pointerdown', 'keydown'] as const;

/**
 * Who is signed in and what they may do, as it is now: at the start, when the page is looked at again,
 * when the network is back (the key of what lies unsaved comes with it) and every minute. What a page showed under other rights is read anew.
 */
export function useFreshIdentity(): void {
  const who = useSession();
  const signedIn = who !== null;
  const online = useOnline();
  useEffect(() => {
    if (!signedIn || !online) return;
    // without an answer the stored rights stand: the portal judges every call anyway
    let touched = false;
    const touch = () => (touched = true);
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      updateIdentity(touched).catch(() => {});
      touched = false;
    };
    look();
    const timer = setInterval(look, EVERY);
    document.addEventListener('visibilitychange', look);
    addEventListener('focus', look);
    for (const sign of SIGNS) addEventListener(sign, touch, { passive: true });
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('focus', look);
      for (const sign of SIGNS) removeEventListener(sign, touch);
    };
  }, [signedIn, online]);
  const client = useQueryClient();
  const rights = who ? JSON.stringify([who.groupID, who.permessi]) : null;
  const before = useRef(rights);
  useEffect(() => {
    if (before.current !== null && rights !== null && before.current !== rights) void client.invalidateQueries();
    before.current = rights;
  }, [rights, client]);
}
