import { useEffect, useState } from 'react';
import { askOtherTabs } from './session-channel.ts';
import type { LocaleSession } from './session-storage.ts';
import { openSession, useSession } from './session.ts';

/** The session; a tab opened from a link first asks the other tabs for theirs. `asking`: they have not answered yet. */
export function useLentSession(): { who: LocaleSession | null; asking: boolean } {
  const who = useSession();
  const [asking, setAsking] = useState(who === null);
  useEffect(() => {
    if (!asking) return;
    void askOtherTabs().then((lent) => {
      if (lent) openSession(lent);
      setAsking(false);
    });
  }, [asking]);
  return { who, asking };
}
