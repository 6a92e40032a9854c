import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING, type Identity, type Level, type PermissionLevels, type Permissions } from '#contracts/core/permissions.ts';
import { AREE, type Area } from '#contracts/modules/areas.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { catalogue } from './catalogue.ts';
import { differentExamples } from './arbitraries.ts';
import { startTestPortal, testSender, type Person, type TestPortal } from './portal.ts';
import { createWorld } from './world.ts';

const REGISTERS = catalogue.registers;
const knownRegister = catalogue.registerOrThrow;

/**
 * Route × level × own or other's record, for every register that answers by its definition alone.
 * What is expected is written here from the rules, not asked of the code that enforces them.
 */
// their own specs: services/modules/utenti/rights.int.spec.ts, services/modules/scadenze/kinds.int.spec.ts,
// services/modules/guasti/guasti.int.spec.ts, services/modules/commenti/commenti.int.spec.ts
const WITH_OWN_RULES = ['users', 'groups', 'groupsPermissions', 'tipi_documento', 'requisiti', 'guasti', 'commenti'];
const REGISTERS_IN_TEST = REGISTERS.filter((def) => !WITH_OWN_RULES.includes(def.path));
const LEVELS: readonly Level[] = [0, 1, 3];

interface Random {
  def: AnyRegister;
  proprio: boolean;
  chiave: string | number;
  padre: string | number | undefined;
}

/** Permission levels of a round: `vede` for reading, `fa` for writing. */
interface Giro {
  vede: Level;
  fa: Level;
}

const visible = ({ def, proprio }: Random, { vede }: Giro) => def.access.read === 'everyone' || vede === 3 || (vede === 1 && proprio);
const openArea = ({ def }: Random, { vede }: Giro) => def.access.read === 'everyone' || vede > 0;
const writes = ({ def, proprio }: Random, { fa }: Giro) => fa === 3 || (def.access.write !== 'master' && fa === 1 && proprio);
const writesSomething = ({ def }: Random, { fa }: Giro) => (def.access.write === 'master' ? fa === 3 : fa > 0);

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

/** Returns the expected status of a restore, which checks the right to read the record before the right to write. */
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
  /** Returns a different record at each call, so that rules of uniqueness do not disturb the matrix. */
  const nextExample = differentExamples();

  beforeAll(async () => {
    portale = await startTestPortal();
    await createWorld(portale);
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
    const values = { ...nextExample(def), ...(def.parent && parent !== undefined ? { [def.parent.field]: parent } : {}) };
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

  const levels = ({ vede, fa }: Giro): Permissions =>
    Object.fromEntries(AREE.map((area) => [area, { allowInsert: fa > 0 ? 1 : 0, allowView: vede, allowEdit: fa, allowDelete: fa }]));

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

  /** Areas whose records name those of a register, beside its own; and what a selector may tell of them. */
  const SERVED: Readonly<
    Record<string, { own: Area; areas: readonly Area[]; fields: readonly string[]; hidden: readonly [field: string, value: string] }>
  > = {
    cantieri: {
      own: 'cantieri',
      areas: ['produzione', 'costi', 'manutenzioni', 'accise', 'noleggi_int'],
      fields: ['commessa', 'committente', 'colore'],
      hidden: ['comune', 'Roccabruna'],
    },
    macchinari: {
      own: 'macchinari',
      areas: ['produzione', 'manutenzioni', 'accise'],
      fields: ['matricola', 'marca', 'modello', 'descrizione'],
      hidden: ['targa', 'ZZ999ZZ'],
    },
    lavorazioni: {
      own: 'lavorazioni',
      areas: ['cantieri', 'produzione'],
      fields: ['id', 'descrizione', 'um', 'colore'],
      hidden: ['utente', 'qualcuno'],
    },
    users: {
      own: 'admin_page',
      areas: ['cantieri', 'macchinari', 'noleggi_int', 'report'],
      fields: ['memberID', 'custom1'],
      hidden: ['custom3', 'Roccabruna'],
    },
    noleggi: { own: 'noleggi_int', areas: ['produzione'], fields: ['id', 'matricola', 'marca', 'modello'], hidden: ['targa', 'ZZ999ZZ'] },
  };

  it.each(Object.entries(SERVED))(
    'le scelte di %s: codice e nome a chi ha un’area che li nomina, a nessun altro; il resto non si legge, non si cerca e non si filtra',
    async (path, { own, areas, fields, hidden: [field, value] }) => {
      const def = knownRegister(path);
      const { key } = await portale.command({
        register: path,
        action: 'create',
        key: newKey(def),
        values: { ...nextExample(def), ...(field in def.fields ? { [field]: value } : {}) },
      });
      const list = async (query: string) => portale.call('GET', `/api/${path}?${query}`, { as: io });
      for (const area of AREE) {
        await portale.changePermissions(io.groupID, { [area]: EVERYTHING });
        const [all, choices] = [await list(''), await list('scelta=1')];
        expect([all.status, choices.status], area).toEqual([area === own ? 200 : 403, area === own || areas.includes(area) ? 200 : 403]);
        if (choices.status !== 200) continue;
        const found = ((choices.body?.data ?? []) as Record<string, unknown>[]).find((row) => String(row[def.key.field]) === String(key));
        expect(Object.keys(found ?? {}).toSorted(), area).toEqual(fields.toSorted());
        if (area === own) continue;
        expect((await list(`scelta=1&cerca=${value}`)).body?.data, area).toEqual([]);
        expect((await list(`scelta=1&filtri=${encodeURIComponent(JSON.stringify({ [field]: value }))}`)).status, area).toBe(400);
        expect((await list(`scelta=1&ordina=${field}`)).status, area).toBe(400);
        expect((await list(`chiave=${encodeURIComponent(key)}`)).status, area).toBe(403);
        expect((await list(`scelta=1&cerca=${encodeURIComponent(String(key))}`)).body?.data, area).not.toEqual([]);
      }
    },
  );

  it('le scelte degli utenti a chi scrive record che ne nominano uno, non a chi li vede soltanto', async () => {
    const choices = async (level: Partial<PermissionLevels>) => {
      await portale.changePermissions(io.groupID, { macchinari: { allowInsert: 0, allowView: 3, allowEdit: 0, allowDelete: 0, ...level } });
      return (await portale.call('GET', '/api/users?scelta=1', { as: io })).status;
    };
    expect([await choices({}), await choices({ allowInsert: 1 }), await choices({ allowEdit: 1 })]).toEqual([403, 200, 200]);
  });

  const name = ({ def, proprio }: Random) => `${def.path}, ${proprio ? 'proprio' : 'di altri'}`;

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
    const { def, chiave, padre } = random;
    const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      portale.call(method, path, { as: io, body });
    const of = `tabella=${def.path}&id=${encodeURIComponent(chiave)}`;
    const list = await call('GET', `/api/${def.path}`);
    const rows = (list.body?.data ?? []) as Record<string, unknown>[];
    const withParent = def.parent && padre !== undefined ? { [def.parent.field]: padre } : {};
    const outcome = {
      elenco: `${list.status} ${rows.some((row) => row[def.key.field] === chiave) ? 'con' : 'senza'}`,
      uno: (await call('GET', `/api/${def.path}?chiave=${encodeURIComponent(chiave)}`)).status,
      storico: (await call('GET', `/api/storico?${of}`)).status,
      stato: (await call('GET', `/api/storico/stato?${of}&versione=${versionOf(def)}`)).status,
      riferimenti: (await call('GET', `/api/riferimenti?${of}`)).status,
      crea: (await create(random, withParent)).status,
      modifica: (await call('PUT', `/api/${def.path}`, { [def.bodyKey]: { ...nextExample(def), [def.key.field]: chiave } })).status,
      ripristina: (await call('POST', '/api/storico/ripristina', { tabella: def.path, id: chiave, versione: versionOf(def) })).status,
      elimina: (await call('DELETE', `/api/${def.path}`, { [def.key.field]: chiave })).status,
    };
    return [name(random), outcome] as const;
  }

  /** A further record beside the case's one; for the one-per-parent children, under a parent that has none yet. */
  async function create({ def, proprio, padre }: Random, withParent: object) {
    const values = { ...nextExample(def), ...withParent } as Record<string, unknown>;
    if (def.key.kind === 'natural') values[def.key.field] = newKey(def);
    if (def.parent && def.parent.field === def.key.field) {
      values[def.key.field] = await record(knownRegister(def.parent.register), proprio ? 'io' : 'altri', padre);
    }
    return portale.call('POST', `/api/${def.path}`, { as: io, body: { [def.bodyKey]: values } });
  }
});
