import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING, type Level, type PermissionLevels, type Permissions } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { pdf } from '../../../test/samples.ts';
import { installKinds } from './install-kinds.ts';

const everything: Permissions = Object.fromEntries(AREE.map((area) => [area, EVERYTHING]));
const report = (allowView: Level, allowEdit: Level, allowDelete: Level = 0): { report: PermissionLevels } => ({
  report: { allowInsert: 1, allowView, allowEdit, allowDelete },
});
const THERE = 'C1';
const NOT_THERE = 'NESSUNO';

let portale: TestPortal;
let admin: Person;
let mine: Person;

beforeAll(async () => {
  portale = await startTestPortal();
  await installKinds(portale.deps);
  admin = await portale.person({ groupID: 2, permessi: everything });
  mine = await portale.person({ permessi: report(1, 1) });
  for (const [as, matricola] of [
    [admin, THERE],
    [mine, 'MIO'],
  ] as const) {
    const { status } = await portale.call('POST', '/api/personale', { as, body: { personale: { matricola, cognome: 'R', nome: 'M' } } });
    expect(status).toBe(201);
  }
});
afterAll(() => portale?.stop());

/** Builds the form of a renewal, with its file before or after the fields. */
function renewed(id: string, fileFirst: boolean) {
  const sent = new FormData();
  const file = () => sent.append('file', new Blob([new Uint8Array(pdf('x'))]), 'c.pdf');
  if (fileFirst) file();
  for (const [name, value] of Object.entries({ soggetto: 'lavoratore', tipo: 'ps', id, scadenza: '2040-01-01' })) sent.append(name, value);
  if (!fileFirst) file();
  return sent;
}
const CALLS: Record<string, (id: string, as: Person) => ReturnType<TestPortal['call']>> = {
  catena: (id, as) => portale.call('GET', `/api/scadenze/catena?soggetto=lavoratore&tipo=ps&id=${id}`, { as }),
  rinnova: (id, as) => portale.call('POST', '/api/scadenze/rinnova', { as, body: renewed(id, false) }),
  'rinnova, campi dopo il file': (id, as) => portale.call('POST', '/api/scadenze/rinnova', { as, body: renewed(id, true) }),
  oscura: (id, as) =>
    portale.call('POST', '/api/scadenze/oscura', {
      as,
      body: { soggetto: 'lavoratore', tipo: 'ps', id, percorso: 'x/y.pdf', versione: 1, motivo: 'di un altro' },
    }),
  idoneo: (id, as) => portale.call('GET', `/api/idoneo?lavoratore=${id}`, { as }),
  visto: (id, as) =>
    portale.call('POST', '/api/scadenze/visto', { as, body: { soggetto: 'lavoratore', tipo: 'ps', id, fino: '2040-01-01' } }),
  dossier: (id, as) => portale.call('GET', `/api/cantieri/dossier?commessa=K1&lavoratore=${id}`, { as }),
  'un tipo che non c’è': (id, as) => portale.call('GET', `/api/scadenze/catena?soggetto=lavoratore&tipo=nessuno&id=${id}`, { as }),
};

describe('chi non ha il diritto non distingue ciò che c’è da ciò che non c’è', () => {
  beforeAll(async () => {
    await portale.call('POST', '/api/cantieri', { as: admin, body: { cantiere: { commessa: 'K1' } } });
  });
  const answer = async (call: string, id: string, as: Person) => {
    const { status, body } = await CALLS[call]!(id, as);
    return { status, said: JSON.stringify(body).replaceAll(id, 'X') };
  };

  it.each(Object.keys(CALLS))('%s: senza l’area, 403 in ogni caso', async (call) => {
    // a person who sees sites may ask for every verdict, so for `idoneo` this person has no area at all
    const nobody = await portale.person({ groupID: 2, permessi: call === 'idoneo' ? {} : { cantieri: EVERYTHING } });
    const [there, absent] = [await answer(call, THERE, nobody), await answer(call, NOT_THERE, nobody)];
    expect(there).toEqual(absent);
    expect(there.status).toBe(403);
  });

  it.each(Object.keys(CALLS).filter((call) => call !== 'un tipo che non c’è'))(
    '%s: con i propri soltanto, lo stesso per quelli di altri',
    async (call) => {
      const own = await portale.person({ groupID: 2, permessi: { ...report(1, 1, 1), cantieri: EVERYTHING } });
      const asked = call === 'idoneo' ? mine : own;
      const [there, absent] = [await answer(call, THERE, asked), await answer(call, NOT_THERE, asked)];
      expect(there).toEqual(absent);
      expect([403, 404]).toContain(there.status);
    },
  );

  it('chi vede soltanto è rifiutato prima che il record si cerchi', async () => {
    const reader = await portale.person({ groupID: 2, permessi: report(3, 0) });
    for (const call of ['rinnova', 'rinnova, campi dopo il file', 'oscura']) {
      const [there, absent] = [await answer(call, THERE, reader), await answer(call, NOT_THERE, reader)];
      expect([call, there]).toEqual([call, absent]);
      expect(there.status).toBe(403);
    }
  });

  it('di più lavoratori il diritto si chiede per ciascuno, anche se il primo è proprio', async () => {
    const editor = await portale.person({ permessi: report(3, 1) });
    await portale.call('POST', '/api/personale', { as: editor, body: { personale: { matricola: 'PROPRIO', cognome: 'R', nome: 'M' } } });
    const sent = new FormData();
    for (const [name, value] of [
      ['soggetto', 'lavoratore'],
      ['tipo', 'ps'],
      ['id', 'PROPRIO'],
      ['id', THERE],
      ['scadenza', '2040-01-01'],
    ] as const)
      sent.append(name, value);
    sent.append('file', new Blob([new Uint8Array(pdf('x'))]), 'c.pdf');
    expect((await portale.call('POST', '/api/scadenze/rinnova', { as: editor, body: sent })).status).toBe(403);
    for (const id of ['PROPRIO', THERE]) expect((await CALLS['catena']!(id, admin)).body.data).toEqual([]);
  });
});
