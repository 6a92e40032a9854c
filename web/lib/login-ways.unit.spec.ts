// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePortal, leaveNothing, signIn as signedIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import { ApiError } from './api-client.ts';
import { keepDevice, type Device } from './device.ts';
import {
  confirmByPasskey,
  confirmIdentity,
  isCodeRequired,
  isCodeWrong,
  seeAs,
  signIn,
  signInByPasskey,
  signOut,
  updateIdentity,
} from './login.ts';
import { advisePassword, passwordAdviceAtom } from './password-advice.ts';
import { openSession, session } from './session.ts';
import { store } from './store.ts';

const BRUNO = { memberID: 'bruno', groupID: 12, name: 'Bruno Neri', permessi: {}, ditta: 'Strato', dovere: null as string | null };
let who: typeof BRUNO & { osservatore?: string };
let entered: Record<string, unknown>;
let calls: Call[];
let bearer: Map<string, string | null>;
let refused: Partial<Record<string, Answer>>;
const PASSWORD_DIGEST = 'da7ade0712cb6417beb45550334bda18';
const bytes = new Uint8Array([1]).buffer;
const asked = () => writes(calls).map(({ path, body }) => [path, body]);
const advice = () => store.get(passwordAdviceAtom);

beforeEach(() => {
  vi.spyOn(location, 'replace').mockImplementation(() => {});
  signedIn();
  advisePassword(null);
  [who, entered, refused] = [BRUNO, { token: 'T2', browser: 'B2', data: [BRUNO] }, {}];
  const options = { opzioni: { challenge: 'AQ' }, tentativo: 'uno' };
  calls = fakePortal(({ path, body }) => {
    if (refused[path]) return refused[path];
    if (path === '/api/sessione') return { body: { data: [who] } };
    if (path === '/api/passkey/accesso' && (body as { passo: string }).passo === 'avvia') return { body: { message: options } };
    return { body: { utente: entered, message: path === '/api/sessioni/vedi-come' ? { token: 'T3' } : options } };
  });
  const answer = fetch;
  bearer = new Map();
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    bearer.set(path, new Headers(init.headers).get('Authorization'));
    return answer(path, init);
  });
  vi.stubGlobal('PublicKeyCredential', class {});
  const response = { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes };
  const credential = { id: 'AQ', rawId: bytes, type: 'public-key', response, getClientExtensionResults: () => ({}) };
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: async () => credential } });
});
afterEach(() => {
  keepDevice(() => Promise.reject(new Error('none')));
  Reflect.deleteProperty(navigator, 'credentials');
  vi.restoreAllMocks();
  leaveNothing();
});

describe('entrare con la password', () => {
  it('manda il codice se c’è, e si fa riconoscere dal browser dove si è già entrati', async () => {
    await signIn('bruno', 'segreta', false);
    expect(asked()).toEqual([['/api/login', { username: 'bruno', password: PASSWORD_DIGEST, ricordami: false }]]);
    await signIn('bruno', 'segreta', false, '123456');
    expect(asked()[1]).toEqual([
      '/api/login',
      { username: 'bruno', password: PASSWORD_DIGEST, ricordami: false, browser: 'B2', codice: '123456' },
    ]);
    expect(session()).toMatchObject({ memberID: 'bruno', ricordami: false, token: 'T2' });
  });

  it.each<[string, object, object, string | null]>([
    ['che si trova in ogni elenco si consiglia di cambiarla', { passwordDebole: 'comune' }, {}, 'È tra le password più usate'],
    ['col nome utente si consiglia di cambiarla', { passwordDebole: null }, { memberID: 'lungo' }, '«lungo»'],
    ['col proprio nome si consiglia di cambiarla', { passwordDebole: null }, { name: 'Ida Lungo' }, '«lungo»'],
    ['col nome della ditta si consiglia di cambiarla', { passwordDebole: null }, { ditta: 'Lungo S.p.A.' }, '«lungo»'],
    ['che va si tiene', { passwordDebole: null }, {}, null],
    ['dimostrativa si tiene', {}, { memberID: 'lungo' }, null],
    ['da cambiare per forza non si consiglia di cambiarla', { passwordDebole: 'comune' }, { dovere: 'password' }, null],
  ])('una %s', async (_, login, person, words) => {
    entered = { ...entered, ...login };
    who = { ...BRUNO, ...person };
    await signIn('bruno', 'un lungo ponte di ferro', false);
    expect(advice()).toEqual(words === null ? null : expect.stringContaining(words));
  });

  it('senza la sessione dal portale non si entra', async () => {
    refused = { '/api/sessione': { status: 503, body: {} } };
    await expect(signIn('bruno', 'segreta', false)).rejects.toThrow('503');
    expect([session()?.memberID, advice()]).toEqual(['anna', null]);
  });

  it.each([
    ['/problemi/codice-richiesto', [true, false]],
    ['/problemi/codice-errato', [false, true]],
    ['/problemi/altro', [false, false]],
  ])('il rifiuto dice se manca il codice o se è sbagliato: %s', (type, is) => {
    const refusal = new ApiError(401, { type, message: 'No' } as never);
    expect([isCodeRequired(refusal), isCodeWrong(refusal)]).toEqual(is);
    const other = { problem: { type } };
    expect([isCodeRequired(other), isCodeWrong(other)]).toEqual([false, false]);
  });
});

describe('entrare con la passkey', () => {
  it.each([
    [undefined, {}],
    ['bruno', { utente: 'bruno' }],
  ])('manda i gettoni di chi è già entrato da qui, e la persona che si aspetta: %s', async (user, extra) => {
    await signIn('bruno', 'segreta', false);
    entered = { ...entered, token: 'T9', browser: 'B9' };
    await signInByPasskey(true, user);
    const [, body] = asked().at(-1)!;
    expect(body).toEqual({ passo: 'conferma', tentativo: 'uno', risposta: expect.anything(), ricordami: true, browser: ['B2'], ...extra });
    expect(session()).toMatchObject({ memberID: 'bruno', token: 'T9', ricordami: true });
    expect(bearer.get('/api/sessione')).toBe('Bearer T9');
    expect(JSON.parse(localStorage.getItem('strato.browser')!)).toEqual([['bruno', 'B9']]);
  });
});

it.each([
  [false, null],
  [true, '1'],
])('la sessione riletta si prolunga solo se la pagina è usata: %s', async (used, query) => {
  await updateIdentity(used);
  expect(calls.at(-1)!.query.get('usata')).toBe(query);
});

describe('uscire', () => {
  const leave = async (mayLeave: boolean, options?: { confirmed?: boolean }) => {
    const device = { mayLeave: vi.fn(async () => mayLeave), leave: vi.fn(async () => {}) };
    keepDevice(async () => device as unknown as Device);
    await signOut(options);
    return [device.mayLeave.mock.calls.length, device.leave.mock.calls.length, asked().length];
  };

  it('chiede se sul dispositivo aspetta qualcosa, e resta chi non vuole', async () => {
    expect(await leave(false)).toEqual([1, 0, 0]);
    expect(location.replace).not.toHaveBeenCalled();
  });

  it('lascia il dispositivo chi lo vuole, o l’ha già detto', async () => {
    expect(await leave(true)).toEqual([1, 1, 1]);
    expect(location.replace).toHaveBeenCalledWith('/');
    expect(await leave(false, { confirmed: true })).toEqual([0, 1, 2]);
  });

  it('dimentica le schede aperte di recente, le proprie', async () => {
    localStorage.setItem('strato.recenti.anna', 'x');
    localStorage.setItem('strato.recenti.bruno', 'x');
    await signOut();
    expect([localStorage.getItem('strato.recenti.anna'), localStorage.getItem('strato.recenti.bruno')]).toEqual([null, 'x']);
  });

  it('chi vede il portale come un altro torna a sé, anche senza risposta', async () => {
    openSession({ ...session()!, memberID: 'bruno', token: 'T3', osservatore: 'anna' });
    refused = { '/api/logout': { status: 500, body: {} } };
    expect(await leave(false)).toEqual([0, 0, 1]);
    expect(bearer.get('/api/logout')).toBe('Bearer T3');
    expect(location.replace).toHaveBeenCalledExactlyOnceWith('/membership/dettaglio-utente?id=bruno');
  });
});

describe('vedere il portale come un altro', () => {
  it('apre in questa finestra la sua sessione, che il portale dà', async () => {
    who = { ...BRUNO, osservatore: 'anna' };
    await seeAs('bruno');
    expect([asked(), bearer.get('/api/sessione')]).toEqual([[['/api/sessioni/vedi-come', { utente: 'bruno' }]], 'Bearer T3']);
    expect(JSON.parse(sessionStorage.getItem('strato.sessione')!)).toMatchObject({ memberID: 'bruno', token: 'T3', osservatore: 'anna' });
    expect(location.replace).toHaveBeenCalledExactlyOnceWith('/home');
  });
});

describe('confermare che si è lì', () => {
  it.each<[string, () => Promise<void>, unknown]>([
    ['la password', () => confirmIdentity({ password: 'segreta' }), { passMD5: PASSWORD_DIGEST }],
    ['il codice', () => confirmIdentity({ codice: '123456' }), { codice: '123456' }],
    ['la passkey', confirmByPasskey, { passkey: expect.objectContaining({ id: 'AQ' }) }],
  ])('con %s', async (_, confirm, body) => {
    await confirm();
    expect(asked().at(-1)).toEqual(['/api/conferma', body]);
  });
});
