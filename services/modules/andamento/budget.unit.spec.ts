import { describe, expect, it } from 'vitest';
import { budgetOf, usedItems, type UsedItem } from './budget.ts';

const item = (more: Partial<UsedItem>): UsedItem =>
  ({
    lavorazione: 'PALI',
    wbs: null,
    unita: 'ml',
    prezzo: 10,
    budget_quantita: null,
    budget_importo: null,
    consumato_quantita: 0,
    consumato_importo: 0,
    ...more,
  }) as UsedItem;

describe('il budget di un cantiere', () => {
  it('somma quantità di una sola unità; di più unità non c’è una quantità', () => {
    const metres = [item({ budget_quantita: 100.5 }), item({ budget_quantita: 20 }), item({ unita: 'kg' })];
    expect(budgetOf(metres, { seesAllLines: true })).toMatchObject({ quantita: 120.5, importo: null });
    expect(budgetOf([...metres, item({ unita: 'kg', budget_quantita: 1 })], { seesAllLines: true })).toMatchObject({ quantita: null });
    expect(budgetOf([item({ budget_importo: 5 })], { seesAllLines: true })).toMatchObject({ quantita: null, importo: 5 });
  });

  it('somma gli importi che ci sono; nessuno non è zero', () => {
    expect(budgetOf([item({ budget_importo: 1000.1 }), item({ budget_importo: 0.2 }), item({})], { seesAllLines: true })).toMatchObject({
      importo: 1000.3,
    });
    expect(budgetOf([item({})], { seesAllLines: true })).toMatchObject({ quantita: null, importo: null, consumato: 0 });
  });

  it('è consumato dalle lavorazioni che ne hanno uno, e lo dice solo a chi vede ogni riga', () => {
    const items = [item({ budget_quantita: 1, consumato_importo: 30 }), item({ consumato_importo: 500 })];
    expect(budgetOf(items, { seesAllLines: true })).toHaveProperty('consumato', 30);
    expect(budgetOf(items, { seesAllLines: false })).not.toHaveProperty('consumato');
  });
});

it('una riga consuma il budget della voce che le dà il prezzo; le altre nessuno', () => {
  const items = [item({ wbs: 'W1', budget_quantita: 10 }), item({ wbs: 'W2', budget_quantita: 10 })];
  const produced = [
    { lavorazione: 'PALI', mese: '2026-10', commessa: '0412', wbs: 'W2', quantita: 3, produzione: 30 },
    { lavorazione: 'PALI', mese: '2026-10', commessa: '0412', wbs: 'W2', quantita: 1, produzione: 10 },
    { lavorazione: 'JET', mese: '2026-10', commessa: '0412', wbs: 'W1', quantita: 9, produzione: 90 },
  ] as Parameters<typeof usedItems>[1];
  expect(usedItems(items, produced).map(({ consumato_quantita, consumato_importo }) => [consumato_quantita, consumato_importo])).toEqual([
    [0, 0],
    [4, 40],
  ]);
});
