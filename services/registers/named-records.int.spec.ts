import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';
import { EVERYTHING, type Permissions } from '#contracts/core/permissions.ts';
import { targetsOf } from '#contracts/core/references.ts';
import { AREE } from '#contracts/modules/areas.ts';
import { exampleOf } from '../../test/arbitraries.ts';
import { catalogue } from '../../test/catalogue.ts';
import { startTestPortal, type Person, type TestPortal } from '../../test/portal.ts';
import { createWorld } from '../../test/world.ts';
import { withProduzione } from '../modules/produzione/testing.ts';

const WHOLE = Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) as Permissions;
/** Registers without the usual call to create records. */
const NO_POST: readonly string[] = ['guasti', 'groupsPermissions'];

let portale: TestPortal;
let p: ReturnType<typeof withProduzione>;
let admin: Person;

beforeAll(async () => {
  portale = await startTestPortal();
  p = withProduzione(portale);
  admin = await portale.person({ groupID: 2, permessi: WHOLE });
  await createWorld(portale);
});
afterAll(() => portale?.stop());

/** Every field of every register that refers to another register. */
const FIELDS: (readonly [name: string, def: AnyRegister, campo: string, field: Field])[] = catalogue.registers
  .filter(({ path }) => !NO_POST.includes(path))
  .flatMap((def) =>
    Object.entries(def.fields)
      .filter(([, field]) => targetsOf(field).length > 0 && !field.computed)
      .map(([campo, field]) => [`${def.path}.${campo}`, def, campo, field] as const),
  );

let keys = 0;
const newKey = () => `N${(keys += 1)}`;

/** Values that a valid record needs in addition to its example. */
const RIGHT: Readonly<Record<string, Values>> = {
  requisiti: { mansione: null, tipologia: null, commessa: null, soggetto: 'ditta', tipo_documento: 'prova_tipi_documento' },
  tipi_documento: { codice: 'nuovo' },
  users: { passMD5: '681de8025ad449ce61d794e0d248906c' },
};
/** Second field of a record that refers to the same entry, by register and first field. */
const OTHER_NAME: Readonly<Record<string, string>> = {
  'cantieri_wbs.id_wbs': 'descrizione',
  'cantieri_lavorazioni.id_wbs': 'descrizione_wbs',
  'cantieri_lavorazioni.id_lavorazione': 'lavorazione',
  'cantieri.referente_descrizione': 'referente',
  'personale.descrizione': 'mansione',
};

/** Returns the values of a valid record, with a new parent if the register has one. */
async function bodyOf(def: AnyRegister): Promise<Values> {
  const values: Values = { ...exampleOf(def), ...RIGHT[def.path] };
  if (def.key.kind === 'natural') values[def.key.field] = newKey();
  if (!def.parent) return values;
  const above = catalogue.registerOrThrow(def.parent.register);
  const key = above.key.kind === 'natural' ? newKey() : undefined;
  const parent = (await portale.command({ register: above.path, action: 'create', ...(key ? { key } : {}), values: exampleOf(above) })).key;
  if (def.needs)
    await portale.command({
      register: def.needs.register,
      action: 'create',
      values: { ...exampleOf(catalogue.registerOrThrow(def.needs.register)), [def.parent.field]: parent },
    });
  return { ...values, [def.parent.field]: parent };
}

const post = (def: AnyRegister, body: Values) => portale.call('POST', `/api/${def.path}`, { as: admin, body: { [def.bodyKey]: body } });
const put = (def: AnyRegister, body: Values) => portale.call('PUT', `/api/${def.path}`, { as: admin, body: { [def.bodyKey]: body } });
const wrong = ({ status, body }: { status: number; body: { errors?: { campo: string }[] } }) => [
  status,
  body.errors?.map(({ campo }) => campo),
];

describe('un campo che nomina un altro registro', () => {
  it('ce ne sono, in quasi tutti i registri', () => expect(FIELDS.length).toBeGreaterThan(30));

  it.each(FIELDS)('%s: deve trovarlo, alla nascita e a ogni modifica', async (name, def, campo, field) => {
    const unknown = field.kind === 'ref' && field.numeric ? 987_654 : 'ZZZZ';
    const body = await bodyOf(def);
    const other = OTHER_NAME[name] ? { [OTHER_NAME[name]]: null } : {};
    const bad = { ...body, ...other, [campo]: unknown };
    expect(wrong(await post(def, bad))).toEqual([400, [campo]]);
    if (def.path === 'requisiti') return;
    const { status, body: answer } = await post(def, body);
    expect([status, answer.errors]).toEqual([201, undefined]);
    const key = answer.message.insertId as string | number;
    expect(wrong(await put(def, { ...other, [campo]: unknown, [def.key.field]: key }))).toEqual([400, [campo]]);
  });
});

const refused = ({ status, body }: { status: number; body: { message?: string; errors?: { campo: string; messaggio: string }[] } }) => [
  status,
  ...(body.errors ?? []).map(({ campo, messaggio }) => `${campo}: ${messaggio}`),
];
const cost = (values: Values) => ({ data: '2026-03-02', tipologia_costo: 'prova_tipologia_costi', quantita: 1, importo: 5000, ...values });
const costi = catalogue.registerOrThrow('costi');

describe('ciò che c’era da prima', () => {
  it('si salva ancora finché quel campo non si tocca, e non torna a nominare ciò che non c’è', async () => {
    const { key } = await portale.command({ register: 'costi', action: 'create', values: cost({ cantiere: '0042' }) });
    expect((await put(costi, { id: key, cantiere: '0042', importo: 6000 })).status).toBe(200);
    expect(refused(await put(costi, { id: key, cantiere: '0043' }))).toEqual([400, 'cantiere: Cantiere: "0043" non c\'è']);
    expect((await put(costi, { id: key, cantiere: 'PROV' })).status).toBe(200);
    expect(refused(await put(costi, { id: key, cantiere: '0042' }))).toEqual([400, 'cantiere: Cantiere: "0042" non c\'è']);
    expect(refused(await p.restore(admin, 'costi', key, 1))).toEqual([400, 'cantiere: Cantiere: "0042" non c\'è']);
  });

  it('eliminato, non torna finché non torna ciò di cui non può fare a meno', async () => {
    await portale.command({ register: 'cantieri', action: 'create', key: 'VIA1', values: {} });
    const { body } = await post(costi, cost({ cantiere: 'VIA1' }));
    await p.remove(admin, 'costi', body.message.insertId);
    await portale.call('DELETE', '/api/cantieri', { as: admin, body: { commessa: 'VIA1' } });
    expect(refused(await p.restore(admin, 'costi', body.message.insertId, 1))).toEqual([400, 'cantiere: Cantiere: "VIA1" non c\'è']);
    expect((await p.restore(admin, 'cantieri', 'VIA1', 1)).status).toBe(200);
    expect((await p.restore(admin, 'costi', body.message.insertId, 1)).status).toBe(200);
  });

  it('in un campo di cui si può fare a meno torna ciò che nel frattempo è stato eliminato, non ciò che non c’è mai stato', async () => {
    await portale.command({ register: 'meccanici', action: 'create', values: { descrizione: 'Gallo' } });
    const made = await Promise.all(
      ['Gallo', 'Mai Visto'].map((meccanico) =>
        portale.command({ register: 'manutenzioni', action: 'create', values: { data: '2026-03-02', meccanico } }),
      ),
    );
    const [gallo] = (await portale.call('GET', '/api/meccanici?cerca=Gallo', { as: admin })).body.data;
    await portale.command({ register: 'meccanici', action: 'delete', key: gallo.id });
    for (const { key } of made) await p.remove(admin, 'manutenzioni', key);
    expect((await p.restore(admin, 'manutenzioni', made[0]!.key, 1)).status).toBe(200);
    expect(refused(await p.restore(admin, 'manutenzioni', made[1]!.key, 1))).toEqual([400, 'meccanico: Meccanici: "Mai Visto" non c\'è']);
  });

  it('di più voci in un campo solo si guardano quelle nuove', async () => {
    const { key } = await portale.command({
      register: 'cantieri',
      action: 'create',
      key: 'PIU1',
      values: { lavorazioni: 'Mai Vista, prova_lavorazioni' },
    });
    const cantieri = catalogue.registerOrThrow('cantieri');
    expect((await put(cantieri, { commessa: key, lavorazioni: 'Mai Vista, altra_lavorazioni' })).status).toBe(200);
    expect(refused(await put(cantieri, { commessa: key, lavorazioni: 'Mai Vista, Altra' }))).toEqual([
      400,
      'lavorazioni: Lavorazioni: "Altra" non c\'è',
    ]);
  });
});

describe('wbs e lavorazione', () => {
  it('di una riga e di un budget sono di quel cantiere', async () => {
    await p.site(admin, 'WBS1', [{ lavorazione: 'prova_lavorazioni', wbs: 'altra_wbs', prezzo: 1 }]);
    const header = await p.header(admin, 'PROV', '2026-03-02');
    const line = { wbs: 'prova_wbs', lavorazione: 'prova_lavorazioni', quantita: 1 };
    expect(refused(await p.addLine(admin, header, { ...line, wbs: 'altra_wbs' }))).toEqual([
      400,
      'wbs: La wbs "altra_wbs" non è tra quelle del cantiere.',
    ]);
    expect(refused(await p.addLine(admin, header, { ...line, lavorazione: 'altra_lavorazioni' }))).toEqual([
      400,
      'lavorazione: La lavorazione "altra_lavorazioni" non è tra quelle del cantiere.',
    ]);
    expect((await p.addLine(admin, header, line)).status).toBe(201);
    const item = { commessa: 'PROV', lavorazione: 'altra_lavorazioni', budget_importo: 10 };
    const items = catalogue.registerOrThrow('cantieri_lavorazioni');
    expect(refused(await post(items, { ...item, descrizione_wbs: 'altra_wbs' }))).toEqual([
      400,
      'descrizione_wbs: La wbs "altra_wbs" non è tra quelle del cantiere.',
    ]);
    expect((await post(items, { ...item, descrizione_wbs: 'prova_wbs' })).status).toBe(201);
  });
});

describe('un requisito', () => {
  it('c’è una volta sola, anche chiesto due volte insieme; * è ogni cantiere', async () => {
    const requisiti = catalogue.registerOrThrow('requisiti');
    const one = { soggetto: 'ditta', tipo_documento: 'prova_tipi_documento', commessa: '*' };
    const answers = await Promise.all([post(requisiti, one), post(requisiti, one)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(refused(await post(requisiti, one))).toEqual([409, 'tipo_documento: C’è già questo requisito.']);
    const other = (await post(requisiti, { ...one, commessa: 'PROV' })).body.message.insertId;
    expect(refused(await put(requisiti, { id: other, commessa: '*' }))).toEqual([409, 'tipo_documento: C’è già questo requisito.']);
    expect((await put(requisiti, { id: other, tra_presenti: 1 })).status).toBe(200);
    await p.remove(admin, 'requisiti', other);
    expect((await post(requisiti, { ...one, commessa: 'PROV' })).status).toBe(201);
    expect((await p.restore(admin, 'requisiti', other, 1)).status).toBe(409);
  });
});
