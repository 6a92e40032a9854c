import { describe, expect, it } from 'vitest';
import { areaFiles, areaOf } from './areas.ts';

describe('the areas of the mutants', () => {
  it.each([
    ['andamento', 'projections/andamento/'],
    ['scadenze', 'services/modules/scadenze/'],
    ['importa', 'services/modules/importa/'],
    ['importa', 'services/registers/import/'],
    ['records', 'services/registers/d'],
    ['amministrazione', 'services/modules/amministrazione/'],
    ['backup', 'services/backup/'],
    ['workers', 'workers/'],
    ['offline', 'web/offline/'],
  ])('%s is one, with the sources of %s', (area, folder) => {
    const inside = areaFiles().filter((file) => file.startsWith(folder));
    expect(inside.length).toBeGreaterThan(0);
    expect(new Set(inside.map(areaOf))).toEqual(new Set([area]));
  });

  it('takes no source twice, and no spec', () => {
    const files = areaFiles();
    expect(new Set(files).size).toBe(files.length);
    expect(files.filter((file) => /\.spec\.|testing\.ts$/.test(file))).toEqual([]);
  });
});
