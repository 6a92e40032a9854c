import { EVERYTHING } from '#contracts/core/permissions.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enter, md5 } from '../../../test/access.ts';
import { calendarSince, newCalendar } from '#services/platform/identity/calendars.ts';
import { startUtentiTest, type UtentiTest } from './testing.ts';

let test: UtentiTest;
const EMPTY = 'd41d8cd98f00b204e9800998ecf8427e';

beforeAll(async () => {
  test = await startUtentiTest();
});
afterAll(() => test.portal.stop());

const stored = async (memberID: string) =>
  (await sql<{ hash: string }>`select hash from public.credenziali where member_id = ${memberID}`.execute(test.portal.deps.writeDb)).rows[0]
    ?.hash;
const changes = async (memberID: string) => (await test.eventi(memberID)).filter((type) => type === 'PasswordCambiata.v1').length;
const keyed = (key: string) => ({ 'idempotency-key': key });

describe('la propria password', () => {
  it('si cambia solo sapendo quella attuale, e niente cambia senza', async () => {
    const { memberID, token, password } = await test.fresh(3);
    for (const [present, messaggio] of [
      [undefined, 'Scrivi la tua password attuale'],
      ['', 'Scrivi la tua password attuale'],
      [md5('sbagliata'), 'La password attuale non è corretta'],
      [5, 'La password attuale non è corretta'],
    ]) {
      const { status, body } = await test.change({ memberID, custom1: 'Altro', passMD5: md5('nuova'), passMD5Attuale: present }, token);
      expect([status, body.errors]).toEqual([400, [{ campo: 'passMD5Attuale', messaggio }]]);
    }
    expect(await test.eventi(memberID)).toEqual(['UtenteRegistrato.v1']);
    expect((await test.change({ memberID, passMD5: md5('nuova'), passMD5Attuale: md5(password).toUpperCase() }, token)).status).toBe(200);
    expect([await test.session(token), await test.login(memberID, 'nuova')]).toEqual([401, 200]);
  });

  it('vale anche per un amministratore, per sé', async () => {
    expect((await test.change({ memberID: 'admin', passMD5: md5('altra') })).status).toBe(400);
    expect(await test.login('admin', 'admin-demo')).toBe(200);
  });

  it('non si indovina da una sessione lasciata aperta', async () => {
    const { memberID, token, password } = await test.fresh(3);
    const guess = async (present: string) =>
      (await test.change({ memberID, passMD5: md5('presa'), passMD5Attuale: present }, token)).status;
    const states: number[] = [];
    for (let i = 0; i < 6; i += 1) states.push(await guess(md5(`prova${i}`)));
    expect(states).toEqual([400, 400, 400, 400, 400, 429]);
    expect(await guess(md5(password))).toBe(429);
  });
});

describe('la password messa da altri', () => {
  it('toglie anche l’indirizzo del calendario, la propria come quella di un altro', async () => {
    const { memberID, token, password } = await test.fresh(3);
    const { writeDb } = test.portal.deps;
    const since = () => calendarSince(writeDb, memberID, new Date());
    await newCalendar(writeDb, memberID, new Date());
    expect(await since()).not.toBeNull();
    expect((await test.change({ memberID, passMD5: md5('una-mia-ben-lunga'), passMD5Attuale: md5(password) }, token)).status).toBe(200);
    expect(await since()).toBeNull();
    await newCalendar(writeDb, memberID, new Date());
    expect((await test.change({ memberID, passMD5: md5('una-altrui-ben-lunga') })).status).toBe(200);
    expect(await since()).toBeNull();
  });
});

describe('la password vuota', () => {
  it('è rifiutata in ogni chiamata, con una frase', async () => {
    const { memberID, token, password } = await test.fresh(3);
    for (const digest of [EMPTY, EMPTY.toUpperCase()]) {
      for (const { status, body } of [
        await test.create({ memberID: 'vuoto', passMD5: digest, groupID: 3 }),
        await test.change({ memberID, passMD5: digest }),
        await test.change({ memberID, passMD5: digest, passMD5Attuale: md5(password) }, token),
      ])
        expect([status, body.errors]).toEqual([400, [{ campo: 'passMD5', messaggio: 'La password non può essere vuota' }]]);
    }
    expect(await test.login(memberID, password)).toBe(200);
  });

  it('non apre nemmeno a chi la aveva da prima', async () => {
    const { memberID } = await test.fresh(3);
    const { hashPassword } = await import('#services/platform/identity/password.ts');
    await sql`update public.credenziali set hash = ${await hashPassword(EMPTY)} where member_id = ${memberID}`.execute(
      test.portal.deps.writeDb,
    );
    expect(await test.login(memberID, '')).toBe(401);
  });
});

describe('come è conservata', () => {
  it('un hash scrypt di prima è sostituito da argon2id al primo accesso, e le sessioni restano', async () => {
    const { memberID, password, token } = await test.fresh(3);
    // the new user has already signed in once
    expect(await stored(memberID)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await test.session(token)).toBe(200);
    const after = await stored(memberID);
    expect(await test.login(memberID, password)).toBe(200);
    expect(await stored(memberID)).toBe(after);
  });

  it('molti primi accessi insieme entrano tutti', async () => {
    const { lightHash } = await import('../../../test/access.ts');
    const { memberID } = await test.fresh(3);
    await sql`update public.credenziali set hash = ${lightHash('antica')} where member_id = ${memberID}`.execute(test.portal.deps.writeDb);
    const states = await Promise.all(Array.from({ length: 6 }, () => test.login(memberID, 'antica')));
    expect(states).toEqual([200, 200, 200, 200, 200, 200]);
  });
});

describe('ogni cambio è un fatto suo, una volta', () => {
  it('una seconda password con la stessa chiave è 422, e resta la prima', async () => {
    const { memberID } = await test.fresh(3);
    expect((await test.change({ memberID, passMD5: md5('la-prima') }, test.admin, keyed('cambio-1'))).status).toBe(200);
    const { status, body } = await test.change({ memberID, passMD5: md5('seconda') }, test.admin, keyed('cambio-1'));
    expect([status, body.type]).toEqual([422, '/problemi/chiave-riusata']);
    expect([await test.login(memberID, 'la-prima'), await test.login(memberID, 'seconda')]).toEqual([200, 401]);
    expect(await changes(memberID)).toBe(1);
  });

  it('la stessa richiesta ripetuta risponde uguale e non riporta indietro quella cambiata dopo', async () => {
    const { memberID } = await test.fresh(3);
    const first = await test.change({ memberID, passMD5: md5('la-prima') }, test.admin, keyed('cambio-2'));
    expect((await test.change({ memberID, passMD5: md5('dopo') }, test.admin, keyed('cambio-3'))).status).toBe(200);
    const token = await enter(test.portal, memberID, 'dopo');
    const again = await test.change({ memberID, passMD5: md5('la-prima') }, test.admin, keyed('cambio-2'));
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect([await test.login(memberID, 'dopo'), await test.session(token), await changes(memberID)]).toEqual([200, 200, 2]);
  });

  it('interrotta tra il fatto e le credenziali non vale come fatta: ripetuta, la password cambia davvero', async () => {
    const { memberID, password, token } = await test.fresh(3);
    const { store } = test.portal.deps;
    const append = store.append.bind(store);
    // the process is killed right after the event is recorded
    store.append = async (...args) => {
      await append(...args);
      throw new Error('killed');
    };
    const send = () => test.change({ memberID, passMD5: md5('nuova') }, test.admin, keyed('interrotta-1'));
    const { status: first } = await send();
    store.append = append;
    expect([first, await changes(memberID), await test.login(memberID, password), await test.login(memberID, 'nuova')]).toEqual([
      500, 1, 200, 401,
    ]);
    expect((await send()).status).toBe(200);
    expect([
      await changes(memberID),
      await test.login(memberID, password),
      await test.login(memberID, 'nuova'),
      await test.session(token),
    ]).toEqual([1, 401, 200, 401]);
  });

  it('ripetuta quando non si ha più potere su quell’utente non gli cambia la password', async () => {
    const power = await test.portal.person({
      memberID: 'potente',
      groupID: 47,
      permessi: { admin_page: EVERYTHING },
    });
    // a group without any right that `potente` lacks
    const { groupID } = await test.portal.person({ permessi: {} });
    const { memberID, password } = await test.fresh(groupID);
    // the user already has this password, so the first request records no change of the password
    const send = () => test.change({ memberID, email: 'x@example.it', passMD5: md5(password) }, power.token, keyed('potere-1'));
    expect((await send()).status).toBe(200);
    expect((await test.change({ memberID, groupID: 2, passMD5: md5('la-sua') })).status).toBe(200);
    // deletes the idempotency keys, as their expiry would
    await sql`delete from public.chiavi`.execute(test.portal.deps.writeDb);
    expect((await send()).status).toBe(403);
    expect([await test.login(memberID, 'la-sua'), await test.login(memberID, password)]).toEqual([200, 401]);
  });

  it('una creazione ripetuta non ridà la password a chi è stato eliminato', async () => {
    const user = { memberID: 'ritorno', passMD5: md5('la-prima'), groupID: 3 };
    const send = () => test.portal.call('POST', '/api/users', { token: test.admin, body: { user }, headers: keyed('ritorno-1') });
    expect((await send()).status).toBe(201);
    expect((await test.delete('ritorno')).status).toBe(200);
    expect((await send()).status).toBe(201);
    expect(await stored('ritorno')).toBeUndefined();
    expect((await test.restore('ritorno', 1)).status).toBe(200);
    expect(await test.login('ritorno', 'la-prima')).toBe(401);
  });

  it('la chiave con un altro indirizzo o metodo è 422; una richiesta rifiutata la lascia libera', async () => {
    const { memberID } = await test.fresh(3);
    const send = (custom1: string, method: 'PUT' | 'DELETE' = 'PUT') =>
      test.portal.call(method, '/api/users', { token: test.admin, body: { user: { memberID, custom1 } }, headers: keyed('altra-1') });
    expect((await send('x'.repeat(300))).status).toBe(400);
    expect((await send('Giusto')).status).toBe(200);
    expect([(await send('Altro')).status, (await send('Giusto', 'DELETE')).status, (await send('Giusto')).status]).toEqual([422, 422, 200]);
    expect((await test.read(memberID)).body.data[0].custom1).toBe('Giusto');
  });
});

describe('una password di prima delle regole di oggi', () => {
  it.each([
    ['password123', 'comune'],
    ['NOME2024', 'nome'],
    ['frase che nessuno prova', null],
  ])('%s entra, e il portale dice che è debole: %s', async (text, weak) => {
    const { memberID } = await test.fresh(3);
    const password = text.replace('NOME', memberID);
    const { lightHash } = await import('../../../test/access.ts');
    await sql`update public.credenziali set hash = ${lightHash(password)} where member_id = ${memberID}`.execute(test.portal.deps.writeDb);
    const { status, body } = await test.portal.call('POST', '/api/login', { body: { username: memberID, password: md5(password) } });
    expect([status, body.utente.passwordDebole]).toEqual([200, weak]);
  });

  it('quelle della dimostrazione, che tutti sanno, non si giudicano', async () => {
    const { body } = await test.portal.call('POST', '/api/login', { body: { username: 'capo', password: md5('capo-demo') } });
    expect('passwordDebole' in body.utente).toBe(false);
  });
});
