import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangedRecord } from '#contracts/core/comparison.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { EVERYTHING, type Permissions } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import type { Command } from '#contracts/ports/dispatch.ts';
import { startTestPortal, SYSTEM, type Person, type TestPortal } from '../../test/portal.ts';

let portale: TestPortal;
let anna: Person;
let own: Person;
let nobody: Person;
let clock = new Date('2026-02-01T09:00:00.000Z');

beforeAll(async () => {
  portale = await startTestPortal({ now: () => clock });
  const plan = { matricola: 'A1', componente: 'olio_motore', ogni_ore: 250 };
  await at('2026-03-01T10:00:00.000Z', create('macchinari', { matricola: 'A1', marca: 'Soilmec', modello: 'SR' }, 'A1'));
  await at('2026-03-01T11:00:00.000Z', create('macchinari', { matricola: 'B2', marca: 'Bauer' }, 'B2'));
  await at('2026-03-02T10:00:00.000Z', create('manutMacchinari', plan));
  await at('2026-03-10T10:00:00.000Z', change('A1', { marca: 'Casagrande', modello: 'XP' }));
  await at('2026-03-11T10:00:00.000Z', change('A1', { marca: 'Liebherr' }), 'mario');
  await at('2026-03-12T10:00:00.000Z', change('A1', { modello: 'SR' }), 'mario');
  await at('2026-03-13T10:00:00.000Z', { register: 'macchinari', action: 'delete', key: 'B2' });
  await at('2026-03-14T10:00:00.000Z', create('macchinari', { matricola: 'P1' }, 'P1'), 'paolo');
  clock = new Date('2026-04-01T10:00:00.000Z');
  const permessi = Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) as Permissions;
  anna = await portale.person({ memberID: 'anna', permessi });
  own = await portale.person({ memberID: 'paolo', permessi: { macchinari: { ...EVERYTHING, allowView: 1 } } });
  nobody = await portale.person({ memberID: 'nessuno', permessi: { costi: EVERYTHING } });
});
afterAll(() => portale?.stop());

const create = (register: string, values: Values, key?: string): Command => ({ register, action: 'create', key, values });
const change = (key: string, values: Values): Command => ({ register: 'macchinari', action: 'change', key, values });
async function at(instant: string, command: Command, memberID = 'anna') {
  clock = new Date(instant);
  await portale.command(command, { ...SYSTEM, memberID });
}

interface Compared {
  data: ChangedRecord[];
  totale: number;
  conteggi: Record<string, number>;
}

const ask = (query: string, as = anna, path = 'macchinari') => portale.call('GET', `/api/${path}/confronto?${query}`, { as });
const compared = async (query: string, as = anna, path = 'macchinari'): Promise<Compared> => {
  const { status, body, text } = await ask(query, as, path);
  expect(status, text).toBe(200);
  return body;
};
const kinds = ({ data }: Compared) => data.map(({ id, tipo }) => [id, tipo]);

describe('GET api/REGISTER/confronto', () => {
  it('dice che cosa è aggiunto, tolto e cambiato, e di ogni campo l’ultimo che l’ha cambiato', async () => {
    expect(await compared('da=2026-03-05&a=2026-03-31')).toEqual({
      data: [
        {
          id: 'A1',
          nome: 'macchinario A1',
          tipo: 'cambiato',
          campi: [
            {
              campo: 'marca',
              etichetta: 'Marca',
              prima: 'Soilmec',
              dopo: 'Liebherr',
              utente: 'mario',
              quando: '2026-03-11T10:00:00.000Z',
            },
          ],
        },
        { id: 'B2', nome: 'macchinario B2', tipo: 'tolto', campi: [] },
        { id: 'P1', nome: 'macchinario P1', tipo: 'aggiunto', campi: [] },
      ],
      totale: 3,
      conteggi: { aggiunto: 1, tolto: 1, cambiato: 1 },
    });
  });

  it('ciò che è andato e tornato non c’è; fra un momento e lui stesso non c’è niente', async () => {
    expect(kinds(await compared('da=2026-03-11&a=2026-03-12'))).toEqual([['A1', 'cambiato']]);
    expect((await compared('da=2026-03-11&a=2026-03-12')).data[0]!.campi.map(({ campo }) => campo)).toEqual(['modello']);
    expect(await compared('da=2026-03-12&a=2026-03-12')).toMatchObject({ data: [], totale: 0 });
    expect(kinds(await compared('da=2026-03-12T10:00:00.000Z&a=2026-03-13T09:59:59.999Z'))).toEqual([]);
  });

  it('va a pagine, con cerca e tipo; i conteggi sono di tutti i tipi', async () => {
    const page = await compared('da=2026-03-05&a=2026-03-31&pagina=2&righe=1');
    expect([kinds(page), page.totale]).toEqual([[['B2', 'tolto']], 3]);
    const one = await compared('da=2026-03-05&a=2026-03-31&tipo=aggiunto');
    expect([kinds(one), one.totale, one.conteggi]).toEqual([[['P1', 'aggiunto']], 1, { aggiunto: 1, tolto: 1, cambiato: 1 }]);
    const found = await compared('da=2026-03-05&a=2026-03-31&cerca=bauer');
    expect([kinds(found), found.totale, found.conteggi]).toEqual([[['B2', 'tolto']], 1, { aggiunto: 0, tolto: 1, cambiato: 0 }]);
  });

  it('i figli hanno il nome del padre', async () => {
    const { data } = await compared('da=2026-03-01&a=2026-03-31', anna, 'manutMacchinari');
    expect(data).toMatchObject([{ tipo: 'aggiunto', nome: expect.stringContaining('A1') }]);
  });

  it('rifiuta momenti a venire, rovesciati o mancanti, e un tipo che non c’è', async () => {
    for (const [query, campo] of [
      ['da=2026-03-05', 'a'],
      ['a=2026-03-05', 'da'],
      ['da=2026-03-06&a=2026-03-05', 'da'],
      ['da=2026-03-06&a=2027-03-05', 'a'],
      ['da=2026-03-06&a=2026-03-07&tipo=altro', 'tipo'],
    ] as const) {
      const { status, body } = await ask(query);
      expect([query, status, body.errors?.[0]?.campo]).toEqual([query, 400, campo]);
    }
  });

  it('mostra i soli record che la persona vede; a chi non vede l’area niente', async () => {
    const mine = await compared('da=2026-03-05&a=2026-03-31', own);
    expect([kinds(mine), mine.conteggi]).toEqual([[['P1', 'aggiunto']], { aggiunto: 1, tolto: 0, cambiato: 0 }]);
    expect((await ask('da=2026-03-05&a=2026-03-31', nobody)).status).toBe(403);
  });

  it('ogni registro risponde', async () => {
    const admin = await portale.person({ groupID: 2, permessi: Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) as Permissions });
    // comments have no comparison, since they follow the rights of their record
    const compares = portale.modules.flatMap(({ routes }) => routes.map(({ path }) => path)).filter((path) => path.endsWith('/confronto'));
    const registers = portale.deps.catalogue.registers.filter(({ path }) => compares.includes(`/api/${path}/confronto`));
    expect(portale.deps.catalogue.registers.length - registers.length).toBe(1);
    for (const { path } of registers)
      expect(await compared('da=2026-01-01&a=2026-01-02', admin, path), path).toMatchObject({ data: [], totale: 0 });
  });
});
