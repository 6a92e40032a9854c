import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { romeDate } from '#contracts/core/dates.ts';
import { withCredentials, enter, md5 } from '../../../test/access.ts';
import { testSender } from '../../../test/portal.ts';
import { changePassword } from './change-password.ts';
import { startUtentiTest, type UtentiTest } from './testing.ts';

let test: UtentiTest;
const log: string[] = [];

beforeAll(async () => {
  test = await startUtentiTest((row) => log.push(row));
});
afterAll(() => test.portal.stop());

describe('creare un utente', () => {
  it('crea il record e le credenziali: può entrare', async () => {
    const {
      status: state,
      body,
      headers,
    } = await test.create({ memberID: 'anna', passMD5: md5('segreta'), groupID: 12, custom1: 'Anna Rossi', email: 'anna@example.it' });
    expect(state).toBe(201);
    expect(body).toEqual({ message: { insertId: 'anna', versione: 1 } });
    expect(headers.get('location')).toBe('/api/users?user=anna');
    expect((await test.read('anna')).body.data).toEqual([
      expect.objectContaining({
        memberID: 'anna',
        groupID: 12,
        custom1: 'Anna Rossi',
        email: 'anna@example.it',
        signupDate: romeDate(new Date()),
        utente: 'admin',
        versione: 1,
      }),
    ]);
    for (const name of ['user', 'chiave', 'memberID']) {
      const read = await test.portal.call('GET', `/api/users?${name}=anna`, { token: test.admin });
      expect([read.body.data.length, read.body.data[0].memberID, read.headers.get('etag')]).toEqual([1, 'anna', '"1"']);
    }
    expect(await test.login('anna', 'segreta')).toBe(200);
  });

  it('vuole la password come digest, un gruppo che esista e un nome ammesso', async () => {
    const good = { memberID: 'bruno', passMD5: md5('parola-x'), groupID: 12 };
    for (const [field, user] of [
      ['passMD5', { ...good, passMD5: undefined }],
      ['passMD5', { ...good, passMD5: '' }],
      ['passMD5', { ...good, passMD5: 'in-chiaro' }],
      ['passMD5', { ...good, passMD5: 12 }],
      ['passMD5', { ...good, passMD5: `${md5('parola-x')}0` }],
      ['groupID', { ...good, groupID: 77 }],
      ['groupID', { ...good, groupID: null }],
      ['groupID', { ...good, groupID: undefined }],
      ['groupID', { ...good, groupID: 1.5 }],
      ['memberID', { ...good, memberID: '' }],
      ['memberID', { ...good, memberID: 'sistema' }],
      ['memberID', { ...good, memberID: '0' }],
      ['memberID', { ...good, memberID: 'a/b' }],
      ['memberID', { ...good, memberID: 'b'.repeat(51) }],
    ] as const) {
      const { status: state, body } = await test.create(user);
      expect(state, JSON.stringify(user)).toBe(400);
      expect(body.errors[0].campo, JSON.stringify(user)).toBe(field);
    }
    expect(await test.eventi('bruno')).toEqual([]);
  });

  it('di chi non c’è non si cambia la password, e non resta niente', async () => {
    const { deps } = test.portal;
    await expect(changePassword(deps, 'nessuno', md5('parola-x'), testSender())).rejects.toMatchObject({ code: 'SCONOSCIUTO' });
    expect(await test.eventi('nessuno')).toEqual([]);
    expect(await withCredentials(test.portal)).not.toContain('nessuno');
  });

  it('un nome già preso è 409 e non tocca la password di chi lo ha', async () => {
    const { memberID, password } = await test.fresh(12);
    expect((await test.create({ memberID, passMD5: md5('rubata'), groupID: 12 })).status).toBe(409);
    expect(await test.login(memberID, password)).toBe(200);
    expect(await test.login(memberID, 'rubata')).toBe(401);
  });

  it('la stessa richiesta ripetuta è la stessa creazione, e non riporta indietro una password cambiata', async () => {
    const request = {
      token: test.admin,
      body: { user: { memberID: 'carla', passMD5: md5('la-prima'), groupID: 3 } },
      headers: { 'idempotency-key': 'carla-1' },
    };
    const one = await test.portal.call('POST', '/api/users', request);
    await test.change({ memberID: 'carla', passMD5: md5('dopo') });
    const two = await test.portal.call('POST', '/api/users', request);
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body).toEqual(one.body);
    expect([await test.login('carla', 'la-prima'), await test.login('carla', 'dopo')]).toEqual([401, 200]);
  });
});

describe('chi legge gli utenti', () => {
  it('user=0 li elenca a chi amministra, a pagine se si chiede', async () => {
    const { body } = await test.read('0');
    expect(body.data.map((u: { memberID: string }) => u.memberID)).toEqual(
      expect.arrayContaining(['admin', 'capo', 'direzione', 'operaio']),
    );
    const page = await test.portal.call('GET', '/api/users?user=0&pagina=1&righe=2&ordina=-memberID', { token: test.admin });
    expect(page.body.data).toHaveLength(2);
    expect(page.body.totale).toBe(body.data.length);
    expect((await test.portal.call('GET', '/api/users', { token: test.admin })).body.data).toHaveLength(body.data.length);
  });

  it('chi non amministra legge solo il proprio profilo', async () => {
    const { memberID, token } = await test.fresh(9);
    const { status: state, body } = await test.read(memberID, token);
    expect(state).toBe(200);
    expect(body.data).toHaveLength(1);
    expect(body.data[0].memberID).toBe(memberID);
    for (const name of ['user', 'chiave', 'memberID'])
      expect((await test.portal.call('GET', `/api/users?${name}=${memberID}`, { token })).body.data).toHaveLength(1);
    for (const other of ['0', 'admin', 'nessuno', '']) expect((await test.read(other, token)).status, other).toBeGreaterThanOrEqual(400);
    expect((await test.read('admin', token)).status).toBe(403);
    expect((await test.portal.call('GET', '/api/users', { token })).status).toBe(403);
    expect((await test.portal.call('GET', '/api/users?chiave=admin', { token })).status).toBe(403);
    expect((await test.portal.call('GET', `/api/users?user=${memberID}&user=admin`, { token })).status).toBeGreaterThanOrEqual(400);
  });

  it('uno sconosciuto è 404 per chi amministra', async () => {
    expect((await test.read('nessuno')).status).toBe(404);
    expect((await test.change({ memberID: 'nessuno', custom1: 'x' })).status).toBe(404);
    expect((await test.change({ memberID: 'nessuno', passMD5: md5('parola-x') })).status).toBe(404);
    expect((await test.delete('nessuno')).status).toBe(404);
  });
});

describe('il proprio profilo', () => {
  const row = { email: 'io@example.it', custom1: 'Nome Cognome', custom2: 'Via Po 1', custom3: 'Modena', custom4: 'Italia' };

  it('ognuno cambia i suoi cinque campi, e gli altri restano come sono', async () => {
    const { memberID, token } = await test.fresh(3);
    const mine = (await test.read(memberID, token)).body.data[0];
    const { status: state, body } = await test.change(
      { ...mine, ...row, comments: 'nuove', signupDate: '1999-01-01', utente: 'admin' },
      token,
    );
    expect(state).toBe(200);
    expect(body).toEqual({ message: { affectedRows: 1, versione: 2 } });
    expect((await test.read(memberID, token)).body.data[0]).toMatchObject({
      ...row,
      groupID: 3,
      comments: null,
      signupDate: romeDate(new Date()),
      utente: 'admin',
    });
    expect((await test.change({ memberID, ...row }, token)).body).toEqual({ message: { affectedRows: 0, versione: 2 } });
  });

  it('non cambia il proprio gruppo', async () => {
    const { memberID, token } = await test.fresh(9);
    expect((await test.change({ memberID, groupID: 2 }, token)).status).toBe(403);
    expect((await test.change({ memberID, ...row, groupID: 12 }, token)).status).toBe(403);
    expect((await test.read(memberID)).body.data[0]).toMatchObject({ groupID: 9, email: null });
  });

  it('non tocca gli altri', async () => {
    const { memberID } = await test.fresh(3);
    const { token } = await test.fresh(9);
    expect((await test.change({ memberID, ...row }, token)).status).toBe(403);
    expect((await test.change({ memberID, passMD5: md5('parola-x') }, token)).status).toBe(403);
    expect((await test.create({ memberID: 'abusivo', passMD5: md5('parola-x'), groupID: 2 }, token)).status).toBe(403);
    expect((await test.delete(memberID, token)).status).toBe(403);
    expect(await test.eventi(memberID)).toEqual(['UtenteRegistrato.v1']);
  });

  it('con una versione superata risponde 409 e non perde niente', async () => {
    const { memberID, token, password } = await test.fresh(3);
    await test.change({ memberID, custom3: 'Reggio' });
    const { status: state, body } = await test.change(
      { memberID, custom3: 'Parma', passMD5: md5('nuova'), passMD5Attuale: md5(password) },
      token,
      { 'if-match': '"1"' },
    );
    expect(state).toBe(409);
    expect(body).toMatchObject({ attuale: { custom3: 'Reggio' }, versione: 2, utente: 'admin' });
    expect(await test.login(memberID, password)).toBe(200);
  });
});

describe('la password', () => {
  it('cambiata da un amministratore vale subito e chiude tutte le sessioni', async () => {
    const { memberID, password, token } = await test.fresh(12);
    const other = await enter(test.portal, memberID, password, true);
    const { status: state, body } = await test.change({ memberID, passMD5: md5('nuova') });
    expect(state).toBe(200);
    expect(body).toEqual({ message: { affectedRows: 1, versione: 1 } });
    expect([await test.session(token), await test.session(other)]).toEqual([401, 401]);
    expect([await test.login(memberID, password), await test.login(memberID, 'nuova')]).toEqual([401, 200]);
    const [, fact] = await test.portal.deps.store.read(`users-${memberID}`);
    expect(fact).toMatchObject({ type: 'PasswordCambiata.v1', data: { memberID }, metadata: { utente: 'admin' } });
    expect(Object.keys(fact?.data ?? {})).toEqual(['memberID']);
  });

  it('ognuno cambia la propria, anche insieme al profilo', async () => {
    const { memberID, token, password } = await test.fresh(3);
    expect(
      (await test.change({ memberID, custom1: 'Nuovo Nome', passMD5: md5('la-mia'), passMD5Attuale: md5(password) }, token)).body.message,
    ).toEqual({ affectedRows: 1, versione: 2 });
    expect(await test.eventi(memberID)).toEqual(['UtenteRegistrato.v1', 'UtenteModificato.v1', 'PasswordCambiata.v1']);
    expect(await test.session(token)).toBe(401);
    expect(await test.login(memberID, 'la-mia')).toBe(200);
  });

  it('vuota, o uguale a prima, resta e le sessioni anche', async () => {
    const { memberID, password, token } = await test.fresh(3);
    for (const passMD5 of ['', null, undefined, md5(password)]) {
      expect((await test.change({ memberID, passMD5 })).body.message).toEqual({ affectedRows: 0, versione: 1 });
    }
    expect(await test.session(token)).toBe(200);
    expect(await test.eventi(memberID)).toEqual(['UtenteRegistrato.v1']);
    expect((await test.change({ memberID, passMD5: 'in-chiaro' })).status).toBe(400);
  });

  it('se il fatto non si può registrare, la password resta quella di prima', async () => {
    const { memberID, password, token } = await test.fresh(3);
    const { append } = test.portal.deps.store;
    test.portal.deps.store.append = () => Promise.reject(new Error('disk full'));
    const { status: state } = await test.change({ memberID, passMD5: md5('nuova') });
    test.portal.deps.store.append = append;
    expect(state).toBe(500);
    expect([await test.login(memberID, password), await test.login(memberID, 'nuova'), await test.session(token)]).toEqual([200, 401, 200]);
  });

  it('un login in corso durante il cambio non lascia una sessione aperta', async () => {
    const { memberID, password } = await test.fresh(3);
    const attempts = Array.from({ length: 6 }, () =>
      test.portal.call('POST', '/api/login', { body: { username: memberID, password: md5(password) } }),
    );
    const cambio = test.change({ memberID, passMD5: md5('nuova') });
    const outcomes = await Promise.all(attempts);
    expect((await cambio).status).toBe(200);
    for (const { status: state, body } of outcomes) {
      expect([200, 401]).toContain(state);
      if (state === 200) expect(await test.session(body.utente.token)).toBe(401);
    }
  });
});

describe('il gruppo e la vita di un utente', () => {
  it('cambiare gruppo chiude le sessioni e vale dal login dopo', async () => {
    const { memberID, password, token } = await test.fresh(3);
    expect((await test.change({ memberID, groupID: 9 })).status).toBe(200);
    expect(await test.session(token)).toBe(401);
    const after = await enter(test.portal, memberID, password);
    expect((await test.portal.call('GET', '/api/sessione', { token: after })).body.data[0]).toMatchObject({
      groupID: 9,
      gruppo: 'Direzione',
    });
    expect((await test.change({ memberID, groupID: 77 })).status).toBe(400);
  });

  it('cambiare il resto lascia aperte le sessioni', async () => {
    const { memberID, token } = await test.fresh(3);
    await test.change({ memberID, custom1: 'Altro', groupID: 3 });
    expect(await test.session(token)).toBe(200);
  });

  it('eliminato, non entra più e le sue sessioni finiscono', async () => {
    const { memberID, password, token } = await test.fresh(3);
    expect((await test.delete(memberID)).body).toEqual({ message: { affectedRows: 1, versione: 2 } });
    expect(await test.session(token)).toBe(401);
    expect(await test.login(memberID, password)).toBe(401);
    expect((await test.read(memberID)).status).toBe(404);
    expect((await test.delete(memberID)).status).toBe(404);
    expect((await test.create({ memberID, passMD5: md5('parola-x'), groupID: 3 })).status).toBe(409);
  });

  it('ripristinato dallo storico torna senza password: la dà un amministratore', async () => {
    const { memberID, password } = await test.fresh(3);
    await test.delete(memberID);
    expect((await test.restore(memberID, 1)).status).toBe(200);
    expect(await test.login(memberID, password)).toBe(401);
    expect((await test.change({ memberID, passMD5: md5('nuova') })).status).toBe(200);
    expect(await test.login(memberID, 'nuova')).toBe(200);
  });

  it('in un gruppo che non esiste più non si ripristina', async () => {
    const gruppo = (await test.portal.call('POST', '/api/groups', { token: test.admin, body: { group: { name: 'Breve' } } })).body.message
      .insertId;
    const { memberID } = await test.fresh(gruppo);
    await test.change({ memberID, groupID: 3 });
    expect((await test.portal.call('DELETE', '/api/groups', { token: test.admin, body: { groupID: gruppo } })).status).toBe(200);
    expect((await test.restore(memberID, 1)).status).toBe(400);
    expect((await test.read(memberID)).body.data[0].groupID).toBe(3);
  });

  it('ripristinare un gruppo di prima chiude le sessioni', async () => {
    const { memberID, password } = await test.fresh(3);
    await test.change({ memberID, groupID: 9 });
    const token = await enter(test.portal, memberID, password);
    expect((await test.restore(memberID, 1)).status).toBe(200);
    expect(await test.session(token)).toBe(401);
  });

  it('si elimina anche con la chiave nell’indirizzo', async () => {
    const { memberID } = await test.fresh(3);
    expect((await test.portal.call('DELETE', `/api/users?user=${memberID}`, { token: test.admin })).status).toBe(200);
    expect((await test.portal.call('DELETE', '/api/users', { token: test.admin })).status).toBe(400);
  });
});

describe('digest e hash', () => {
  it('non compaiono mai negli eventi, nei log, nelle letture né nelle risposte', async () => {
    const secrets = [md5('segreta'), md5('nuova'), md5('la-mia'), md5('admin-demo'), md5('rubata')];
    const { rows: hash } = await sql<{ hash: string }>`select hash from public.credenziali`.execute(test.portal.deps.writeDb);
    expect(hash.length).toBeGreaterThan(5);
    secrets.push(...hash.map((r) => r.hash), ...hash.map((r) => r.hash.split('$')[4] ?? '$'));
    const where: string[] = [log.join('\n'), JSON.stringify((await test.read('0')).body), JSON.stringify((await test.read('anna')).body)];
    for (const call of [
      '/api/storico?tabella=users&id=carla',
      '/api/storico/registro?tabella=users&righe=500',
      '/api/storico/stato?tabella=users&id=carla&versione=2',
    ]) {
      const { status: state, text } = await test.portal.call('GET', call, { token: test.admin });
      expect(state, call).toBe(200);
      where.push(text);
    }
    const { rows } = await sql<{ testo: string }>`select u::text as testo from users u`.execute(test.portal.deps.readDb);
    where.push(rows.map((r) => r.testo).join('\n'));
    const { store } = test.portal.deps;
    const head = (await store.head()) ?? '';
    for await (const batch of store.readAll(null, new AbortController().signal)) {
      where.push(JSON.stringify(batch));
      if ((batch.at(-1)?.position ?? '') >= head) break;
    }
    expect(where.at(-1)).toContain('PasswordCambiata.v1');
    expect(where.join('').length).toBeGreaterThan(5_000);
    expect(log.length).toBeGreaterThan(20);
    for (const text of where) {
      for (const secret of secrets) expect(text.includes(secret), `${secret} in ${text.slice(0, 60)}`).toBe(false);
      expect(text).not.toMatch(/pass_?md5|scrypt|argon2/i);
    }
  });
});
