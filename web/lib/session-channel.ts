import type { LocaleSession } from './session-storage.ts';

/**
 * A link opened in a new tab has an empty session store: the other tabs of the same browser lend
 * it their session, and all of them leave together.
 */
type Message = { kind: 'chiedo' } | { kind: 'ecco'; sessione: LocaleSession } | { kind: 'esco' };

const NAME = 'strato.sessione';
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
const post = (message: Message) => channel?.postMessage(message);

export const announceExit = (): void => {
  post({ kind: 'esco' });
};

/** Answers the other tabs, and calls `onExit` when one of them signs out. */
export function listenTabs(current: () => LocaleSession | null, onExit: () => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const mine = current();
    if (data.kind === 'chiedo' && mine) post({ kind: 'ecco', sessione: mine });
    if (data.kind === 'esco' && mine) onExit();
  });
}

/**
 * The session of another tab, or `null` when none answers within `ms`. A tab that is busy answers after that: `late`
 * is told then, once.
 */
export function askOtherTabs(late?: (lent: LocaleSession) => void, ms = 150): Promise<LocaleSession | null> {
  if (!channel) return Promise.resolve(null);
  return new Promise((resolve) => {
    let inTime = true;
    const answer = ({ data }: MessageEvent<Message>) => {
      if (data.kind !== 'ecco') return;
      clearTimeout(timer);
      channel.removeEventListener('message', answer);
      if (inTime) resolve(data.sessione);
      else late?.(data.sessione);
    };
    const timer = setTimeout(() => {
      inTime = false;
      if (!late) channel.removeEventListener('message', answer);
      resolve(null);
    }, ms);
    channel.addEventListener('message', answer);
    post({ kind: 'chiedo' });
  });
}
