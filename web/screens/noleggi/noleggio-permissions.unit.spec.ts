import { describe, expect, it } from 'vitest';
import type { Identity, Level, PermissionLevels } from '#contracts/core/permissions.ts';
import type { Area } from '#contracts/modules/areas.ts';
import type { FormButtons } from '#web/registers/buttons.ts';
import { documentRights, mayAdd, mayAddTo, periodoPermissions } from './noleggio-permissions.ts';

/** A person with these levels; those not given are 0. */
const person = (levels: Partial<Record<Area, Partial<PermissionLevels>>>): Identity => ({
  memberID: 'capo',
  groupID: 12,
  permessi: Object.fromEntries(
    Object.entries(levels).map(([area, given]) => [area, { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0, ...given }]),
  ),
});
const buttons = (given: Partial<FormButtons>): FormButtons => ({ campi: false, save: false, remove: false, restore: false, ...given });

it.each([
  [1, 0, false],
  [1, 1, true],
  [1, 3, true],
  [0, 3, false],
] as const)('AGGIUNGI un noleggio con allowInsert %s e allowEdit %s: %s', (allowInsert, allowEdit, may) => {
  expect(mayAdd(person({ noleggi_int: { allowInsert, allowEdit }, macchinari: { allowInsert: 1, allowEdit: 3 } }))).toBe(may);
});

it.each([
  [true, 1, true],
  [true, 0, false],
  [false, 1, false],
] as const)('aggiungere a un noleggio con SALVA %s e allowInsert %s: %s', (save, allowInsert, may) => {
  expect(mayAddTo(person({ noleggi_int: { allowInsert } }), buttons({ save }))).toBe(may);
});

describe('i documenti di un noleggio', () => {
  const who = (allowView: Level) => person({ noleggi_int: { allowView } });

  it.each([
    ['tutto', who(1), '7', { save: true, remove: true }, { upload: true, rinomina: true, remove: true, scadenza: true }],
    ['senza vedere non si rinomina', who(0), '7', { save: true }, { upload: true, rinomina: false, remove: false, scadenza: true }],
    ['chi può solo eliminare elimina', who(3), '7', { remove: true }, { upload: false, rinomina: false, remove: true, scadenza: false }],
    [
      'di uno nuovo si scrive solo la scadenza',
      who(3),
      null,
      { save: true, remove: true },
      { upload: false, rinomina: false, remove: false, scadenza: true },
    ],
  ] as const)('%s', (_called, identity, id, given, rights) => {
    expect(documentRights(identity, id, buttons(given))).toEqual(rights);
  });
});

describe('un periodo di noleggio', () => {
  const ALL = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 } as const;

  it.each([
    ['tutto', { noleggi_int: ALL, accise: { allowEdit: 1 }, macchinari: { allowEdit: 1 } }, [true, true, true, true]],
    ['i campi seguono le accise', { noleggi_int: ALL, macchinari: { allowEdit: 3 } }, [false, true, true, true]],
    ['il contratto segue i macchinari', { noleggi_int: ALL, accise: { allowEdit: 3 } }, [true, true, true, false]],
    [
      'SALVA segue i noleggi',
      { noleggi_int: { ...ALL, allowEdit: 0 }, accise: { allowEdit: 3 }, macchinari: { allowEdit: 3 } },
      [false, false, true, false],
    ],
    [
      'del proprio, chi scrive solo i propri',
      { noleggi_int: { allowEdit: 1 }, accise: { allowEdit: 3 }, macchinari: { allowEdit: 3 } },
      [true, true, false, true],
    ],
  ] as const)('%s', (_called, levels, expected) => {
    const { campi, save, remove, upload } = periodoPermissions(person(levels), 'modifica', 'capo');
    expect([campi, save, remove, upload]).toEqual(expected);
  });

  it('di un altro, chi scrive solo i propri non scrive nulla', () => {
    const levels = { noleggi_int: { allowEdit: 1, allowDelete: 1 }, accise: { allowEdit: 3 }, macchinari: { allowEdit: 3 } } as const;
    expect(periodoPermissions(person(levels), 'modifica', 'altro')).toEqual({ campi: false, save: false, remove: false, upload: false });
  });

  it('nuovo si salva senza contratto, con il diritto di aggiungere', () => {
    const others = { accise: { allowEdit: 3 }, macchinari: { allowEdit: 3 } } as const;
    expect(periodoPermissions(person({ noleggi_int: ALL, ...others }), 'nuovo', null)).toEqual({
      campi: true,
      save: true,
      remove: false,
      upload: false,
    });
    expect(periodoPermissions(person({ noleggi_int: { ...ALL, allowInsert: 0 }, ...others }), 'nuovo', null)).toMatchObject({
      save: false,
    });
  });
});
