import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { areaFiles, AREAS, areaOf, ON_THEIR_OWN, sources } from './areas.ts';

describe('the areas of the mutants', () => {
  it.each([
    ['andamento', 'projections/andamento/'],
    ['scadenze', 'services/modules/scadenze/'],
    ['importa', 'services/modules/importa/'],
    ['importa', 'services/modules/importa/file/'],
    ['records', 'services/registers/d'],
    ['amministrazione', 'services/modules/amministrazione/'],
    ['backup', 'services/backup/'],
    ['workers', 'workers/'],
    ['keyboard', 'services/modules/modifiche/'],
    ['seals', 'services/platform/checkpoints/'],
    ['offline', 'web/offline/'],
  ])('%s is one, with the sources of %s', (area, folder) => {
    const inside = areaFiles().filter((file) => file.startsWith(folder));
    expect(inside.length).toBeGreaterThan(0);
    expect(new Set(inside.map(areaOf))).toEqual(new Set([area]));
  });

  it('has no glob whose files have moved away', () => {
    const single = (glob: string) =>
      /\{([^}]+)\}/
        .exec(glob)?.[1]
        ?.split(',')
        .map((name) => glob.replace(/\{[^}]+\}/, name)) ?? [glob];
    const empty = Object.values(AREAS)
      .flatMap((globs) => globs.flatMap(single))
      .filter((glob) => sources([glob]).length === 0);
    expect(empty).toEqual([]);
  });

  it('takes no source twice, and no spec', () => {
    const files = areaFiles();
    expect(new Set(files).size).toBe(files.length);
    expect(files.filter((file) => /\.spec\.|testing\.ts$/.test(file))).toEqual([]);
  });

  it('leaves out what runs on its own, each covered by a spec that is there', () => {
    for (const [file, spec] of Object.entries(ON_THEIR_OWN)) {
      expect([existsSync(file), existsSync(spec)], file).toEqual([true, true]);
      expect(areaFiles()).not.toContain(file);
    }
  });
});
