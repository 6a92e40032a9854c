import { remember, readMemory } from '#web/lib/device-memory.ts';
import { draftCipher } from '#web/lib/draft-cipher.ts';
import { draftKey, holdDraftKey } from '#web/lib/draft-key.ts';
import type { LocaleSession } from '#web/lib/session-storage.ts';

const STORAGE_KEY = 'strato.chiave-invii';

/**
 * The key of what waits, across a closed browser: sealed under the token of the session that outlives it. Whoever signs out takes
 * the token away, and what lies here opens nothing any more.
 */
export function keepKeyWith(session: LocaleSession): void {
  const key = draftKey(session.memberID);
  if (key === null) return findKeyWith(session);
  if (session.ricordami !== true) return remember(STORAGE_KEY, null);
  if (openedWith(session) !== key) remember(STORAGE_KEY, draftCipher(session.token).seal(key));
}

function findKeyWith(session: LocaleSession): void {
  const key = openedWith(session);
  if (key !== null) holdDraftKey(session.memberID, key);
}

function openedWith({ token }: LocaleSession): string | null {
  const sealed = readMemory(STORAGE_KEY);
  try {
    return sealed === null ? null : draftCipher(token).open(sealed);
  } catch {
    return null;
  }
}

export const forgetLastingKey = (): void => remember(STORAGE_KEY, null);
