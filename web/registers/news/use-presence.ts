import { useEffect, useState } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { PRESENCE_BEAT_MS, type Presence } from '#contracts/core/live-changes.ts';
import { SESSION } from '#web/lib/api-client.ts';
import { onNews, useConnected } from '#web/lib/live.ts';
import { useIdentity } from '#web/lib/session.ts';

/**
 * Returns the other people who hold unsaved changes of a record, and tells the portal of this person's own while `editing`. Calls that fail
 * are left out in silence: the next one comes in five seconds.
 */
export function usePresence(def: AnyRegister, id: string | null, editing: boolean): string[] {
  const { memberID } = useIdentity();
  const connected = useConnected();
  const [people, setPeople] = useState<readonly string[]>([]);
  useEffect(() => {
    if (id === null || !connected) return;
    let over = false;
    const take = (presence: Presence | null): void => {
      if (presence && !over) setPeople(presence.utenti);
    };
    const stop = onNews((news) => {
      if (news.kind === 'presence' && news.presence.tabella === def.path && String(news.presence.id) === id) take(news.presence);
    });
    void callPresence(`?${new URLSearchParams({ tabella: def.path, id }).toString()}`).then(take);
    return () => {
      over = true;
      stop();
      setPeople([]);
    };
  }, [def, id, connected]);
  useEffect(() => {
    if (id === null || !editing || !connected) return;
    const beat = (): void => void callPresence('', { tabella: def.path, id });
    beat();
    const timer = setInterval(beat, PRESENCE_BEAT_MS);
    return () => clearInterval(timer);
  }, [def, id, editing, connected]);
  return people.filter((name) => name !== memberID);
}

/** Calls the portal without the API client, which would wait for a lost network and keep a write. */
async function callPresence(query: string, body?: object): Promise<Presence | null> {
  const token = SESSION.token();
  if (token === null) return null;
  try {
    const answer = await fetch(`/api/presenza${query}`, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      body: body ? JSON.stringify(body) : null,
    });
    return answer.ok ? ((await answer.json()) as Presence) : null;
  } catch {
    return null;
  }
}
