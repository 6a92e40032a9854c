import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { updateIdentity } from './login.ts';
import { useSession } from './session.ts';

const EVERY = 60_000;

/**
 * Who is signed in and what they may do, as it is now: at the start, when the page is looked at again
 * and every minute while it is. What a page showed under other rights is read anew.
 */
export function useFreshIdentity(): void {
  const who = useSession();
  const signedIn = who !== null;
  useEffect(() => {
    if (!signedIn) return;
    // without an answer the stored rights stand: the portal judges every call anyway
    const look = () => {
      if (document.visibilityState === 'visible') updateIdentity().catch(() => {});
    };
    look();
    const timer = setInterval(look, EVERY);
    document.addEventListener('visibilitychange', look);
    addEventListener('focus', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('focus', look);
    };
  }, [signedIn]);
  const client = useQueryClient();
  const rights = who ? JSON.stringify([who.groupID, who.permessi]) : null;
  const before = useRef(rights);
  useEffect(() => {
    if (before.current !== null && rights !== null && before.current !== rights) void client.invalidateQueries();
    before.current = rights;
  }, [rights, client]);
}
