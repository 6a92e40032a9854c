// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DRAFT_KEYS, fakePortal, leaveNothing, signIn as signedIn, type Call } from '#web/portal.testing.tsx';
import { draftKey } from './draft-key.ts';
import { signOut, signIn, updateIdentity } from './login.ts';
import { isStored, session } from './session.ts';

const BRUNO = {
  memberID: 'bruno',
  groupID: 12,
  name: 'Bruno',
  email: null,
  gruppo: 'Capi',
  marcatore: 'user',
  permessi: {},
  archivioUrl: null,
  ditta: 'Strato',
  scade: '2099-01-01T00:00:00Z',
  chiaveBozze: DRAFT_KEYS.bruno,
};
let bearer: (string | null)[];
/** Fakes a portal that accepts bruno's login. */
function portal(over: Partial<Record<string, number>> = {}): Call[] {
  const calls = fakePortal(({ path }) => {
    const status = over[path] ?? 200;
    if (path === '/api/login') return { status, body: { utente: { token: 'T2' } } };
    return { status, body: { data: [BRUNO] } };
  });
  const answer = fetch;
  bearer = [];
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    bearer.push(new Headers(init.headers).get('Authorization'));
    return answer(input, init);
  });
  return calls;
}

beforeEach(() => {
  vi.spyOn(location, 'replace').mockImplementation(() => {});
  signedIn();
});
afterEach(() => {
  vi.restoreAllMocks();
  leaveNothing();
});

describe('entrare', () => {
  it('manda l’impronta della parola d’ordine, senza il gettone di chi c’era, e tiene chi il portale dice', async () => {
    const calls = portal();
    await signIn('bruno', 'segreta', true);
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/api/login',
      body: { username: 'bruno', password: 'da7ade0712cb6417beb45550334bda18', ricordami: true },
    });
    expect(calls[1]).toMatchObject({ method: 'GET', path: '/api/sessione' });
    expect(bearer).toEqual([null, 'Bearer T2']);
    expect(session()).toMatchObject({ memberID: 'bruno', token: 'T2', ricordami: true });
    expect(localStorage.getItem('strato.sessione')).toContain('T2');
    // the drafts' key is not stored beside the drafts
    expect(draftKey('bruno')).toBe(DRAFT_KEYS.bruno);
    expect(JSON.stringify([localStorage, session()])).not.toContain(DRAFT_KEYS.bruno);
  });

  it.each(['/api/login', '/api/sessione'])('se il portale rifiuta %s resta chi c’era', async (path) => {
    portal({ [path]: 401 });
    await expect(signIn('bruno', 'sbagliata', false)).rejects.toThrow();
    expect(session()?.memberID).toBe('anna');
  });
});

it('riletta la sessione, valgono i permessi di adesso', async () => {
  signedIn();
  fakePortal(({ path }) => (path === '/api/sessione' ? { body: { data: [{ ...BRUNO, memberID: 'anna', gruppo: 'Ospiti' }] } } : undefined));
  await updateIdentity();
  expect(session()).toMatchObject({ gruppo: 'Ospiti', token: 'gettone' });
  expect([draftKey('anna'), draftKey('bruno')]).toEqual([DRAFT_KEYS.bruno, null]);
  expect(JSON.stringify([localStorage, session()])).not.toContain(DRAFT_KEYS.bruno);
});

describe('uscire', () => {
  it('non lascia bozze sul dispositivo, né la pagina che si chiude ne scrive altre', async () => {
    portal();
    localStorage.setItem('strato.bozze.anna/accise/3', JSON.stringify({ at: new Date().toISOString(), parts: {} }));
    localStorage.setItem('strato.bozze.bruno/accise/3', JSON.stringify({ at: new Date().toISOString(), parts: {} }));
    expect(isStored('anna')).toBe(true);
    await signOut();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('strato.bozze.'))).toEqual(['strato.bozze.bruno/accise/3']);
    expect(isStored('anna')).toBe(false);
  });

  it('lo dice al portale, poi dimentica la sessione', async () => {
    const calls = portal();
    let left = false;
    vi.mocked(location.replace).mockImplementation(() => {
      left = calls.length === 1;
    });
    await signOut();
    expect(calls).toMatchObject([{ method: 'POST', path: '/api/logout' }]);
    expect(bearer).toEqual(['Bearer gettone']);
    expect(left).toBe(true);
    expect(sessionStorage).toHaveLength(0);
  });

  it('dimentica la sessione anche se il portale non ne vuole sapere', async () => {
    portal({ '/api/logout': 500 });
    await signOut();
    expect(location.replace).toHaveBeenCalledWith('/');
  });

  it('non aspetta più di tre secondi un portale che non risponde', async () => {
    vi.useFakeTimers();
    // the test's timer does not move the browser's own one
    const stop = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), ms);
      return controller.signal;
    });
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => {
          signal!.addEventListener('abort', () => reject(new DOMException('stop', 'AbortError')));
        }),
    );
    const left = signOut();
    await vi.advanceTimersByTimeAsync(3000);
    await left;
    expect(stop).toHaveBeenCalledOnce();
    expect(location.replace).toHaveBeenCalledWith('/');
    vi.useRealTimers();
  });
});
