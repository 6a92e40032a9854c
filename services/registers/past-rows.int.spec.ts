import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Values } from '#contracts/core/define-register.ts';
import { EVERYTHING, type Permissions } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import type { Command } from '#contracts/ports/dispatch.ts';
import { makeReferences } from '../../test/make-references.ts';
import { startTestPortal, SYSTEM, type Person, type TestPortal } from '../../test/portal.ts';

let portale: TestPortal;
let anna: Person;
let own: Person;
let nobody: Person;
let clock = new Date('2026-02-01T09:00:00.000Z');

const areas = Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) as Permissions;
const END = '2026-04-01T10:00:00.000Z';

beforeAll(async () => {
  portale = await startTestPortal({ now: () => clock });
  await makeReferences(portale, { mansioni: ['Palista'], tipologia: ['PALI'] });
  const plan = { matricola: 'A1', componente: 'olio_motore', ogni_ore: 250 };
  await at(
    '2026-03-01T10:00:00.000Z',
    create('macchinari', { matricola: 'A1', marca: 'Soilmec', scadenza_assicurazione: '2026-03-20' }, 'A1'),
  );
  await at('2026-03-02T10:00:00.000Z', create('manutMacchinari', plan));
  await at('2026-03-10T10:00:00.000Z', {
    register: 'macchinari',
    action: 'change',
    key: 'A1',
    values: { marca: 'Bauer', scadenza_assicurazione: '2027-03-20' },
  });
  await at('2026-03-15T10:00:00.000Z', create('macchinari', { matricola: 'B2', marca: 'Casagrande' }, 'B2'));
  // the last instant of 20 March in Rome
  await at('2026-03-20T22:59:59.999Z', { register: 'macchinari', action: 'delete', key: 'A1' });
  await at('2026-03-25T10:00:00.000Z', create('macchinari', { matricola: 'P1' }, 'P1'), 'paolo');
  await at(
    '2026-03-26T10:00:00.000Z',
    create('personale', { matricola: '7', cognome: 'Rossi', nome: 'Ada', idoneita: '7/7_IDONEITA.pdf' }, '7'),
  );
  clock = new Date(END);
  anna = await portale.person({ memberID: 'anna', permessi: areas });
  own = await portale.person({ memberID: 'paolo', permessi: { macchinari: { ...EVERYTHING, allowView: 1 } } });
  nobody = await portale.person({ memberID: 'nessuno', permessi: { costi: EVERYTHING } });
});
afterAll(() => portale?.stop());

const create = (register: string, values: Values, key?: string): Command => ({ register, action: 'create', key, values });

async function at(instant: string, command: Command, memberID = 'anna') {
  clock = new Date(instant);
  await portale.command(command, { ...SYSTEM, memberID });
}

const ask = (path: string, as = anna) => portale.call('GET', `/api/${path}`, { as });
const rows = async (path: string, as = anna) => {
  const { status, body, text } = await ask(path, as);
  expect(status, text).toBe(200);
  return body as { data: Record<string, unknown>[]; totale: number };
};
const brands = async (path: string, as = anna) => (await rows(path, as)).data.map(({ matricola, marca }) => [matricola, marca]);

describe('GET api/REGISTER?al=', () => {
  it('dà le righe com’erano allora; un giorno è la sua fine a Roma, un istante conta compreso', async () => {
    expect(await brands('macchinari?al=2026-02-28')).toEqual([]);
    expect(await brands('macchinari?al=2026-03-01T09:59:59.999Z')).toEqual([]);
    expect(await brands('macchinari?al=2026-03-01T10:00:00.000Z')).toEqual([['A1', 'Soilmec']]);
    expect(await brands('macchinari?al=2026-03-09')).toEqual([['A1', 'Soilmec']]);
    expect(await brands('macchinari?al=2026-03-10')).toEqual([['A1', 'Bauer']]);
    expect(await brands('macchinari?al=2026-03-19')).toEqual([
      ['A1', 'Bauer'],
      ['B2', 'Casagrande'],
    ]);
    expect(await brands('macchinari?al=2026-03-20')).toEqual([['B2', 'Casagrande']]);
    expect(await brands('macchinari?al=2026-03-20T23:59:59.998')).toHaveLength(2);
  });

  it('dice di una riga eliminata da allora quando e da chi, e conta le righe di allora', async () => {
    const { data, totale } = await rows('macchinari?al=2026-03-19&pagina=1&righe=1&ordina=matricola');
    expect(totale).toBe(2);
    expect(data).toEqual([expect.objectContaining({ matricola: 'A1', eliminato_il: '2026-03-20T22:59:59.999Z', eliminato_da: 'anna' })]);
    const [, stayed] = (await rows('macchinari?al=2026-03-19')).data;
    expect(stayed).toMatchObject({ matricola: 'B2', eliminato_il: null, eliminato_da: null });
  });

  it('cerca, filtra, ordina e raggruppa come l’elenco di oggi; le scadenze si giudicano quel giorno', async () => {
    expect(await brands('macchinari?al=2026-03-09&cerca=soil')).toHaveLength(1);
    expect(await brands('macchinari?al=2026-03-11&cerca=soil')).toEqual([]);
    expect(await brands('macchinari?al=2026-03-19&ordina=-marca')).toEqual([
      ['B2', 'Casagrande'],
      ['A1', 'Bauer'],
    ]);
    expect(await brands(`macchinari?al=2026-03-09&filtri=${JSON.stringify({ in_scadenza: true })}`)).toHaveLength(1);
    expect(await brands(`macchinari?al=2026-03-11&filtri=${JSON.stringify({ in_scadenza: true })}`)).toEqual([]);
    expect(await rows('macchinari/gruppi?per=marca&al=2026-03-09')).toMatchObject({ data: [{ valore: 'Soilmec', quanti: 1 }], totale: 1 });
  });

  it('dà i figli del padre di allora, con l’eliminazione del padre', async () => {
    const { data } = await rows('manutMacchinari?matricola=A1&al=2026-03-11');
    expect(data).toMatchObject([{ componente: 'olio_motore', eliminato_il: '2026-03-20T22:59:59.999Z', eliminato_da: 'anna' }]);
    expect((await ask('manutMacchinari?matricola=A1&al=2026-03-21')).status).toBe(404);
    expect((await rows('manutMacchinari?matricola=A1&al=2026-03-01')).data).toEqual([]);
  });

  it('con la chiave dà la riga sola, o 404 dove allora non c’era', async () => {
    expect((await rows('macchinari?matricola=A1&al=2026-03-09')).data).toMatchObject([{ matricola: 'A1', marca: 'Soilmec' }]);
    expect((await ask('macchinari?matricola=B2&al=2026-03-09')).status).toBe(404);
  });

  it('oggi è adesso; un giorno o un istante a venire, o che non esiste, è 400', async () => {
    expect(await brands('macchinari?al=2026-04-01')).toEqual([
      ['B2', 'Casagrande'],
      ['P1', null],
    ]);
    for (const al of ['2026-04-02', '2026-04-01T10:00:00.001Z', '2026-02-30', 'ieri', '']) {
      const { status, body } = await ask(`macchinari?al=${al}`);
      expect([al, status]).toEqual([al, 400]);
      expect(body.errors[0].campo).toBe('al');
    }
  });

  it('vale il diritto della storia: chi vede solo i suoi vede solo i suoi, chi non vede l’area niente', async () => {
    expect(await brands('macchinari?al=2026-03-30', own)).toEqual([['P1', null]]);
    expect(await brands('macchinari?al=2026-03-30')).toHaveLength(2);
    expect((await ask('macchinari?al=2026-03-30', nobody)).status).toBe(403);
    expect((await ask('macchinari?matricola=B2&al=2026-03-30', own)).status).toBe(404);
  });

  it('di un documento riservato dice soltanto che c’è', async () => {
    const { data } = await rows('personale?al=2026-03-30');
    expect(data).toMatchObject([{ cognome: 'Rossi', idoneita: 'Riservato' }]);
    expect(JSON.stringify(data)).not.toContain('IDONEITA.pdf');
  });

  it('ogni registro risponde, vuoto prima del primo evento', async () => {
    const admin = await portale.person({
      groupID: 2,
      permessi: areas,
    });
    for (const { path } of portale.deps.catalogue.registers) {
      const { status, body } = await ask(`${path}?al=2026-01-01&pagina=1`, admin);
      expect([path, status === 200 || status === 403]).toEqual([path, true]);
      if (status === 200) expect(body, path).toEqual({ data: [], totale: 0 });
    }
  });
});
