import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING, type PermissionLevels } from '#contracts/core/permissions.ts';
import type { PreviewRow } from '#contracts/core/change-together.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

const OWN: PermissionLevels = { allowInsert: 1, allowView: 1, allowEdit: 1, allowDelete: 1 };
const SEES: PermissionLevels = { allowInsert: 1, allowView: 3, allowEdit: 1, allowDelete: 1 };

let portale: TestPortal;
let anna: Person;
let bruno: Person;
let carla: Person;

beforeAll(async () => {
  portale = await startTestPortal({ now: () => new Date('2026-05-20T10:00:00Z') });
  anna = await portale.person({ memberID: 'anna', permessi: { accise: EVERYTHING, macchinari: EVERYTHING } });
  bruno = await portale.person({ memberID: 'bruno', permessi: { accise: OWN } });
  carla = await portale.person({ memberID: 'carla', permessi: { accise: SEES } });
});
afterAll(() => portale?.stop());

const create = async (accise: object, as = anna): Promise<number> =>
  (await portale.call('POST', '/api/accise', { as, body: { accise } })).body.message.insertId;
const ask = (body: object, as = anna, path = '/api/accise/modifica-insieme') => portale.call('POST', path, { as, body });
const preview = async (body: object, as = anna): Promise<PreviewRow[]> => {
  const answer = await ask({ ...body, prova: 1 }, as);
  expect([answer.status, answer.status === 200 ? '' : answer.body]).toEqual([200, '']);
  return answer.body.data;
};

describe('La prova di una modifica di più record', () => {
  it('dice riga per riga prima e dopo, e non scrive nulla', async () => {
    const ids = [await create({ data: '2026-05-02', ore: 3 }), await create({ data: '2026-05-03', ore: 5 })];
    const head = await portale.deps.store.head();
    const rows = await preview({ ids, campi: { ore: 5 } });
    expect(rows).toEqual([
      { id: ids[0], nome: expect.stringContaining('accis'), versione: 1, prima: { ore: 3 }, dopo: { ore: 5 }, rifiuto: null },
      { id: ids[1], nome: expect.any(String), versione: 1, prima: { ore: 5 }, dopo: { ore: 5 }, rifiuto: null },
    ]);
    expect(await portale.deps.store.head()).toBe(head);
  });

  it('di un record che non c’è, eliminato o che non si vede dice la stessa riga', async () => {
    const [others, gone] = [await create({ ore: 1 }), await create({ ore: 1 }, bruno)];
    const own = await create({ ore: 1 }, bruno);
    await portale.call('DELETE', '/api/accise', { as: anna, body: { id: gone } });
    const rows = await preview({ ids: [others, gone, 999_999, own], campi: { ore: 2 } }, bruno);
    const missing = { nome: null, versione: null, prima: {}, dopo: {}, rifiuto: 'Non trovato' };
    expect(rows.slice(0, 3)).toEqual([others, gone, 999_999].map((id) => ({ id, ...missing })));
    expect(rows[3]).toMatchObject({ id: own, rifiuto: null, dopo: { ore: 2 } });
  });

  it('chi vede un record ma non lo può modificare legge il perché', async () => {
    const id = await create({ ore: 1 });
    const [row] = await preview({ ids: [id], campi: { ore: 2 } }, carla);
    expect(row).toEqual({
      id,
      nome: expect.any(String),
      versione: 1,
      prima: { ore: 1 },
      dopo: {},
      rifiuto: expect.stringContaining('permesso'),
    });
  });

  it('un trimestre chiuso e un valore che non c’è sono rifiutati con il loro motivo', async () => {
    const old = await create({ data: '2026-02-02', ore: 3 });
    const closed = await portale.call('POST', '/api/accise/dichiarazione/chiudi', { as: anna, body: { anno: 2026, trimestre: 1 } });
    expect(closed.status).toBe(200);
    const [refused] = await preview({ ids: [old], campi: { ore: 4 } });
    expect(refused).toMatchObject({ prima: { ore: 3 }, dopo: {}, rifiuto: expect.stringContaining('trimestre') });
    const open = await create({ data: '2026-05-02' });
    const [unknown] = await preview({ ids: [open], campi: { matricola: 'ZZZ' } });
    expect(unknown?.rifiuto).toContain('ZZZ');
  });

  it('una versione superata è rifiutata con il nome di chi ha modificato', async () => {
    const id = await create({ data: '2026-05-02', ore: 3 });
    await portale.call('PUT', '/api/accise', { as: anna, body: { accise: { id, ore: 4 } } });
    const [row] = await preview({ ids: [id], campi: { ore: 9 }, versioni: { [id]: 1 } });
    expect(row).toMatchObject({ versione: 2, rifiuto: 'Modificato nel frattempo da anna' });
  });

  it('va a pagine, anche dei record di un filtro', async () => {
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push(await create({ data: '2026-05-09', ore: 77 }));
    const filtri = { ore: 77 };
    const answer = await ask({ filtri, campi: { ore: 78 }, prova: 1, pagina: 2, righe: 2 });
    expect(answer.body.totale).toBe(5);
    const all = await preview({ filtri, campi: { ore: 78 } });
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(ids));
    expect(answer.body.data).toEqual(all.slice(2, 4));
    const unseen = await preview({ filtri, campi: { ore: 78 }, versioni: { [ids[0]!]: 1 } });
    expect(unseen.filter(({ rifiuto }) => rifiuto === null).map(({ id }) => id)).toEqual([ids[0]]);
  });

  it('un campo sconosciuto, la chiave e un documento sono 400 con il loro nome', async () => {
    const names = async (campi: object, path?: string) => {
      const { status, body } = await ask({ ids: [1], campi, prova: 1 }, anna, path);
      return [status, body.errors?.map(({ campo }: { campo: string }) => campo)];
    };
    expect(await names({ ore: 1, colore: 'rosso' })).toEqual([400, ['colore']]);
    expect(await names({ id: 4 })).toEqual([400, ['id']]);
    expect(await names({ ore: 'molte' })).toEqual([400, ['ore']]);
    expect(await names({ CE: 'X/X_CE.pdf' }, '/api/macchinari/modifica-insieme')).toEqual([400, ['CE']]);
    expect((await ask({ ids: [1], prova: 1 })).status).toBe(400);
    expect((await ask({ campi: { ore: 1 }, prova: 1 })).status).toBe(400);
    expect((await ask({ ids: [], campi: { ore: 1 }, prova: 1 })).status).toBe(400);
    expect((await ask({ ids: Array.from({ length: 5001 }, (_, n) => n + 1), campi: { ore: 1 }, prova: 1 })).status).toBe(400);
    expect((await ask({ filtri: { colore: 1 }, campi: { ore: 1 }, prova: 1 })).status).toBe(400);
  });

  it('chi non può modificare niente nell’area riceve 403, e gli utenti non si modificano insieme', async () => {
    const blind = await portale.person({ permessi: {} });
    expect((await ask({ ids: [1], campi: { ore: 1 }, prova: 1 }, blind)).status).toBe(403);
    expect((await ask({ ids: ['anna'], campi: { name: 'x' }, prova: 1 }, anna, '/api/users/modifica-insieme')).status).toBe(404);
  });
});
