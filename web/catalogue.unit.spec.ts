import { describe, expect, it } from 'vitest';
import { packagesOf, textOf } from '../test/static-imports.ts';

const ENTRY = 'web/catalogue.ts';
const withImport = (path: string, line: string) => ({ [path]: `${line}\n${textOf(path)}` });

describe('Il catalogo del browser', () => {
  it('non carica zod, né altro che non sia del portale', () => {
    expect([...packagesOf(ENTRY)]).toEqual([]);
  });

  it.each(["import { z } from 'zod';", "import 'zod';", "import { type z } from 'zod';", "export { z } from 'zod';"])(
    'se qualcuno dei suoi lo carica (%s) si vede chi',
    (line) => {
      const way = packagesOf(ENTRY, withImport('contracts/registers/users.ts', line)).get('zod');
      expect([way?.[0], way?.at(-1)]).toEqual([ENTRY, 'contracts/registers/users.ts']);
    },
  );

  it('anche quando lo porta con sé un file che i suoi ancora non caricano', () => {
    const planted = withImport('contracts/core/define-module.ts', "import { kindOf } from './event-schema.ts';");
    expect(packagesOf(ENTRY, planted).get('zod')).toEqual(expect.arrayContaining(['contracts/core/event-schema.ts']));
  });

  it('un tipo non carica niente', () => {
    expect([...packagesOf(ENTRY, withImport('contracts/registers/users.ts', "import type { z } from 'zod';"))]).toEqual([]);
  });
});
