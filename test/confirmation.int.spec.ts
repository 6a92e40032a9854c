import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import { checkConfirmation, CONFIRMED_MS } from '#services/platform/http/permissions.ts';
import { lightHash, md5 } from './access.ts';
import type { Method } from './calls.ts';
import { startTestPortal, type Person, type TestPortal } from './portal.ts';
import { appCode } from './second-factor.ts';

const MINUTE = 60_000;
const ASKED = '/problemi/conferma-richiesta';

/** Bodies for which each call needs a confirmation, and those for which it needs none; a call without the latter always needs one. */
const CALLS: Readonly<Record<string, { needs: unknown[]; free?: unknown[] }>> = {
  'POST /api/users': { needs: [{ user: { memberID: 'nuovo', groupID: 3, passMD5: md5('una frase a voce') } }] },
  'PUT /api/users': {
    needs: [
      { user: { memberID: 'altro', passMD5: md5('una frase a voce') } },
      { user: { memberID: 'altro', groupID: 2 } },
      { user: { memberID: 'io', groupID: 3 } },
      // another spelling of one's own name is none of one's own
      { user: { memberID: 'IO', passMD5: md5('una frase a voce') } },
    ],
    free: [
      { user: { memberID: 'altro', custom1: 'Altro' } },
      { user: { memberID: 'altro', custom1: 'Altro', passMD5: '' } },
      { user: { memberID: 'io', groupID: 2, custom1: 'Io' } },
      { user: { memberID: 'io', passMD5: md5('una frase mia'), passMD5Attuale: md5('sbagliata') } },
    ],
  },
  'POST /api/groups': { needs: [{ group: { name: 'Nuovo' } }] },
  'PUT /api/groups': { needs: [{ group: { groupID: 3, name: 'Altro' } }] },
  'DELETE /api/groups': { needs: [{ groupID: 3 }] },
  'POST /api/groupsPermissions': { needs: [{ group: { groupID: 3, tableName: 'costi', allowView: 3 } }] },
  'PUT /api/groupsPermissions': { needs: [{ group: { permissionID: 1, allowView: 3 } }] },
  'DELETE /api/groupsPermissions': { needs: [{ permissionID: 1 }] },
  'POST /api/storico/ripristina': {
    needs: ['users', 'groups', 'groupsPermissions'].map((tabella) => ({ tabella, id: '1', versione: 1 })),
    free: [{ tabella: 'macchinari', id: 'X1', versione: 1 }],
  },
  'POST /api/storico/riporta': { needs: [{ tabella: 'users', ids: ['altro'] }], free: [{ tabella: 'macchinari', ids: ['X1'] }] },
  'POST /api/importa': {
    needs: [{ caricato: 'x' }, { caricato: 'x', registro: 'users' }],
    free: [{ caricato: 'x', registro: 'macchinari' }],
  },
  'POST /api/importazioni/annulla': { needs: [{ id: 'x' }] },
  'POST /api/esporta/tutto': { needs: [{ formato: 'csv' }] },
  'POST /api/personale/dimentica': { needs: [{}] },
  'POST /api/scadenze/oscura': { needs: [{}] },
  'POST /api/calendario': { needs: [undefined] },
  'POST /api/secondo-fattore': { needs: [{ passo: 'avvia' }], free: [{ passo: 'conferma', codice: '000000' }] },
  'POST /api/passkey': { needs: [{ passo: 'avvia' }], free: [{ passo: 'conferma' }] },
  'DELETE /api/passkey': { needs: [{ id: 'a' }, { utente: 'altro' }] },
  'DELETE /api/secondo-fattore': { needs: [undefined, { utente: 'altro' }] },
};

let portal: TestPortal;
let me: Person;
let now = new Date('2026-11-02T08:00:00Z');
const PASSWORD = 'sette sassi sul tavolo';
const later = (ms: number) => (now = new Date(now.getTime() + ms));

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now });
  const permessi = Object.fromEntries(AREE.map((area) => [area, EVERYTHING]));
  me = await portal.person({ memberID: 'io', groupID: 2, permessi });
  await portal.person({ memberID: 'altro', groupID: 3, permessi: {} });
  await setPassword(me);
});
afterAll(() => portal.stop());

const setPassword = ({ memberID }: Person) =>
  sql`update public.credenziali set hash = ${lightHash(PASSWORD)} where member_id = ${memberID}`.execute(portal.deps.writeDb);
const ask = async (call: string, body: unknown, as = me) => {
  const [method, path] = call.split(' ') as [Method, string];
  return (await portal.call(method, path, { as, ...(body === undefined ? {} : { body }) })).body?.type as string | undefined;
};
const confirm = (body: unknown, as = me) => portal.call('POST', '/api/conferma', { as, body });
const byPassword = { passMD5: md5(PASSWORD) };

describe('Le chiamate che chiedono conferma', () => {
  it('sono queste, e nessun’altra', () => {
    const marked = portal.modules.flatMap(({ routes }) => routes).filter(({ confirmed }) => confirmed !== undefined);
    expect(marked.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(Object.keys(CALLS).toSorted());
    const always = marked.filter(({ confirmed }) => confirmed === true).map(({ method, path }) => `${method} ${path}`);
    expect(always.toSorted()).toEqual(
      Object.entries(CALLS)
        .filter(([, { free }]) => free === undefined)
        .map(([call]) => call)
        .toSorted(),
    );
  });

  it.each(Object.entries(CALLS))('%s: dopo 15 minuti la chiede e non fa niente, confermata no', async (call, { needs, free = [] }) => {
    await confirm(byPassword);
    later(16 * MINUTE);
    const head = await portal.deps.store.head();
    for (const body of needs) expect([body, await ask(call, body)]).toEqual([body, ASKED]);
    expect(await portal.deps.store.head()).toBe(head);
    for (const body of free) expect([body, await ask(call, body)]).not.toEqual([body, ASKED]);
    expect((await confirm(byPassword)).status).toBe(200);
    const made = portal.modules.flatMap(({ routes }) => routes).find(({ method, path }) => `${method} ${path}` === call)!;
    // what the calls themselves do is their specs' matter: here only the gate
    for (const body of needs)
      expect(() => {
        const session = { confermata: now };
        checkConfirmation(made, { body } as never, { identity: { memberID: 'io', groupID: 2, permessi: {} }, session, now });
      }).not.toThrow();
  });

  it('vale fino a 15 minuti dall’accesso o dall’ultima conferma, la più recente', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 * MINUTE }), (age) => {
        const gate = () =>
          checkConfirmation({ confirmed: true }, {} as never, {
            identity: { memberID: 'io', groupID: 2, permessi: {} },
            session: { confermata: new Date(now.getTime() - age) },
            now,
          });
        if (age <= CONFIRMED_MS) expect(gate).not.toThrow();
        else expect(gate).toThrow('Serve di nuovo la tua password');
      }),
      { examples: [[CONFIRMED_MS], [CONFIRMED_MS + 1]] },
    );
  });

  it('non è un rifiuto nel registro degli accessi', async () => {
    later(16 * MINUTE);
    const refusals = async () =>
      Number(
        (await sql<{ n: string }>`select count(*) as n from public.accessi where tipo = 'rifiuto'`.execute(portal.deps.writeDb)).rows[0]!.n,
      );
    const before = await refusals();
    expect(await ask('POST /api/groups', { group: { name: 'Nuovo' } })).toBe(ASKED);
    expect(await refusals()).toBe(before);
  });
});

describe('POST /api/conferma', () => {
  it('con la password conferma quella sessione per 15 minuti, e il registro lo dice', async () => {
    later(16 * MINUTE);
    const { status, body } = await confirm({ passMD5: md5(PASSWORD).toUpperCase() });
    expect([status, body.message]).toEqual([200, { scade: new Date(now.getTime() + CONFIRMED_MS).toISOString() }]);
    expect(await ask('POST /api/groups', { group: { name: 'Confermato' } })).toBeUndefined();
    later(CONFIRMED_MS);
    expect(await ask('POST /api/groups', { group: { name: 'Ancora' } })).toBeUndefined();
    later(1);
    expect(await ask('POST /api/groups', { group: { name: 'Scaduto' } })).toBe(ASKED);
    const { rows } = await sql<{ utente: string }>`select utente from public.accessi where tipo = 'conferma'`.execute(portal.deps.writeDb);
    expect(rows.at(-1)).toEqual({ utente: 'io' });
  });

  it('con il codice dell’app, una volta', async () => {
    const who = await portal.person({ groupID: 2, permessi: {} });
    const { segreto } = (await portal.call('POST', '/api/secondo-fattore', { as: who, body: { passo: 'avvia' } })).body.message;
    await portal.call('POST', '/api/secondo-fattore', { as: who, body: { passo: 'conferma', codice: appCode(segreto, now) } });
    later(16 * MINUTE);
    const codice = appCode(segreto, now);
    expect((await confirm({ codice }, who)).status).toBe(200);
    const again = await confirm({ codice }, who);
    expect([again.status, again.body.errors[0].campo]).toEqual([400, 'codice']);
    const { rows } = await sql<{ tipo: string }>`select tipo from public.accessi where utente = ${who.memberID} order by id`.execute(
      portal.deps.writeDb,
    );
    expect(rows.at(-1)).toEqual({ tipo: 'codice-errato' });
    expect(await ask('DELETE /api/secondo-fattore', { utente: 'altro' }, who)).not.toBe(ASKED);
  });

  it('non con il codice di un segreto che non è ancora attivo', async () => {
    const who = await portal.person({ groupID: 3, permessi: {} });
    const { segreto } = (await portal.call('POST', '/api/secondo-fattore', { as: who, body: { passo: 'avvia' } })).body.message;
    expect((await confirm({ codice: appCode(segreto, now) }, who)).status).toBe(400);
  });

  it('conferma quella sessione sola, non le altre della stessa persona', async () => {
    const one = await portal.person({ memberID: 'due-sessioni', groupID: 2, permessi: {} });
    await setPassword(one);
    const signedIn = await portal.call('POST', '/api/login', { body: { username: one.memberID, password: md5(PASSWORD) } });
    const other = { ...one, token: signedIn.body.utente.token as string };
    later(16 * MINUTE);
    expect((await confirm(byPassword, one)).status).toBe(200);
    expect(await ask('DELETE /api/secondo-fattore', undefined, other)).toBe(ASKED);
    expect(await ask('DELETE /api/secondo-fattore', undefined, one)).not.toBe(ASKED);
  });

  it('sbagliata non conferma, e conta come una password errata dell’accesso', async () => {
    const who = await portal.person({ groupID: 3, permessi: {} });
    await setPassword(who);
    later(16 * MINUTE);
    const states: number[] = [];
    for (let i = 0; i < 6; i += 1) states.push((await confirm({ passMD5: md5(`no${i}`) }, who)).status);
    expect(states).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await confirm(byPassword, who)).status).toBe(429);
    const { rows } = await sql<{ tipo: string }>`select tipo from public.accessi where utente = ${who.memberID}`.execute(
      portal.deps.writeDb,
    );
    expect(rows.map(({ tipo }) => tipo)).toEqual(expect.arrayContaining(Array.from({ length: 5 }, () => 'password-errata')));
    expect(rows.map(({ tipo }) => tipo)).not.toContain('conferma');
    expect(await ask('DELETE /api/secondo-fattore', undefined, who)).toBe(ASKED);
    expect((await portal.call('GET', '/api/sessioni', { as: who })).status).toBe(200);
  });

  it.each([[undefined], [{}], [{ passMD5: '' }], [{ passMD5: 5 }], [{ passMD5: md5(PASSWORD), codice: '123456' }], [{ codice: ' ' }]])(
    'con %j è 400',
    async (body) => {
      expect((await confirm(body)).status).toBe(400);
    },
  );

  it('senza sessione è 401', async () => {
    expect((await portal.call('POST', '/api/conferma', { body: byPassword })).status).toBe(401);
  });
});
