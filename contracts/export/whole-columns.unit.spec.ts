import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.testing.ts';
import { fieldsByHead, importable, plainHead } from '../modules/import-columns.ts';
import { wholeColumns } from './whole-columns.ts';

describe.each(catalogue.registers.map((def) => [def.path, def] as const))('Le colonne di %s che escono', (_path, def) => {
  const heads = wholeColumns(catalogue, def).map(({ label }) => label);

  it('rientrano: ogni campo che si scrive ha la sua, una sola, e nessun’altra gli somiglia', () => {
    const known = fieldsByHead(def);
    const back = heads.flatMap((head) => known.get(plainHead(head)) ?? []);
    expect(back.toSorted()).toEqual(
      importable(def)
        .map(({ field }) => field)
        .toSorted(),
    );
  });

  it('hanno nomi diversi l’una dall’altra, e ci sono tutte', () => {
    expect(new Set(heads.map(plainHead)).size).toBe(heads.length);
    const names = new Set([def.key.field, ...Object.keys(def.fields), 'utente', ...Object.keys(catalogue.computedOf(def))]);
    for (const name of Object.keys(catalogue.exportedOf(def))) names.add(name);
    expect(heads.length).toBeGreaterThanOrEqual(names.size + 4);
  });
});

it('una colonna che il portale calcola non si prende per il campo che ha lo stesso nome', () => {
  const def = catalogue.registerOrThrow('macchinari');
  const heads = wholeColumns(catalogue, def).map(({ label }) => label);
  expect(heads).toContain('Matricola');
  expect(heads).toContain('Utente');
  expect(heads).toContain('Modificato da');
  const known = fieldsByHead(def);
  const computed = wholeColumns(catalogue, def).find((column) => column.value({ ore_tot: 7 }) === 7);
  expect(known.get(plainHead(computed?.label ?? ''))).toBeUndefined();
});
