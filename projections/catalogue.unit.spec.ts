import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { exampleCatalogue, exampleRegister } from '#contracts/core/example-register.testing.ts';
import { createReadCatalogue, type ReadModule } from './catalogue.ts';
import type { Projection } from './engine/projection.ts';
import { exampleReadCatalogue, exampleReads } from './example-register.testing.ts';

const refused = (...modules: readonly ReadModule[]): string[] => {
  try {
    createReadCatalogue(exampleCatalogue, modules);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
};
const model = (over: Partial<Projection> = {}): Projection => ({
  name: 'pesi',
  tables: ['pesi'],
  events: ['AttrezzoTarato.v1'],
  create: async () => {},
  apply: async () => {},
  ...over,
});
const withModels = (...models: Projection[]): ReadModule => ({ ...exampleReads, projections: () => models });

describe('the read side of a catalogue', () => {
  it('has a table of each register, the history, and what modules add', () => {
    expect(exampleReadCatalogue.projections.map(({ name }) => name)).toEqual(['attrezzi', 'storico']);
    expect(exampleReadCatalogue.computedColumns(exampleRegister).map(({ name, type }) => [name, type])).toEqual([
      ['tonnellate', 'numeric'],
    ]);
    expect([
      exampleReadCatalogue.filterOf(exampleRegister, 'pesanti') !== undefined,
      exampleReadCatalogue.filterOf(exampleRegister, 'leggeri'),
    ]).toEqual([true, undefined]);
  });

  it('a read model that fills the table of a register takes its place', () => {
    const own = createReadCatalogue(exampleCatalogue, [withModels(model({ tables: ['attrezzi'] }))]);
    expect(own.projections.map(({ name }) => name)).toEqual(['pesi', 'storico']);
  });

  it.each([
    [
      'a computed value that nothing makes',
      [{ ...exampleReads, computed: {} }],
      'attrezzi: nothing makes the computed attrezzi.tonnellate',
    ],
    ['a filter that nothing makes', [{ ...exampleReads, filters: {} }], 'attrezzi: nothing makes the filter attrezzi.pesanti'],
    [
      'a filter that is not declared',
      [{ ...exampleReads, filters: { attrezzi: { ...exampleReads.filters!['attrezzi'], leggeri: sql`true` } } }],
      'attrezzi: the filter attrezzi.leggeri is not declared',
    ],
    ['a module that is not there', [exampleReads, { name: 'altro' }], 'altro: read models of a module that is not there'],
    ['a module named twice', [exampleReads, exampleReads], 'two modules of the read side are called attrezzi'],
    ['a projection named twice', [withModels(model({ name: 'storico' }))], 'two projections are called storico'],
    ['a table filled twice', [withModels(model({ tables: ['storico'] }))], 'two projections fill the table storico'],
    [
      'an event that no module declares',
      [withModels(model({ events: ['AttrezzoTaratto.v1'] }))],
      'the projection pesi waits for AttrezzoTaratto.v1, which no module declares',
    ],
  ])('refuses %s', (_what, modules, problem) => {
    expect(refused(...(modules as ReadModule[]))).toEqual([problem]);
  });
});
