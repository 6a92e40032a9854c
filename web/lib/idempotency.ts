import { useRef } from 'react';

/** Generates an idempotency key for one action of the user. (`crypto.randomUUID` is missing on plain http.) */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export interface Attempts {
  keyFor(body: unknown): string;
  /** Forgets the attempt with this key, which got its response. */
  markAnswered(key: string): void;
  /** Returns the attempts without a response, to be kept with a draft. */
  unanswered(): Record<string, string>;
  adopt(kept: Readonly<Record<string, string>>): void;
  /**
   * Calls with the key of `body` and forgets the key once the call succeeded. After a failure the key stays, because the portal
   * may have executed a call whose response was lost.
   */
  once<T>(body: unknown, call: (idempotencyKey: string) => Promise<T>): Promise<T>;
}

/**
 * Keeps idempotency keys of attempts. The same body sent again without a response carries the same key, so
 * nothing is written twice. Once answered, the same body is a new action with a new key.
 */
export function useAttempts(): Attempts {
  const attempts = useRef(new Map<string, string>());
  const keyFor = (body: unknown): string => {
    const text = JSON.stringify(body);
    const key = attempts.current.get(text) ?? newKey();
    attempts.current.set(text, key);
    return key;
  };
  const markAnswered = (key: string): void => {
    for (const [text, one] of attempts.current) if (one === key) attempts.current.delete(text);
  };
  return {
    keyFor,
    markAnswered,
    async once(body, call) {
      const key = keyFor(body);
      const result = await call(key);
      markAnswered(key);
      return result;
    },
    unanswered: () => Object.fromEntries(attempts.current),
    adopt(kept) {
      for (const [text, key] of Object.entries(kept)) attempts.current.set(text, key);
    },
  };
}
