import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Group } from '#contracts/core/groups.ts';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { makeReferences } from '../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../test/portal.ts';

let portale: TestPortal;
let anna: Person;
let own: Person;
let nobody: Person;

const COSTS = [
  { data: '2026-01-02', cantiere: '0420', tipologia_costo: 'Gasolio', quantita: 1, importo: 10.1 },
  { data: '2026-01-31', cantiere: '0420', tipologia_costo: 'Gasolio', quantita: 3, importo: 0.1 },
  { data: '2026-02-01', cantiere: '0420', tipologia_costo: 'Nolo', quantita: 1, importo: 5 },
  { data: '2025-12-31', cantiere: '0421', tipologia_costo: 'Acqua', quantita: 1, importo: 7, wbs: 'SPALLA A' },
] as const;

beforeAll(async () => {
  portale = await startTestPortal();
  await makeReferences(portale, {
    cantieri: ['0420', '0421'],
    tipologia_costi: ['Gasolio', 'Nolo', 'Acqua'],
    wbs: ['SPALLA A'],
  });
  anna = await portale.person({ memberID: 'anna', permessi: { costi: EVERYTHING, macchinari: EVERYTHING } });
  own = await portale.person({ memberID: 'paolo', permessi: { costi: { ...EVERYTHING, allowView: 1 } } });
  nobody = await portale.person({ memberID: 'nessuno', permessi: { macchinari: EVERYTHING } });
  for (const costi of COSTS) {
    const { status, text } = await portale.call('POST', '/api/costi', { as: anna, body: { costi } });
    expect(status, text).toBe(201);
  }
});
afterAll(() => portale?.stop());

const ask = (query: string, as = anna) => portale.call('GET', `/api/costi/gruppi?${query}`, { as });
const groups = async (query: string, as = anna): Promise<{ data: Group[]; totale: number }> => {
  const { status, body, text } = await ask(query, as);
  expect(status, text).toBe(200);
  return body;
};
const counted = async (query: string, as = anna) => (await groups(query, as)).data.map(({ valore, quanti }) => [valore, quanti]);

describe('GET api/REGISTER/gruppi', () => {
  it('counts the rows by value, the largest group first, then by value, and adds up what can be added', async () => {
    expect(await groups('per=tipologia_costo')).toEqual({
      data: [
        { valore: 'Gasolio', quanti: 2, somme: [{ campo: 'totale', unita: '€', somma: 10.4 }] },
        { valore: 'Acqua', quanti: 1, somme: [{ campo: 'totale', unita: '€', somma: 7 }] },
        { valore: 'Nolo', quanti: 1, somme: [{ campo: 'totale', unita: '€', somma: 5 }] },
      ],
      totale: 3,
    });
  });

  it('groups a date by day, month and year', async () => {
    expect(await counted('per=data:mese')).toEqual([
      ['2026-01', 2],
      ['2025-12', 1],
      ['2026-02', 1],
    ]);
    expect(await counted('per=data:anno')).toEqual([
      ['2026', 3],
      ['2025', 1],
    ]);
    expect((await counted('per=data:giorno')).length).toBe(4);
    expect((await counted('per=data')).map(([day]) => day).toSorted()).toEqual(COSTS.map(({ data }) => data).toSorted());
  });

  it('the rows without a value are one group', async () => {
    expect(await groups('per=wbs')).toMatchObject({
      data: [{ valore: null, quanti: 3, somme: [{ somma: 15.4 }] }, { valore: 'SPALLA A' }],
    });
  });

  it('keeps to the search and the filters of the list, and to the page', async () => {
    expect(await counted('per=tipologia_costo&cerca=gas')).toEqual([['Gasolio', 2]]);
    const filters = encodeURIComponent(JSON.stringify({ data: { da: '2026-01-01', a: '2026-01-31' } }));
    expect(await counted(`per=cantiere&filtri=${filters}`)).toEqual([['0420', 2]]);
    const second = await groups('per=tipologia_costo&righe=1&pagina=2');
    expect([second.data.map(({ valore }) => valore), second.totale]).toEqual([['Acqua'], 3]);
    expect(await groups('per=tipologia_costo&righe=1&pagina=9')).toEqual({ data: [], totale: 3 });
  });

  it('counts only what the reader may see, and nothing for whoever may not see the list', async () => {
    expect(await groups('per=cantiere', own)).toEqual({ data: [], totale: 0 });
    await portale.call('POST', '/api/costi', { as: own, body: { costi: { ...COSTS[2], cantiere: '0421', importo: 1 } } });
    expect(await groups('per=cantiere', own)).toMatchObject({ data: [{ valore: '0421', quanti: 1, somme: [{ somma: 1 }] }], totale: 1 });
    expect((await ask('per=cantiere', nobody)).status).toBe(403);
  });

  it('does not count what is deleted', async () => {
    const before = await groups('per=tipologia_costo&cerca=acqua');
    const { body } = await portale.call('GET', '/api/costi?cerca=acqua', { as: anna });
    await portale.call('DELETE', '/api/costi', { as: anna, body: { id: body.data[0].id } });
    expect([before.totale, (await groups('per=tipologia_costo&cerca=acqua')).totale]).toEqual([1, 0]);
  });

  it('names what it cannot group', async () => {
    for (const [query, campo] of [
      ['', 'per'],
      ['per=sconosciuto', 'per'],
      ['per=cantiere:mese', 'per'],
      ['per=importo:mese', 'per'],
      ['per=data:secolo', 'per'],
      ["per=data'--", 'per'],
      ['per=cantiere&filtri=[1]', 'filtri'],
      ['per=cantiere&filtri={"ieri":1}', 'ieri'],
      ['per=cantiere&righe=501', 'righe'],
    ] as const) {
      const { status, body } = await ask(query);
      expect([query, status, body.errors?.[0]?.campo]).toEqual([query, 400, campo]);
    }
    const files = await portale.call('GET', '/api/macchinari/gruppi?per=percorso_libretto', { as: anna });
    expect(files.status).toBe(400);
  });

  it('never adds different units: quantities of production by the unit of the work item', async () => {
    const all = await portale.person({
      memberID: 'capo',
      permessi: { produzione: EVERYTHING, cantieri: EVERYTHING, lavorazioni: EVERYTHING },
    });
    const post = async (path: string, body: object) => {
      const { status, text, body: answer } = await portale.call('POST', `/api/${path}`, { as: all, body });
      expect(status, text).toBe(201);
      return answer.message.insertId as number;
    };
    await post('cantieri_wbs', { cantieri_wbs: { commessa: '0420', descrizione: 'SPALLA A' } });
    for (const [descrizione, um] of [
      ['PALI', 'ml'],
      ['TIRANTI', 'ml'],
      ['GETTO', 'mc'],
    ] as const) {
      await post('lavorazioni', { lavorazione: { descrizione, um } });
      await post('cantieri_lavorazioni', { cantieri_lavorazioni: { commessa: '0420', lavorazione: descrizione, prezzo: 2 } });
    }
    const header = await post('produzione_padre', { produzione_padre: { data: '2026-03-02', cantiere: '0420' } });
    for (const [lavorazione, quantita] of [
      ['PALI', 1.5],
      ['TIRANTI', 2],
      ['GETTO', 4],
    ] as const)
      await post('produzione', { produzione: { id_intestazione: header, wbs: 'SPALLA A', lavorazione, quantita } });
    const { body } = await portale.call('GET', '/api/produzione/gruppi?per=commessa', { as: all });
    expect(body.data).toEqual([
      {
        valore: '0420',
        quanti: 3,
        somme: [
          { campo: 'quantita', unita: 'mc', somma: 4 },
          { campo: 'quantita', unita: 'ml', somma: 3.5 },
          { campo: 'produzione', unita: '€', somma: 15 },
        ],
      },
    ]);
  });
});
