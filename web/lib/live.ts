import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { network } from './api-client.ts';
import type { News } from './live-stream.ts';
import { hearNews } from './live-tabs.ts';
import { requireRiaccesso, useSession } from './session.ts';
import { store } from './store.ts';

const listeners = new Set<(news: News) => void>();
const connectedAtom = atom(false);

/** Milliseconds after the first screen before the connection is opened, so that it takes nothing from the screen's own calls. */
const START_MS = 2500;

/** Calls `listener` with each piece of news until the returned function is called. */
export function onNews(listener: (news: News) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Tells whether this tab hears news now. */
export const useConnected = (): boolean => useAtomValue(connectedAtom);

export function publishNews(news: News): void {
  // any news shows a follower that another tab's connection is there
  store.set(connectedAtom, news.kind !== 'cut');
  for (const listener of listeners) listener(news);
}

/** Hears the portal's news for as long as somebody is signed in; not while an administrator sees the portal as another user. */
export function useNewsStream(): void {
  const who = useSession();
  const token = who?.osservatore === undefined ? who?.token : undefined;
  useEffect(() => {
    if (token === undefined) return;
    let stop: (() => void) | undefined;
    const start = setTimeout(() => {
      stop = hearNews({ token, tell: publishNews, ended: () => void requireRiaccesso(token), online: () => network.back() });
    }, START_MS);
    return () => {
      clearTimeout(start);
      stop?.();
      store.set(connectedAtom, false);
    };
  }, [token]);
}
