// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePortal, leaveNothing, signIn, type Answer, type Call } from '#web/portal.testing.tsx';
import {
  addPasskey,
  askPasskeyConfirmation,
  askPasskeySession,
  beginPasskey,
  canSignInByPasskey,
  hasPasskeyHere,
  isGivenUp,
  passkeysHere,
  readPasskeys,
  removePasskey,
  renamePasskey,
} from './passkey.ts';

const ORIGIN = 'https://portale.esempio';
const standAt = (address: string) => {
  const { hostname, origin } = new URL(address);
  vi.stubGlobal('location', { hostname, origin });
};
const bytes = (text: string) => new TextEncoder().encode(text).buffer;
/** The text's bytes in base64url, as they go over the wire. */
const coded = (text: string) => btoa(text).replaceAll('=', '');
const credential = (response: object) => ({
  id: 'chiave',
  rawId: bytes('chiave'),
  type: 'public-key',
  response,
  getClientExtensionResults: () => ({}),
});

let bearer: (string | null)[];
/** Fakes a portal; also keeps whose token each call has. */
function portal(answer: (call: Call) => Answer): Call[] {
  const calls = fakePortal(answer);
  const given = fetch;
  bearer = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted();
    bearer.push(new Headers(init.headers).get('Authorization'));
    return given(input, init);
  });
  return calls;
}
const of = (calls: readonly Call[]) => calls.map(({ method, path, body }) => [method, path, body]);
const device = { get: vi.fn(), create: vi.fn() };
/** Returns the challenge for which the device was asked. */
const challengeOf = (asked: typeof device.get) => {
  const [{ publicKey }] = asked.mock.lastCall as [{ publicKey: { challenge: ArrayBuffer } }];
  return new TextDecoder().decode(publicKey.challenge);
};

beforeEach(() => {
  signIn();
  standAt(`${ORIGIN}/home`);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: device });
  device.get
    .mockReset()
    .mockResolvedValue(
      credential({ authenticatorData: bytes('dati'), clientDataJSON: bytes('pagina'), signature: bytes('firma'), userHandle: null }),
    );
  device.create.mockReset().mockResolvedValue(credential({ attestationObject: bytes('prova'), clientDataJSON: bytes('pagina') }));
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'credentials');
  leaveNothing();
});

describe('la pagina', () => {
  it('dà le passkey all’indirizzo del portale soltanto', () => {
    expect([passkeysHere(ORIGIN), passkeysHere('https://altro.esempio'), passkeysHere(null)]).toEqual([true, false, false]);
  });

  it.each([
    ['https://10.0.0.7', false],
    ['https://[::1]', false],
    ['https://7.portale.esempio', true],
    ['http://localhost:8080', true],
  ])('%s: %s', (origin, gives) => {
    standAt(origin);
    expect(passkeysHere(origin)).toBe(gives);
  });

  it.each([
    ['non sicura', () => vi.stubGlobal('isSecureContext', false)],
    ['di un browser che non le ha', () => Reflect.deleteProperty(globalThis, 'PublicKeyCredential')],
    ['a un indirizzo di rete', () => standAt('https://10.0.0.7')],
  ])('%s non ne dà, e non chiede al portale', async (_, make) => {
    const calls = portal(() => ({ body: { data: [{ indirizzo: 'https://10.0.0.7', passkey: [{ id: 'a' }] }] } }));
    make();
    expect([passkeysHere(location.origin), await canSignInByPasskey(), await hasPasskeyHere()]).toEqual([false, false, false]);
    expect(calls).toEqual([]);
  });

  it.each<[string, Answer, boolean]>([
    ['che sta qui', { body: { data: [{ indirizzo: ORIGIN }] } }, true],
    ['che sta altrove', { body: { data: [{ indirizzo: 'https://altro.esempio' }] } }, false],
    ['che non ne ha', { body: { data: [{ indirizzo: null }] } }, false],
    ['che non risponde', { status: 500, body: {} }, false],
  ])('con un portale %s fa entrare o no', async (_, answer, can) => {
    const calls = portal(() => answer);
    expect(await canSignInByPasskey()).toBe(can);
    expect([of(calls), bearer]).toEqual([[['GET', '/api/passkey/accesso', null]], [null]]);
  });

  it.each<[string, Answer, boolean]>([
    ['ne ha una', { body: { data: [{ indirizzo: ORIGIN, passkey: [{ id: 'a' }] }] } }, true],
    ['non ne ha', { body: { data: [{ indirizzo: ORIGIN, passkey: [] }] } }, false],
    ['ne ha di un altro indirizzo', { body: { data: [{ indirizzo: 'https://altro.esempio', passkey: [{ id: 'a' }] }] } }, false],
    ['non lo sa', { status: 500, body: {} }, false],
  ])('a chi %s chiede o no la passkey', async (_, answer, has) => {
    portal(() => answer);
    expect([await hasPasskeyHere(), bearer]).toEqual([has, ['Bearer gettone']]);
  });
});

describe('le passkey', () => {
  const STATE = { indirizzo: ORIGIN, passkey: [] };

  it('si leggono le proprie o quelle di un altro, finché qualcuno le guarda', async () => {
    const calls = portal(() => ({ body: { data: [STATE] } }));
    expect(await readPasskeys()).toEqual(STATE);
    await readPasskeys('bruno');
    expect(calls.map(({ path, query }) => [path, query.get('utente')])).toEqual([
      ['/api/passkey', null],
      ['/api/passkey', 'bruno'],
    ]);
    await expect(readPasskeys('bruno', AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
  });

  it('una nuova si chiede al dispositivo con ciò che dà il portale, e si tiene col suo nome', async () => {
    const options = { challenge: coded('sfida'), user: { id: coded('anna'), name: 'anna' }, rp: { name: 'Portale' } };
    const calls = portal(() => ({ body: { message: { opzioni: options } } }));
    const given = await beginPasskey();
    expect(given).toEqual(options);
    await addPasskey(given, 'Telefono');
    expect(challengeOf(device.create)).toBe('sfida');
    expect(calls).toMatchObject([
      { method: 'POST', path: '/api/passkey', body: { passo: 'avvia' } },
      {
        method: 'POST',
        path: '/api/passkey',
        body: { passo: 'conferma', nome: 'Telefono', risposta: { id: 'chiave', response: { attestationObject: coded('prova') } } },
      },
    ]);
  });

  it('una che il dispositivo non fa non si tiene', async () => {
    const calls = portal(() => ({ body: {} }));
    device.create.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await expect(addPasskey({ challenge: coded('sfida'), user: { id: coded('anna') } }, 'Telefono')).rejects.toSatisfy(isGivenUp);
    expect(calls).toEqual([]);
  });

  it('si rinominano e si tolgono', async () => {
    const calls = portal(() => ({ body: {} }));
    await renamePasskey('a', 'Telefono');
    await removePasskey({ id: 'a' });
    await removePasskey({ utente: 'bruno' });
    expect(of(calls)).toEqual([
      ['PUT', '/api/passkey', { id: 'a', nome: 'Telefono' }],
      ['DELETE', '/api/passkey', { id: 'a' }],
      ['DELETE', '/api/passkey', { utente: 'bruno' }],
    ]);
  });
});

describe('con la passkey', () => {
  const ANSWER = { id: 'chiave', rawId: coded('chiave'), response: { authenticatorData: coded('dati'), signature: coded('firma') } };

  it('si entra: la risposta del dispositivo torna al portale col suo tentativo, senza il gettone di chi c’era', async () => {
    const entered = { utente: { token: 'T2' } };
    const calls = portal(({ body }) =>
      (body as { passo: string }).passo === 'avvia'
        ? { body: { message: { opzioni: { challenge: coded('sfida') }, tentativo: 'uno' } } }
        : { body: entered },
    );
    expect(await askPasskeySession({ ricordami: true, browser: ['B1'], utente: 'bruno' })).toEqual(entered);
    expect(challengeOf(device.get)).toBe('sfida');
    expect(calls).toMatchObject([
      { method: 'POST', path: '/api/passkey/accesso', body: { passo: 'avvia' } },
      {
        method: 'POST',
        path: '/api/passkey/accesso',
        body: { passo: 'conferma', tentativo: 'uno', ricordami: true, browser: ['B1'], utente: 'bruno', risposta: ANSWER },
      },
    ]);
    expect(bearer).toEqual([null, null]);
  });

  it('si conferma chi è già entrato: la risposta è di chi la manda', async () => {
    const calls = portal(() => ({ body: { message: { opzioni: { challenge: coded('altra') } } } }));
    expect(await askPasskeyConfirmation()).toMatchObject(ANSWER);
    expect([challengeOf(device.get), of(calls), bearer]).toEqual(['altra', [['POST', '/api/passkey/conferma', {}]], ['Bearer gettone']]);
  });

  it('chi rinuncia non entra', async () => {
    const calls = portal(() => ({ body: { message: { opzioni: { challenge: coded('sfida') }, tentativo: 'uno' } } }));
    device.get.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await expect(askPasskeySession({ ricordami: false, browser: [] })).rejects.toSatisfy(isGivenUp);
    expect(calls).toHaveLength(1);
  });
});

it.each([
  [Object.assign(new Error('x'), { name: 'NotAllowedError' }), true],
  [Object.assign(new Error('x'), { name: 'AbortError' }), true],
  [new Error('x'), false],
  [{ name: 'AbortError' }, false],
])('rinunciato: %o %s', (error, givenUp) => {
  expect(isGivenUp(error)).toBe(givenUp);
});
