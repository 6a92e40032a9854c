import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREE, type Identity, type Level, type Permissions } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { REGISTERS, knownRegister } from '#contracts/registers/index.ts';
import { exampleOf } from './arbitraries.ts';
import { startTestPortal, testSender, type Person, type TestPortal } from './portal.ts';

/**
 * Route × level × own or other's record, for every register that answers by its definition alone.
 * What is expected is written here from the rules, not asked of the code that enforces them.
 */
const WITH_OWN_RULES = ['users', 'groups', 'groupsPermissions']; // their own spec: services/modules/utenti/rights.int.spec.ts
const REGISTERS_IN_TEST = REGISTERS.filter((def) => !WITH_OWN_RULES.includes(def.path));
const LEVELS: readonly Level[] = [0, 1, 3];

interface Random {
  def: AnyRegister;
  proprio: boolean;
  chiave: string | number;
  padre: string | number | undefined;
}

/** Levels of a round: what may be seen, and what may be done. */
interface Giro {
  vede: Level;
  fa: Level;
}

const visible = ({ def, proprio: own }: Random, { vede: sees }: Giro) =>
  def.access.read === 'everyone' || sees === 3 || (sees === 1 && own);
const openArea = ({ def }: Random, { vede: sees }: Giro) => def.access.read === 'everyone' || sees > 0;
const writes = ({ def, proprio: own }: Random, { fa: make }: Giro) => make === 3 || (def.access.write !== 'master' && make === 1 && own);
const writesSomething = ({ def }: Random, { fa: make }: Giro) => (def.access.write === 'master' ? make === 3 : make > 0);

function expectedRead(random: Random, giro: Giro): number {
  if (!openArea(random, giro)) return 403;
  return visible(random, giro) ? 200 : 404;
}

function expectedWrite(random: Random, giro: Giro): number {
  if (!writesSomething(random, giro) || !openArea(random, giro)) return 403;
  if (!visible(random, giro)) return 404;
  return writes(random, giro) ? 200 : 403;
}

/** Of some registers not even an own record is deleted at level 1: the area's own level must be 3. */
function expectedDeletion(random: Random, giro: Giro): number {
  return random.def.access.deleteAll && giro.fa === 1 ? 403 : expectedWrite(random, giro);
}

/** History's restore knows the record before it knows the action. */
function expectedRestore(random: Random, giro: Giro): number {
  const read = expectedRead(random, giro);
  return read === 200 && !writes(random, giro) ? 403 : read;
}

function expectedCreation(random: Random, giro: Giro): number {
  if (!writesSomething(random, giro)) return 403;
  if (!random.def.parent || random.proprio) return 201;
  const onParent = expectedWrite(random, giro);
  return onParent === 200 ? 201 : onParent;
}

describe('La matrice dei permessi', () => {
  let portale: TestPortal;
  let io: Person;
  let n = 0;

  beforeAll(async () => {
    portale = await startTestPortal();
    io = await portale.person({ memberID: 'io' });
  });
  afterAll(() => portale?.stop());

  const newKey = (def: AnyRegister) => {
    n += 1;
    return def.key.kind === 'natural' ? n.toString(36).toUpperCase().padStart(4, 'K') : undefined;
  };

  async function record(def: AnyRegister, owner: string, parent?: string | number): Promise<string | number> {
    const identity: Identity = { memberID: owner, groupID: 2, permessi: {} };
    const key = def.parent && def.parent.field === def.key.field ? parent : newKey(def);
    if (def.needs) await record(knownRegister(def.needs.register), owner, parent);
    const values = { ...exampleOf(def), ...(def.parent && parent !== undefined ? { [def.parent.field]: parent } : {}) };
    const outcome = await portale.deps.dispatch(
      { register: def.path, action: 'create', key, values },
      testSender(identity, { origine: 'sistema' }),
    );
    return outcome.key;
  }

  async function newRandom(def: AnyRegister, own: boolean): Promise<Random> {
    const owner = own ? 'io' : 'altri';
    const above = def.parent && knownRegister(def.parent.register);
    const parent = above && (await record(above, owner));
    // a child's owner is its parent's: who wrote the row itself does not matter
    return { def, proprio: own, padre: parent, chiave: await record(def, parent === undefined ? owner : 'qualcuno', parent) };
  }

  /** The version of the stream that made the record: after its parent's, and after what it needs there. */
  const versionOf = (def: AnyRegister): number => (def.needs ? 3 : def.parent ? 2 : 1);

  const levels = ({ vede: sees, fa: make }: Giro): Permissions =>
    Object.fromEntries(AREE.map((area) => [area, { allowInsert: make > 0 ? 1 : 0, allowView: sees, allowEdit: make, allowDelete: make }]));

  const giri = LEVELS.flatMap((sees) => LEVELS.map((make) => ({ vede: sees, fa: make })));

  it('prova ogni registro, tranne quelli con regole proprie', () => {
    expect(REGISTERS_IN_TEST.length + WITH_OWN_RULES.length).toBe(REGISTERS.length);
  });

  it.each(giri)('vede $vede, modifica ed elimina $fa: ogni chiamata, sui propri record e su quelli degli altri', async (giro) => {
    await portale.changePermissions(io.groupID, levels(giro));
    const cases = await Promise.all(REGISTERS_IN_TEST.flatMap((def) => [newRandom(def, true), newRandom(def, false)]));
    await portale.deps.readModelWait.until((await portale.deps.store.head()) ?? '', 10_000);
    const found = await Promise.all(cases.map((random) => test(random)));
    const expected = cases.map((random) => awaited(random, giro));
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });

  const name = ({ def, proprio: own }: Random) => `${def.path}, ${own ? 'proprio' : 'di altri'}`;

  function awaited(random: Random, giro: Giro) {
    const [read, write] = [expectedRead(random, giro), expectedWrite(random, giro)];
    return [
      name(random),
      {
        elenco: openArea(random, giro) ? `200 ${visible(random, giro) ? 'con' : 'senza'}` : '403 senza',
        uno: read,
        storico: read,
        stato: read,
        riferimenti: read,
        crea: expectedCreation(random, giro),
        modifica: write,
        ripristina: expectedRestore(random, giro),
        elimina: expectedDeletion(random, giro),
      },
    ] as const;
  }

  async function test(random: Random) {
    const { def, chiave: key, padre: parent } = random;
    const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      portale.call(method, path, { as: io, body });
    const of = `tabella=${def.path}&id=${encodeURIComponent(key)}`;
    const list = await call('GET', `/api/${def.path}`);
    const rows = (list.body?.data ?? []) as Record<string, unknown>[];
    const withParent = def.parent && parent !== undefined ? { [def.parent.field]: parent } : {};
    const outcome = {
      elenco: `${list.status} ${rows.some((row) => row[def.key.field] === key) ? 'con' : 'senza'}`,
      uno: (await call('GET', `/api/${def.path}?chiave=${encodeURIComponent(key)}`)).status,
      storico: (await call('GET', `/api/storico?${of}`)).status,
      stato: (await call('GET', `/api/storico/stato?${of}&versione=${versionOf(def)}`)).status,
      riferimenti: (await call('GET', `/api/riferimenti?${of}`)).status,
      crea: (await create(random, withParent)).status,
      modifica: (await call('PUT', `/api/${def.path}`, { [def.bodyKey]: { ...exampleOf(def, 90), [def.key.field]: key } })).status,
      ripristina: (await call('POST', '/api/storico/ripristina', { tabella: def.path, id: key, versione: versionOf(def) })).status,
      elimina: (await call('DELETE', `/api/${def.path}`, { [def.key.field]: key })).status,
    };
    return [name(random), outcome] as const;
  }

  /** A further record beside the case's one; for the one-per-parent children, under a parent that has none yet. */
  async function create({ def, proprio: own, padre: parent }: Random, withParent: object) {
    const values = { ...exampleOf(def, 60), ...withParent } as Record<string, unknown>;
    if (def.key.kind === 'natural') values[def.key.field] = newKey(def);
    if (def.parent && def.parent.field === def.key.field) {
      values[def.key.field] = await record(knownRegister(def.parent.register), own ? 'io' : 'altri', parent);
    }
    return portale.call('POST', `/api/${def.path}`, { as: io, body: { [def.bodyKey]: values } });
  }
});
