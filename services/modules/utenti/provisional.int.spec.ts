import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredEvent } from '#contracts/core/events.ts';
import { mailPassword } from '#contracts/jobs/mail-password.ts';
import type { JobRequest } from '#contracts/ports/job-queue.ts';
import { chooseOwn, enter, md5 } from '../../../test/access.ts';
import { passwordReactor } from './password-notice.ts';
import { startUtentiTest, type UtentiTest } from './testing.ts';

let test: UtentiTest;

beforeAll(async () => {
  test = await startUtentiTest();
});
afterAll(() => test.portal.stop());

const GIVEN = 'data-a-voce-7';
let number = 0;
/** Creates a user as an administrator, so with a provisional password; returns the user name. */
async function made(fields: Record<string, unknown> = {}): Promise<string> {
  const memberID = `provvisorio${(number += 1)}`;
  expect((await test.create({ memberID, passMD5: md5(GIVEN), groupID: 2, ...fields })).status).toBe(201);
  return memberID;
}
const ends = (memberID: string, interval: string) =>
  sql`update public.credenziali set provvisoria = now() + ${interval}::interval where member_id = ${memberID}`.execute(
    test.portal.deps.writeDb,
  );

describe('una password data da un’altra persona', () => {
  it('apre solo la scelta della propria: ogni altra chiamata è 403, e nulla è scritto', async () => {
    const memberID = await made();
    const token = await enter(test.portal, memberID, GIVEN);
    const open: string[] = [];
    const calls = test.portal.modules.flatMap(({ routes }) => routes).filter(({ permission }) => permission !== 'public');
    expect(calls.length).toBeGreaterThan(100);
    for (const { method, path } of calls) {
      if (path === '/api/logout') continue;
      const { status, body } = await test.portal.call(method, path.replaceAll(/:\w+/g, '1'), {
        token,
        ...(method === 'GET' ? {} : { body: {} }),
      });
      if (status !== 403 || body.type !== '/problemi/password-provvisoria') open.push(`${method} ${path}`);
    }
    // `PUT /api/users` is open to set a new password, so its empty body gets a different error
    expect(open).toEqual(['GET /api/sessione', 'PUT /api/users']);
  });

  it('non cambia altro che la password, e di nessun altro', async () => {
    const [memberID, other] = [await made(), (await test.fresh(3)).memberID];
    const token = await enter(test.portal, memberID, GIVEN);
    const password = { passMD5: md5('la mia nuova'), passMD5Attuale: md5(GIVEN) };
    for (const user of [
      { memberID, email: 'x@example.it' },
      { memberID, ...password, email: 'x@example.it' },
      { memberID: other, passMD5: md5('di un altro') },
    ])
      expect((await test.change(user, token)).body.type).toBe('/problemi/password-provvisoria');
    expect(await test.eventi(memberID)).toEqual(['UtenteRegistrato.v1']);
    expect((await test.change({ memberID, ...password }, token)).status).toBe(200);
    expect(await test.session(await enter(test.portal, memberID, 'la mia nuova'))).toBe(200);
  });

  it('la sessione dice che cosa va fatto, e poi non lo dice più', async () => {
    const memberID = await made();
    const duty = async (token: string) => (await test.portal.call('GET', '/api/sessione', { token })).body.data[0].dovere as unknown;
    expect(await duty(await enter(test.portal, memberID, GIVEN))).toBe('PASSWORD_PROVVISORIA');
    const token = await chooseOwn(test.portal, memberID, GIVEN);
    expect([await duty(token), (await test.read(memberID, token)).status]).toEqual([null, 200]);
  });

  it('quella scelta non può essere la stessa', async () => {
    const memberID = await made();
    const token = await enter(test.portal, memberID, GIVEN);
    const { status, body } = await test.change({ memberID, passMD5: md5(GIVEN), passMD5Attuale: md5(GIVEN) }, token);
    expect([status, body.errors?.[0].messaggio]).toEqual([400, 'Scegline una diversa da quella provvisoria']);
  });

  it('finisce dopo 72 ore con le sue sessioni, lo dice, e un amministratore la rinnova', async () => {
    const memberID = await made();
    const { rows } = await sql<{ ore: number }>`select extract(epoch from provvisoria - now()) / 3600 as ore from public.credenziali
      where member_id = ${memberID}`.execute(test.portal.deps.writeDb);
    expect(Number(rows[0]?.ore)).toBeCloseTo(72, 1);
    await ends(memberID, '2 seconds');
    const token = await enter(test.portal, memberID, GIVEN);
    await expect.poll(() => test.session(token), { timeout: 5000 }).toBe(401);
    const { status, body } = await test.portal.call('POST', '/api/login', { body: { username: memberID, password: md5(GIVEN) } });
    expect([status, body.type]).toEqual([401, '/problemi/password-scaduta']);
    expect(await test.login(memberID, 'sbagliata')).toBe(401);
    expect((await test.change({ memberID, passMD5: md5(GIVEN) })).status).toBe(200);
    expect(await test.login(memberID, GIVEN)).toBe(200);
  });

  it('vale anche per quella cambiata a chi ne aveva una sua; la propria cambiata da sé resta propria', async () => {
    const { memberID, token, password } = await test.fresh(3);
    expect((await test.change({ memberID, passMD5: md5('mia per scelta'), passMD5Attuale: md5(password) }, token)).status).toBe(200);
    const own = await enter(test.portal, memberID, 'mia per scelta');
    expect((await test.portal.call('GET', '/api/processi', { token: own })).status).toBe(200);
    expect((await test.change({ memberID, passMD5: md5(GIVEN) })).status).toBe(200);
    const given = await enter(test.portal, memberID, GIVEN);
    expect((await test.portal.call('GET', '/api/processi', { token: given })).status).toBe(403);
  });
});

describe('le password che si indovinano', () => {
  it('sono rifiutate in ogni chiamata, e nulla cambia', async () => {
    const { memberID, token, password } = await test.fresh(3);
    for (const weak of ['a', 'password', 'Strato2026', `${memberID}1`]) {
      const answers = [
        await test.create({ memberID: 'debole', passMD5: md5(weak), groupID: 3 }),
        await test.change({ memberID, passMD5: md5(weak), custom1: 'Altro' }),
        await test.change({ memberID, passMD5: md5(weak), passMD5Attuale: md5(password) }, token),
      ];
      const refused = answers.slice(weak.startsWith(memberID) ? 1 : 0);
      for (const { status, body } of refused) expect([weak, status, body.errors?.[0].campo]).toEqual([weak, 400, 'passMD5']);
      if (weak.startsWith(memberID)) expect((await test.delete('debole')).status).toBe(200);
    }
    expect(await test.eventi(memberID)).toEqual(['UtenteRegistrato.v1']);
    expect(await test.login(memberID, password)).toBe(200);
  });

  it('anche col nome che la persona ha nello stesso salvataggio', async () => {
    const { status } = await test.create({ memberID: 'rossi.m', passMD5: md5('MarioRossi1985'), groupID: 3, custom1: 'Mario Rossi' });
    expect(status).toBe(400);
  });
});

describe('l’avviso al suo proprietario', () => {
  const asked: JobRequest[] = [];
  const react = async (events: readonly StoredEvent[]) => {
    asked.length = 0;
    const jobs = {
      ...test.portal.deps.jobs,
      enqueue: async (request: JobRequest) => (asked.push(request), { id: request.id ?? '', fresh: true }) as never,
    };
    for (const event of events) await passwordReactor({ ...test.portal.deps, jobs }).react(event);
    return asked.map(({ id, data }) => ({ id, mail: mailPassword.data.parse(data) }));
  };
  const eventsOf = (memberID: string) => test.portal.deps.store.read(`users-${memberID}`);

  it('parte quando la imposta un altro, una volta, e non dice la password', async () => {
    const memberID = await made({ email: 'lui@example.it' });
    await test.change({ memberID, passMD5: md5('di nuovo data a voce') });
    const events = (await eventsOf(memberID)).filter(({ type }) => ['UtenteRegistrato.v1', 'PasswordCambiata.v1'].includes(type));
    const [first, change] = await react(events);
    expect([first?.mail.to, first?.mail.subject]).toEqual([['lui@example.it'], 'Strato: il tuo accesso al portale']);
    expect(change?.mail.subject).toBe('Strato: la tua password è stata cambiata da admin');
    for (const { mail } of [first!, change!])
      for (const secret of [GIVEN, md5(GIVEN), 'di nuovo data a voce']) expect(JSON.stringify(mail)).not.toContain(secret);
    expect((await react([events.at(-1)!, events.at(-1)!])).map(({ id }) => id)).toEqual([change?.id, change?.id]);
  });

  it('non parte quando la cambia da sé, né senza un indirizzo', async () => {
    const memberID = await made({ email: 'lei@example.it' });
    await chooseOwn(test.portal, memberID, GIVEN);
    expect(await react((await eventsOf(memberID)).filter(({ type }) => type === 'PasswordCambiata.v1'))).toEqual([]);
    expect(await react(await eventsOf(await made()))).toEqual([]);
  });
});
