import { useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { askOtherTabs } from './session-channel.ts';
import type { LocaleSession } from './session-storage.ts';
import { openSession, session, useSession } from './session.ts';

/**
 * Opens a session lent by another tab after the login was drawn, and goes to the requested page; does nothing if
 * somebody has signed in meanwhile.
 */
function takeLate(towards: string): (lent: LocaleSession) => void {
  return (lent) => {
    if (session()) return;
    openSession(lent);
    navigate(towards, { replace: true });
  };
}

/** Returns the session; a tab opened from a link first asks the other tabs for theirs. `asking`: they have not answered yet. */
export function useLentSession(): { who: LocaleSession | null; asking: boolean } {
  const who = useSession();
  const [asking, setAsking] = useState(who === null);
  useEffect(() => {
    if (!asking) return;
    void askOtherTabs(takeLate(location.pathname + location.search)).then((lent) => {
      if (lent) openSession(lent);
      setAsking(false);
    });
  }, [asking]);
  return { who, asking };
}
