// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requisiti } from '#contracts/registers/requisiti.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import { personale } from '#contracts/registers/personale.ts';
import type { Requirement } from '#contracts/modules/scadenze/required.ts';
import { aroundHook, fakePortal, leaveNothing, signIn } from '#web/portal.testing.tsx';
import { rowOf } from '#web/registers/row.testing.ts';
import { missingOf, NOTHING_KNOWN, useDocumentRules, type DocumentRules, type WorkerRow } from './document-rules.ts';

const TODAY = '2026-11-21';
const asked = (tipo_documento: string, more: Partial<Requirement> = {}): Requirement => ({
  soggetto: 'lavoratore',
  tipo_documento,
  mansione: 3,
  ...more,
});
const worker = (values: object): WorkerRow => ({ ...rowOf(personale, { matricola: 'P1', mansione: 3 }), ...values }) as WorkerRow;
const rulesOf = (...requirements: Requirement[]): DocumentRules => ({ def: personale, requirements });
const missing = (row: WorkerRow, ...requirements: Requirement[]) => [...missingOf(row, rulesOf(...requirements), TODAY)!];

describe('i documenti che mancano a un lavoratore', () => {
  it('non si sanno finché non si conoscono i requisiti', () => {
    expect(missingOf(worker({}), NOTHING_KNOWN, TODAY)).toBeNull();
    expect(missingOf(worker({}), rulesOf(), TODAY)).toEqual(new Set());
  });

  it.each([
    ['della sua mansione', { mansione: 3 }, ['patente']],
    ['di un’altra', { mansione: 4 }, []],
    ['di nessuna', { mansione: null }, []],
    ['non scritta', { mansione: undefined }, []],
    ['scritta zero', { mansione: 0 }, []],
  ])('sono quelli della mansione: %s', (_called, values, codes) => {
    expect(missing(worker(values), asked('patente'), asked('cqc', { soggetto: 'macchina' }), asked('zero', { mansione: 0 }))).toEqual(
      codes,
    );
  });

  it.each([
    [1, ['permesso']],
    [0, []],
    [null, []],
    [undefined, []],
  ])('un permesso si chiede a chi è cittadino extra UE (%s)', (extra_ue, codes) => {
    expect(missing(worker({ extra_ue }), asked('permesso', { se: 'extra_ue' }))).toEqual(codes);
  });

  it.each([
    ['senza file né data', {}, ['corso', 'altro']],
    ['con il file', { corso: 'P1/corso.pdf' }, []],
    ['con un nome vuoto', { corso: '' }, ['corso', 'altro']],
    ['con un numero al posto del nome', { corso: 5 }, ['corso', 'altro']],
    ['con una data a venire, anche senza file', { scadenza_corso: '2026-11-22' }, []],
    ['con la data di oggi', { corso: 'P1/corso.pdf', scadenza_corso: TODAY }, ['corso', 'altro']],
    ['con quello che lo sostituisce', { altro: 'P1/altro.pdf' }, []],
  ])('uno dei due che bastano: %s', (_called, values, codes) => {
    expect(missing(worker(values), asked('corso|altro'))).toEqual(codes);
  });

  it('si calcolano una volta per riga e per regole', () => {
    const [row, rules] = [worker({}), rulesOf(asked('patente'))];
    const first = missingOf(row, rules, TODAY);
    expect(missingOf(row, rules, TODAY)).toBe(first);
    expect([...missingOf(worker({ patente: 'P1/p.pdf' }), rules, TODAY)!]).toEqual([]);
    expect(missingOf(row, rules, TODAY)).toBe(first);
    expect([...missingOf(row, rulesOf(asked('cqc')), TODAY)!]).toEqual(['cqc']);
  });
});

describe('le regole di oggi', () => {
  beforeEach(() => signIn());
  afterEach(leaveNothing);

  it('sono i requisiti dei lavoratori e i tipi di documento aggiunti; restano le stesse finché nulla cambia', async () => {
    const rows = {
      '/api/requisiti': [rowOf(requisiti, { id: 1, soggetto: 'lavoratore', tipo_documento: 'drone', mansione: 3 })],
      '/api/tipi_documento': [rowOf(tipiDocumento, { id: 2, soggetto: 'lavoratore', codice: 'drone', nome: 'Patentino' })],
    };
    const kindsAsked = Promise.withResolvers<void>();
    const calls = fakePortal(async ({ path }) => {
      if (path === '/api/tipi_documento') await kindsAsked.promise;
      const data = rows[path as keyof typeof rows];
      return { body: { data, totale: data.length } };
    });
    const { result, rerender } = renderHook(useDocumentRules, { wrapper: aroundHook() });
    expect(result.current).toEqual(NOTHING_KNOWN);
    await waitFor(() => expect(result.current.requirements).toEqual(rows['/api/requisiti']));
    expect(result.current.def).toBe(personale);
    kindsAsked.resolve();
    await waitFor(() => expect(result.current.def.fields).toHaveProperty('drone.label', 'Patentino'));
    const known = result.current;
    rerender();
    expect(result.current).toBe(known);
    const filters = calls.map(({ path, query }) => [path, query.get('filtri'), query.get('ordina')]);
    expect(filters).toContainEqual(['/api/requisiti', '{"soggetto":"lavoratore"}', 'id']);
    expect([...missingOf(worker({}), known, TODAY)!]).toEqual(['drone']);
  });
});
