import { useRef } from 'react';

/** A fresh key for one action of the user. (`crypto.randomUUID` is missing on plain http.) */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface Attempts {
  keyFor(body: unknown): string;
  /** The attempt with this key got its answer. */
  answered(key: string): void;
  /** Those without an answer, to be kept with a draft. */
  unanswered(): Record<string, string>;
  adopt(kept: Readonly<Record<string, string>>): void;
}

/**
 * Keys of attempts: the same thing sent again (no answer came) carries the same key, so that
 * nothing is written twice. What was answered is forgotten: sent once more, it is a new action.
 */
export function useAttempts(): Attempts {
  const attempts = useRef(new Map<string, string>());
  return {
    keyFor(body) {
      const text = JSON.stringify(body);
      const key = attempts.current.get(text) ?? newKey();
      attempts.current.set(text, key);
      return key;
    },
    answered(key) {
      for (const [text, one] of attempts.current) if (one === key) attempts.current.delete(text);
    },
    unanswered: () => Object.fromEntries(attempts.current),
    adopt(kept) {
      for (const [text, key] of Object.entries(kept)) attempts.current.set(text, key);
    },
  };
}
