// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { EVERYTHING, type Identity } from '#contracts/core/permissions.ts';
import { catalogue } from '#web/catalogue.ts';
import { fakePortal, leaveNothing, signIn } from '#web/portal.testing.tsx';
import { dossierOptions, isEmpty, loadMachines, loadWorkers, NOBODY, seesMachines, seesWorkers } from './dossier.api.ts';

const seeing = (...areas: string[]): Identity => ({
  memberID: 'anna',
  groupID: 12,
  permessi: Object.fromEntries(areas.map((area) => [area, { ...EVERYTHING, allowInsert: 0, allowEdit: 0, allowDelete: 0 }])),
});
const answered = (rows: Record<string, object[]> = {}) => {
  signIn();
  return fakePortal(({ path }) => ({ body: { data: rows[path] ?? [], voci: [] } }));
};
afterEach(leaveNothing);

describe('the dossier of a site', () => {
  it('is asked for the day and every named subject, each under its own key', async () => {
    const calls = answered();
    const client = new QueryClient();
    await client.fetchQuery(dossierOptions('0421', '2026-03-02'));
    await client.fetchQuery(dossierOptions('0421', '2026-03-03'));
    await client.fetchQuery(dossierOptions('0421', '2026-03-02', { lavoratore: ['1', '2'], macchina: ['A0001'] }));
    expect(calls.map(({ path, query }) => `${path}?${query}`)).toEqual([
      '/api/cantieri/dossier?commessa=0421&giorno=2026-03-02',
      '/api/cantieri/dossier?commessa=0421&giorno=2026-03-03',
      '/api/cantieri/dossier?commessa=0421&giorno=2026-03-02&lavoratore=1&lavoratore=2&macchina=A0001',
    ]);
  });

  it.each([
    [NOBODY, true],
    [{ lavoratore: ['1'], macchina: [] }, false],
    [{ lavoratore: [], macchina: ['A0001'] }, false],
  ])('%j: nobody is named: %s', (subjects, expected) => {
    expect(isEmpty(subjects)).toBe(expected);
  });
});

describe('who may be chosen', () => {
  const MACHINES = [{ matricola: 'A0001', marca: 'Bauer', modello: 'BG' }];
  const RENTALS = [{ matricola: 'N0001', marca: 'Cat', modello: '320' }];

  it.each([
    ['workers', ['report'], true, false, []],
    ['machines', ['macchinari'], false, true, ['/api/macchinari']],
    ['rentals', ['noleggi_int'], false, true, ['/api/noleggi']],
    ['machines and rentals', ['macchinari', 'noleggi_int'], false, true, ['/api/macchinari', '/api/noleggi']],
    ['nothing', [], false, false, []],
  ])('for somebody who sees %s', async (_, areas, workers, machines, paths) => {
    const calls = answered({ '/api/macchinari': MACHINES, '/api/noleggi': RENTALS });
    const who = seeing(...areas);
    expect([seesWorkers(who), seesMachines(who)]).toEqual([workers, machines]);
    const found = await loadMachines(catalogue, new QueryClient(), who)('a', new AbortController().signal);
    expect(calls.map(({ path }) => path)).toEqual(paths);
    expect(found.map(({ value }) => value)).toEqual(paths.map((path) => (path === '/api/noleggi' ? 'N0001' : 'A0001')));
  });

  it('workers are found by their name', async () => {
    const calls = answered({ '/api/personale': [{ matricola: '7', cognome: 'Neri', nome: 'Ada' }] });
    const found = await loadWorkers(catalogue, new QueryClient())('ne', new AbortController().signal);
    expect(found).toEqual([{ value: '7', detail: 'Neri Ada' }]);
    expect([calls[0]?.path, calls[0]?.query.get('cerca')]).toEqual(['/api/personale', 'ne']);
  });
});
