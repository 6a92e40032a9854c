import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { updateIdentity } from './login.ts';
import { useOnline } from './use-online.ts';
import { useSession } from './session.ts';

const EVERY = 60_000;
/** Events that show that somebody works on the page. */
const SIGNS = ['pointerdown', 'keydown'] as const;

/**
 * Updates the signed-in person and their permissions from the portal: at the start, when the page becomes
 * visible or the network is back, and every minute. When permissions changed, all cached data are read again.
 */
export function useFreshIdentity(): void {
  const who = useSession();
  const signedIn = who !== null;
  const online = useOnline();
  useEffect(() => {
    if (!signedIn || !online) return;
    // without a response the stored permissions stay; the portal checks every call anyway
    let wasActive = false;
    const touch = () => (wasActive = true);
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      updateIdentity(wasActive).catch(() => {});
      wasActive = false;
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
