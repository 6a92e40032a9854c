import type { LocaleSession } from './session-storage.ts';

/**
 * Messages between the tabs of one browser. A link opened in a new tab has no session of its own and requests one (`chiedo`); another tab
 * sends its session (`ecco`). Signing out is announced to all tabs (`esco`).
 */
type Message = { kind: 'chiedo' } | { kind: 'ecco'; sessione: LocaleSession } | { kind: 'esco' };

const NAME = 'strato.sessione';
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(NAME);
const post = (message: Message) => channel?.postMessage(message);

export const announceExit = (): void => {
  post({ kind: 'esco' });
};

/** Sends this tab's session to tabs that request one, and calls `onExit` when another tab signs out. */
export function listenTabs(current: () => LocaleSession | null, onExit: () => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const ownSession = current();
    // seeing the portal as another user is for one tab alone
    if (data.kind === 'chiedo' && ownSession && ownSession.osservatore === undefined) post({ kind: 'ecco', sessione: ownSession });
    if (data.kind === 'esco' && ownSession) onExit();
  });
}

/**
 * Requests the session of another tab; resolves to `null` without a response within `ms`. A later response of a busy tab is passed to
 * `late`.
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
