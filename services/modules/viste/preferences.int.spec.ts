import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { PREFERENCE_LIMITS } from '#contracts/core/list-preferences.ts';
import { listPreferences } from '#services/platform/postgres/list-preferences.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

let portal: TestPortal;
let ada: Person;
let bruno: Person;

beforeAll(async () => {
  portal = await startTestPortal();
  ada = await portal.person({ groupID: 3 });
  bruno = await portal.person({ groupID: 3 });
});
afterAll(() => portal?.stop());

const read = async (as: Person, list = '') => (await portal.call('GET', `/api/preferenze${list && `?lista=${list}`}`, { as })).body.data;
const put = (as: Person, list: string, sent: unknown) =>
  portal.call('PUT', `/api/preferenze?lista=${list}`, { as, body: { contenuto: sent } });
const arranged = { colonne: { ordine: ['marca', 'modello'], visibili: { targa: false }, larghezze: { marca: 120 }, bloccate: ['marca'] } };

describe('Le preferenze di un elenco', () => {
  it('sono di chi le ha messe, e di nessun altro', async () => {
    expect((await put(ada, 'macchinari', { ...arranged, densita: 'comoda' })).body.message).toEqual({ affectedRows: 1 });
    expect(await read(ada, 'macchinari')).toEqual([{ lista: 'macchinari', contenuto: { ...arranged, densita: 'comoda' } }]);
    expect(await read(bruno)).toEqual([]);
    await put(bruno, 'macchinari', { densita: 'tocco' });
    expect(await read(ada)).toEqual([{ lista: 'macchinari', contenuto: { ...arranged, densita: 'comoda' } }]);
  });

  it('prendono il posto di quelle di prima, elenco per elenco', async () => {
    await put(ada, 'costi', arranged);
    await put(ada, 'macchinari', { densita: 'tocco' });
    expect(await read(ada)).toEqual([
      { lista: 'costi', contenuto: arranged },
      { lista: 'macchinari', contenuto: { densita: 'tocco' } },
    ]);
  });

  it.each([
    ['nessun contenuto', undefined, 'contenuto'],
    ['un nome sconosciuto', { colori: 1 }, 'contenuto'],
    ['una densità sconosciuta', { densita: 'fitta' }, 'contenuto.densita'],
    ['una colonna troppo larga', { colonne: { larghezze: { marca: 9000 } } }, 'contenuto.colonne.larghezze.marca'],
    ['un ordine che non è un elenco', { colonne: { ordine: 'marca' } }, 'contenuto.colonne.ordine'],
  ])('si rifiutano con %s, e dicono quale', async (_name, wrong, campo) => {
    const { status, body } = await put(ada, 'macchinari', wrong);
    expect([status, body.errors[0].campo]).toEqual([400, campo]);
    expect(await read(ada, 'macchinari')).toEqual([{ lista: 'macchinari', contenuto: { densita: 'tocco' } }]);
  });

  it('non si tengono senza il nome di un elenco, né oltre i limiti', async () => {
    expect((await put(ada, '', {})).status).toBe(400);
    expect((await put(ada, '../x', {})).status).toBe(400);
    const long = { colonne: { ordine: Array.from({ length: 150 }, (_, i) => `colonna-${i}`.padEnd(60, 'x')) } };
    expect((await put(ada, 'macchinari', long)).status).toBe(413);
    const preferences = listPreferences(portal.deps.writeDb);
    for (let i = 0; i < PREFERENCE_LIMITS.lists - 2; i += 1)
      await preferences.put(ada.memberID, { lista: `elenco-${i}`, contenuto: {} }, PREFERENCE_LIMITS.lists);
    expect((await put(ada, 'uno-di-troppo', {})).status).toBe(409);
    expect((await put(ada, 'macchinari', { densita: 'compatta' })).status).toBe(200);
  });

  it('finiscono con il loro utente', async () => {
    const admin = await portal.person({ groupID: 2, permessi: { admin_page: EVERYTHING } });
    const carlo = await portal.person({ memberID: 'carlo' });
    await put(carlo, 'costi', arranged);
    expect((await portal.call('DELETE', '/api/users', { as: admin, body: { user: 'carlo' } })).status).toBe(200);
    const reactor = portal.modules.flatMap(({ reactors = [] }) => reactors).find(({ name }) => name === 'preferenze-utente-eliminato')!;
    const events = await portal.deps.store.read('users-carlo');
    expect(reactor.events).toContain(events.at(-1)!.type);
    await reactor.react(events.at(-1)!);
    expect(await listPreferences(portal.deps.writeDb).of('carlo')).toEqual([]);
    expect(await read(bruno)).toHaveLength(1);
  });
});
