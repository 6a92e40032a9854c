import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Command, Outcome } from '#contracts/ports/dispatch.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { readOne } from '#projections/registers/register.queries.ts';
import { ready } from '../../../test/access.ts';
import { startTestPortal, testSender, type TestPortal } from '../../../test/portal.ts';
import { listinoOf } from './listino.ts';

/**
 * Step of a random run. Quantities are in thousandths and prices in ten-thousandths, so the expected values are computed in integers,
 * independently of the code under test.
 */
type Step =
  | { fa: 'aggiungi'; item: number; quantita: number; fermo: boolean }
  | { fa: 'cambia'; riga: number; quantita: number }
  | { fa: 'elimina' | 'ripristina'; riga: number }
  | { fa: 'prezzo'; item: number; prezzo: number }
  | { fa: 'ricalcola' | 'testata' | 'cantiere' };

interface Line {
  id: number;
  item: number;
  quantita: number;
  prezzo: number;
  fermo: boolean;
  there: boolean;
  version: number;
}

const ITEMS = ['JET GROUTING', 'MICROPALI'] as const;
const quantita = fc.integer({ min: 0, max: 900_000 });
const line = fc.nat({ max: 5 });
const item = fc.nat({ max: 1 });
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ fa: fc.constant('aggiungi' as const), item, quantita, fermo: fc.boolean() }) },
    { weight: 3, arbitrary: fc.record({ fa: fc.constant('cambia' as const), riga: line, quantita }) },
    { weight: 3, arbitrary: fc.record({ fa: fc.constantFrom('elimina' as const, 'ripristina' as const), riga: line }) },
    { weight: 2, arbitrary: fc.record({ fa: fc.constant('prezzo' as const), item, prezzo: fc.integer({ min: 0, max: 999_999 }) }) },
    { weight: 2, arbitrary: fc.record({ fa: fc.constantFrom('ricalcola' as const, 'testata' as const, 'cantiere' as const) }) },
  ),
  { minLength: 1, maxLength: 14 },
);

/** Returns the value of a line in cents, rounded half up. */
const cents = ({ quantita: q, prezzo, fermo }: Line): bigint => (fermo ? 0n : (BigInt(q) * BigInt(prezzo) * 2n + 100_000n) / 200_000n);

let portale: TestPortal;
let run = 0;

beforeAll(async () => {
  portale = await startTestPortal();
});
afterAll(() => portale?.stop());

const send = (command: Command): Promise<Outcome> => portale.deps.dispatch(command, testSender(undefined, { origine: 'demo' }));
const create = (register: string, values: Values, key?: string) =>
  send({ register, action: 'create', values, ...(key === undefined ? {} : { key }) });

/** Creates a header on a new site that has the work items of `ITEMS`. */
async function scene() {
  run += 1;
  const commessa = run.toString(36).toUpperCase().padStart(4, 'Q');
  await create('cantieri', {}, commessa);
  await create('cantieri_wbs', { commessa, descrizione: 'GENERALE' });
  const items = [];
  for (const lavorazione of ITEMS)
    items.push({ id: Number((await create('cantieri_lavorazioni', { commessa, lavorazione, prezzo: 10 })).key), prezzo: 100_000 });
  const header = Number((await create('produzione_padre', { data: '2026-01-05', cantiere: commessa })).key);
  return { commessa, items, header, lines: [] as Line[] };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const ricalcola = async ({ commessa, header }: Scene) =>
  send({
    register: 'produzione_padre',
    action: 'named',
    name: 'ricalcola',
    key: header,
    body: { listino: JSON.parse(JSON.stringify(await listinoOf(portale.deps, commessa))) },
  });

/** Deletes a record and restores its first version. */
async function goneAndBack(register: string, key: string | number): Promise<void> {
  await send({ register, action: 'delete', key });
  await send({ register, action: 'restore', key, version: 1 });
}

async function step(on: Scene, todo: Step): Promise<void> {
  const { header, lines, items } = on;
  const chosen = 'riga' in todo ? lines[todo.riga] : undefined;
  const current = (one: Line) => items[one.item]?.prezzo ?? 0;
  switch (todo.fa) {
    case 'aggiungi': {
      const values = {
        id_intestazione: header,
        lavorazione: ITEMS[todo.item] ?? null,
        wbs: 'GENERALE',
        quantita: todo.quantita / 1000,
        fermo: todo.fermo ? 1 : 0,
      };
      const { key, version } = await create('produzione', values);
      lines.push({
        id: Number(key),
        item: todo.item,
        quantita: todo.quantita,
        prezzo: items[todo.item]?.prezzo ?? 0,
        fermo: todo.fermo,
        there: true,
        version,
      });
      return;
    }
    case 'cambia':
      if (!chosen?.there) return;
      chosen.version = (
        await send({
          register: 'produzione',
          action: 'change',
          key: chosen.id,
          values: { quantita: todo.quantita / 1000, id_intestazione: header },
        })
      ).version;
      Object.assign(chosen, { quantita: todo.quantita, prezzo: current(chosen) });
      return;
    case 'elimina':
    case 'ripristina': {
      if (!chosen || chosen.there !== (todo.fa === 'elimina')) return;
      const action = todo.fa === 'elimina' ? 'delete' : 'restore';
      const { version } = await send({
        register: 'produzione',
        action,
        key: chosen.id,
        version: chosen.version,
        values: { id_intestazione: header },
      });
      // a restored line takes the current price of its site
      Object.assign(chosen, { there: !chosen.there, ...(action === 'restore' ? { version, prezzo: current(chosen) } : {}) });
      return;
    }
    case 'prezzo': {
      const priced = items[todo.item];
      if (!priced) return;
      await send({
        register: 'cantieri_lavorazioni',
        action: 'change',
        key: priced.id,
        values: { commessa: on.commessa, prezzo: todo.prezzo / 10_000 },
      });
      priced.prezzo = todo.prezzo;
      return;
    }
    case 'ricalcola': {
      await ricalcola(on);
      const version = (await portale.deps.store.read(`produzione_padre-${header}`)).length;
      for (const one of lines.filter((l) => l.there)) Object.assign(one, { prezzo: current(one), version });
      expect((await ricalcola(on)).position).toBeNull();
      return;
    }
    case 'testata':
      return goneAndBack('produzione_padre', header);
    case 'cantiere':
      return goneAndBack('cantieri', on.commessa);
  }
}

describe('per qualunque serie di operazioni', () => {
  it('la testata dice quello che dice un altro conto delle sue righe', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (todo) => {
        const on = await scene();
        for (const one of todo) await step(on, one);
        await ready(portale);
        const row = await readOne(portale.deps.readDb, portale.deps.catalogue, produzionePadre, on.header);
        const there = on.lines.filter((one) => one.there);
        const total = there.reduce((sum, one) => sum + cents(one), 0n);
        const amount = there.reduce((sum, one) => sum + (one.fermo ? 0 : one.quantita), 0);
        expect([row?.['produzione'], row?.['quantita']]).toEqual([Number(total) / 100, amount / 1000]);
      }),
      { numRuns: 25 },
    );
  });
});
