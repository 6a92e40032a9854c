// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePortal, leaveNothing, signIn, type Answer } from '#web/portal.testing.tsx';
import { atomSession, endRiaccesso, openSession, riaccessoAtom, session } from '#web/lib/session.ts';
import { store } from '#web/lib/store.ts';
import { changePassword } from './change-password.ts';
import type { PasswordState } from './use-password.ts';

const CODE_ASKED = { status: 401, body: { type: '/problemi/codice-richiesto', message: 'Serve il codice' } };

const passwordOf = (isOwn: boolean): PasswordState => ({
  isOwn,
  present: 'di prima',
  fresh: 'segreta',
  errors: {},
  hasInput: true,
  setPresent: () => {},
  setFresh: () => {},
  body: () => ({ passMD5: 'impronta' }),
  firstWrong: () => undefined,
  refuse: () => {},
  clear: vi.fn(),
});
/** Portal that answers the change of the password and the sign-in after it. */
const portal = ({ change, login }: { change?: Answer; login?: Answer } = {}) =>
  fakePortal(({ path }) => {
    if (path === '/api/users') return change ?? { body: { message: { affectedRows: 1, versione: 7 } } };
    if (path === '/api/login') return login ?? { body: { utente: { token: 'nuovo' } } };
    return { body: { data: [{ ...session(), name: 'Anna Neri' }] } };
  });
const isAsked = () => store.get(riaccessoAtom) !== null;

beforeEach(() => signIn());
afterEach(() => {
  endRiaccesso(false);
  leaveNothing();
});

describe('la password di un altro', () => {
  it('si cambia, e la propria sessione resta com’è', async () => {
    const calls = portal();
    const password = passwordOf(false);
    expect(await changePassword('bruno', password, true)).toBe(7);
    expect(calls).toMatchObject([{ method: 'PUT', path: '/api/users', body: { user: { memberID: 'bruno', passMD5: 'impronta' } } }]);
    expect([session()?.token, vi.mocked(password.clear).mock.calls]).toEqual(['gettone', [[]]]);
  });

  it('rifiutata resta scritta', async () => {
    portal({ change: { status: 400, body: { message: 'È troppo nota' } } });
    const password = passwordOf(false);
    await expect(changePassword('bruno', password, true)).rejects.toThrow('È troppo nota');
    expect(password.clear).not.toHaveBeenCalled();
  });
});

describe('la propria password', () => {
  it.each([true, false])('si cambia, e si continua entrando con la nuova (ricordami %s)', async (remembered) => {
    const calls = portal();
    const password = passwordOf(true);
    expect(await changePassword('anna', password, remembered)).toBe(7);
    expect(calls.map(({ path }) => path)).toEqual(['/api/users', '/api/login', '/api/sessione']);
    expect(calls[1]!.body).toMatchObject({ username: 'anna', password: 'da7ade0712cb6417beb45550334bda18', ricordami: remembered });
    expect([session()?.token, session()?.ricordami, session()?.name]).toEqual(['nuovo', remembered, 'Anna Neri']);
    expect(password.clear).toHaveBeenCalledOnce();
  });

  it('rifiutata non fa entrare di nuovo', async () => {
    const calls = portal({ change: { status: 400, body: { message: 'Non è la tua' } } });
    await expect(changePassword('anna', passwordOf(true), false)).rejects.toThrow('Non è la tua');
    expect(calls.map(({ path }) => path)).toEqual(['/api/users']);
  });

  it('cambiata, ma senza poter rientrare, lo dice e non chiede altro', async () => {
    portal({ login: { status: 429, body: { message: 'Troppi tentativi' } } });
    const password = passwordOf(true);
    await expect(changePassword('anna', password, false)).rejects.toThrow('Troppi tentativi');
    expect([isAsked(), vi.mocked(password.clear).mock.calls]).toEqual([false, []]);
  });

  it('con un secondo fattore si rientra nella finestra della sessione finita', async () => {
    portal({ login: CODE_ASKED });
    const password = passwordOf(true);
    const changed = changePassword('anna', password, false);
    await vi.waitFor(() => expect(isAsked()).toBe(true));
    expect(password.clear).not.toHaveBeenCalled();
    endRiaccesso(true);
    expect(await changed).toBe(7);
    expect(password.clear).toHaveBeenCalledOnce();
  });

  it('chi lì non rientra legge che serve il codice', async () => {
    portal({ login: CODE_ASKED });
    const changed = changePassword('anna', passwordOf(true), false);
    const refused = expect(changed).rejects.toThrow('Serve il codice');
    await vi.waitFor(() => expect(isAsked()).toBe(true));
    endRiaccesso(false);
    await refused;
  });

  it('una sessione che ha un dovere non ha quella finestra', async () => {
    openSession({ ...session()!, dovere: 'PASSWORD_PROVVISORIA' });
    portal({ login: CODE_ASKED });
    await expect(changePassword('anna', passwordOf(true), false)).rejects.toThrow('Serve il codice');
    expect(isAsked()).toBe(false);
  });

  it('una sessione chiusa nel frattempo non riapre quella finestra', async () => {
    fakePortal(({ path }) => {
      if (path === '/api/users') return { body: { message: { versione: 7 } } };
      store.set(atomSession, null);
      return CODE_ASKED;
    });
    await expect(changePassword('anna', passwordOf(true), false)).rejects.toThrow('Serve il codice');
    expect(isAsked()).toBe(false);
  });
});
