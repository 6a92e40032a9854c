// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { draftKey, holdDraftKey } from '#web/lib/draft-key.ts';
import type { LocaleSession } from '#web/lib/session-storage.ts';
import { forgetLastingKey, keepKeyWith } from './lasting-key.ts';

const KEY = Buffer.alloc(32, 7).toString('base64url');
const token = (n: number) => Buffer.alloc(32, n).toString('base64url');
const session = (more: Partial<LocaleSession> = {}): LocaleSession =>
  ({ memberID: 'anna', token: token(1), ricordami: true, ...more }) as LocaleSession;
const stored = () => localStorage.getItem('strato.chiave-invii');
/** The browser was closed: this page holds the key of nobody it knows. */
const closed = () => holdDraftKey('nessuno', '');

afterEach(() => {
  closed();
  sessionStorage.clear();
  localStorage.clear();
});

describe('la chiave di ciò che aspetta', () => {
  it('si ritrova dopo che il browser è stato chiuso, con la stessa sessione e con nessun’altra', () => {
    holdDraftKey('anna', KEY);
    keepKeyWith(session());
    expect(stored()).not.toContain(KEY);
    closed();
    keepKeyWith(session({ token: token(2) }));
    expect(draftKey('anna')).toBeNull();
    keepKeyWith(session());
    expect(draftKey('anna')).toBe(KEY);
  });

  it('non resta di una sessione che finisce col browser, né di chi è uscito', () => {
    holdDraftKey('anna', KEY);
    keepKeyWith(session());
    keepKeyWith(session({ ricordami: false }));
    expect(stored()).toBeNull();
    keepKeyWith(session());
    forgetLastingKey();
    closed();
    keepKeyWith(session());
    expect(draftKey('anna')).toBeNull();
  });

  it('si chiude di nuovo sotto un’altra sessione; sotto la stessa resta com’era', () => {
    holdDraftKey('anna', KEY);
    keepKeyWith(session());
    const before = stored();
    keepKeyWith(session());
    expect(stored()).toBe(before);
    keepKeyWith(session({ token: token(2) }));
    expect(stored()).not.toBe(before);
    closed();
    keepKeyWith(session({ token: token(2) }));
    expect(draftKey('anna')).toBe(KEY);
  });

  it('ciò che non si legge è come se non ci fosse', () => {
    localStorage.setItem('strato.chiave-invii', 'rotto');
    keepKeyWith(session({ token: 'corto' }));
    expect(draftKey('anna')).toBeNull();
  });
});
