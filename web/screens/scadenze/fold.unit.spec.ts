import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueItem } from '#contracts/modules/scadenze/due-item.testing.ts';
import { boardKey, foldedWords, foldRows } from './fold.ts';

const ofDay = (id: string, tipo: string, scadenza: string | null, more = {}) => dueItem({ id, tipo, tipo_nome: tipo, scadenza, ...more });
const maintenance = (voce: string, left: number | null) =>
  dueItem({ tipo: 'manutenzione', voce, ore_mancanti: left, scadenza: null, fascia: 'scaduto' });

describe('righe di un record che scadono insieme', () => {
  const rows = [
    ofDay('M1', 'funi', '2026-11-30'),
    ofDay('M2', 'funi', '2026-11-30'),
    ofDay('M1', 'ass', '2026-11-30'),
    ofDay('M1', 'ce', '2026-12-01'),
  ];

  it('stanno in una, al posto della prima', () => {
    expect(foldRows(rows, new Set()).map((row) => [row.id, row.tipo, row.folded?.length])).toEqual([
      ['M1', 'funi', 2],
      ['M2', 'funi', undefined],
      ['M1', 'ce', undefined],
    ]);
  });

  it('si aprono sotto di essa', () => {
    const [first] = foldRows(rows, new Set());
    expect(foldRows(rows, new Set([boardKey(first!)])).map((row) => [row.id, row.tipo, row.inside ?? false])).toEqual([
      ['M1', 'funi', false],
      ['M1', 'funi', true],
      ['M1', 'ass', true],
      ['M2', 'funi', false],
      ['M1', 'ce', false],
    ]);
  });

  it('nessuna va perduta, e ogni chiave è di una riga sola', () => {
    const one = fc.record({
      id: fc.constantFrom('M1', 'M2'),
      tipo: fc.constantFrom('funi', 'ass', 'manutenzione'),
      voce: fc.nat(99).map(String),
      scadenza: fc.constantFrom(null, '2026-11-30', '2026-12-01'),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(one, { selector: (row) => JSON.stringify([row.id, row.tipo, row.voce]) }),
        fc.boolean(),
        (some, unfolded) => {
          const all = some.map((more) => dueItem(more));
          const shut = foldRows(all, new Set());
          const shown = unfolded ? foldRows(all, new Set(shut.map(boardKey))) : shut;
          const keys = shown.map(boardKey);
          expect(new Set(keys).size).toBe(keys.length);
          const told = shut.flatMap((row) => row.folded ?? [row]).map(boardKey);
          expect(told.toSorted()).toEqual(all.map(boardKey).toSorted());
        },
      ),
    );
  });

  it('le manutenzioni di una macchina si dicono con le ore della più vecchia', () => {
    expect(foldedWords([maintenance('Olio', -12), maintenance('Filtro', -81)])).toBe('2 manutenzioni dovute, da 81 h');
    expect(foldedWords([maintenance('Olio', null), maintenance('Filtro', null)])).toBe('2 manutenzioni dovute');
    expect(foldedWords([maintenance('Olio', -81.4), maintenance('Filtro', 3)])).toBe('2 manutenzioni dovute, da 81 h');
    expect(foldedWords([maintenance('Olio', 0), maintenance('Filtro', 5)])).toBe('2 manutenzioni dovute');
    expect(foldedWords([ofDay('M1', 'funi', null), ofDay('M1', 'ass', null)])).toBe('2 documenti: funi, ass');
  });
});
