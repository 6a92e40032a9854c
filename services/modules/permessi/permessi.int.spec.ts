import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING, type Identity, type Level, type Permissions } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { ready } from '../../../test/access.ts';
import { differentExamples } from '../../../test/arbitraries.ts';
import { catalogue } from '../../../test/catalogue.ts';
import { startTestPortal, testSender, type Person, type TestPortal } from '../../../test/portal.ts';
import { createWorld } from '../../../test/world.ts';

const REGISTERS = catalogue.registers;

const level = fc.constantFrom<Level>(0, 1, 3);
const permissions: fc.Arbitrary<Permissions> = fc.record(
  Object.fromEntries(
    AREE.map((area) => [
      area,
      fc.record({ allowInsert: fc.constantFrom<0 | 1>(0, 1), allowView: level, allowEdit: level, allowDelete: level }),
    ]),
  ),
);

/** Tells whether a status refuses a person for lack of rights. An invalid body or a rule over values gives another status. */
const refused = (status: number): boolean => status === 403 || status === 404;

describe('Diritti spiegati', () => {
  let portale: TestPortal;
  let admin: Person;
  const nextExample = differentExamples();
  let n = 0;

  beforeAll(async () => {
    portale = await startTestPortal();
    await createWorld(portale);
    admin = await portale.person({ memberID: 'capo.admin', groupID: 2 });
  });
  afterAll(() => portale?.stop());

  const explain = (utente: string, tabella: string, id?: string | number, as = admin) =>
    portale.call(
      'GET',
      `/api/permessi/spiega?${new URLSearchParams({ utente, tabella, ...(id === undefined ? {} : { id: String(id) }) })}`,
      { as },
    );

  async function record(def: AnyRegister, owner: string, parent?: string | number): Promise<string | number> {
    const identity: Identity = { memberID: owner, groupID: 2, permessi: {} };
    n += 1;
    const own = def.parent && def.parent.field === def.key.field;
    const key = own ? parent : def.key.kind === 'natural' ? n.toString(36).toUpperCase().padStart(4, 'S') : undefined;
    if (def.needs) await record(catalogue.registerOrThrow(def.needs.register), owner, parent);
    const values = { ...nextExample(def), ...(def.parent && parent !== undefined ? { [def.parent.field]: parent } : {}) };
    return (
      await portale.deps.dispatch({ register: def.path, action: 'create', key, values }, testSender(identity, { origine: 'sistema' }))
    ).key;
  }

  async function newRecord(def: AnyRegister, owner: string): Promise<string | number> {
    const parent = def.parent && (await record(catalogue.registerOrThrow(def.parent.register), owner));
    return record(def, owner, parent);
  }

  async function answered(def: AnyRegister, key: string | number, as: Person) {
    const read = await portale.call('GET', `/api/${def.path}?chiave=${encodeURIComponent(key)}`, { as });
    // a change that leaves all values is authorised like any other change
    const write = await portale.call('PUT', `/api/${def.path}`, { as, body: { [def.bodyKey]: { [def.key.field]: key } } });
    // the invented codes of a requirement are refused, but only after its rights are checked
    if (def.path !== 'requisiti') expect([def.path, write.body?.errors]).toEqual([def.path, undefined]);
    return { vede: refused(read.status) ? 0 : 1, modifica: refused(write.status) ? 0 : 1 };
  }

  async function compare(person: Person): Promise<void> {
    const cases = REGISTERS.flatMap((def) => [person.memberID, 'altri'].map((owner) => ({ def, owner })));
    const keys = await Promise.all(cases.map(({ def, owner }) => newRecord(def, owner)));
    await ready(portale);
    for (const [i, { def, owner }] of cases.entries()) {
      const { status, body } = await explain(person.memberID, def.path, keys[i]);
      const { perche, ...said } = body;
      const what = `${def.path} of ${owner}: ${JSON.stringify(perche)}`;
      expect([what, status, said]).toEqual([what, 200, await answered(def, keys[i]!, person)]);
      expect(perche.length).toBeGreaterThan(1);
    }
  }

  it.each(fc.sample(permissions, { numRuns: 4, seed: 29 }).map((permessi, i) => ({ i, permessi })))(
    'gruppo casuale $i: la spiegazione dice di ogni registro quello che rispondono le chiamate',
    async ({ permessi }) => {
      await compare(await portale.person({ permessi }));
    },
    60_000,
  );

  it.each([2, 9, 12])(
    'gruppo %i: lo stesso, con tutti i livelli',
    async (groupID) => {
      const permessi = Object.fromEntries(AREE.map((area) => [area, EVERYTHING]));
      await compare(await portale.person({ groupID, permessi }));
    },
    60_000,
  );

  it('di un registro intero dice che cosa si può in generale, come rispondono le chiamate', async () => {
    for (const permessi of fc.sample(permissions, { numRuns: 6, seed: 7 })) {
      const person = await portale.person({ permessi });
      for (const def of REGISTERS) {
        const { status, body } = await explain(person.memberID, def.path);
        expect([def.path, status]).toEqual([def.path, 200]);
        const list = await portale.call('GET', `/api/${def.path}?pagina=1`, { as: person });
        // `groups` and `groupsPermissions` list a person's own group even without rights, so they are skipped below
        const make = await portale.call('POST', `/api/${def.path}`, { as: person, body: {} });
        const made = [def.path, list.status === 403 ? 0 : 1, make.status === 403 ? 0 : 1];
        const told = [def.path, body.vede, body.inserisce];
        if (['groupsPermissions', 'groups'].includes(def.path)) continue;
        expect(told, JSON.stringify(body.perche)).toEqual(made);
      }
    }
  }, 60_000);

  it('nomina la regola con le parole della scheda del gruppo', async () => {
    const permessi: Permissions = { produzione: EVERYTHING, macchinari: { allowInsert: 0, allowView: 1, allowEdit: 0, allowDelete: 0 } };
    const person = await portale.person({ memberID: 'capo.cantiere', groupID: 12, permessi });
    await portale.changePermissions(12, permessi);
    const sites = await explain(person.memberID, 'produzione_padre');
    expect(sites.body).toMatchObject({ vede: 1, modifica: 1, elimina: 1, inserisce: 1 });
    expect(sites.body.perche[0]).toMatch(/^capo\.cantiere è nel gruppo «.*» \(12\)\.$/);
    expect(sites.body.perche).toContain('Vedere: «Produzione», View: All, ma questo gruppo vede solo i propri record.');
    const key = await record(catalogue.registerOrThrow('macchinari'), 'altri');
    await ready(portale);
    expect((await explain(person.memberID, 'macchinari', key)).body).toEqual({
      vede: 0,
      modifica: 0,
      perche: [
        sites.body.perche[0],
        'Vedere: «Macchinari», View: Owner, solo i propri record.',
        'Modificare: «Macchinari», Edit: No, nessun record.',
        'Il record non è di capo.cantiere: è di altri.',
      ],
    });
    expect((await explain(person.memberID, 'mansioni')).body.perche).toContain('Modificare: serve All in Edit di «Personale».');
  });

  it('il proprio profilo è di ognuno', async () => {
    const person = await portale.person({ memberID: 'solo.profilo' });
    expect((await explain(person.memberID, 'users', person.memberID)).body).toMatchObject({ vede: 1, modifica: 1 });
  });

  it('risponde solo al gruppo 2; un utente, un registro o un record sconosciuto ha la sua frase', async () => {
    const management = await portale.person({ groupID: 9, permessi: { admin_page: EVERYTHING } });
    expect((await explain('capo.admin', 'macchinari', undefined, management)).status).toBe(403);
    const unknown = await explain('nessuno', 'macchinari');
    expect([unknown.status, unknown.body.message]).toEqual([404, 'L’utente «nessuno» non esiste.']);
    expect((await explain('capo.admin', 'boh')).body.errors).toEqual([{ campo: 'tabella', messaggio: 'Tabella sconosciuta' }]);
    expect((await explain('capo.admin', 'macchinari', 'MANCA')).status).toBe(404);
    expect((await explain('capo.admin', 'costi', 'x')).status).toBe(400);
    for (const utente of ['', 'a\u0000b', 'x'.repeat(300)]) expect((await explain(utente, 'macchinari')).status).toBe(400);
    expect((await explain('capo.admin', 'macchinari', 'a\u0000b')).status).toBe(400);
  });
});
