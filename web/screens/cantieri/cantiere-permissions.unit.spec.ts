import { describe, expect, it } from 'vitest';
import type { Identity, PermissionLevels } from '#contracts/core/permissions.ts';
import type { Area } from '#contracts/modules/areas.ts';
import { cantierePermissions } from './cantiere-permissions.ts';

function person(permissions: Partial<Record<Area, Partial<PermissionLevels>>>): Identity {
  const zero: PermissionLevels = { allowInsert: 0, allowView: 3, allowEdit: 0, allowDelete: 0 };
  return {
    memberID: 'capo',
    groupID: 12,
    permessi: Object.fromEntries(Object.entries(permissions).map(([area, p]) => [area, { ...zero, ...p }])),
  };
}

describe('la scheda del cantiere', () => {
  it('i campi seguono i costi e il colore le lavorazioni, non i cantieri', () => {
    expect(cantierePermissions(person({ cantieri: { allowEdit: 3 } }), 'altro')).toMatchObject({
      campi: false,
      colore: false,
      save: true,
    });
    expect(cantierePermissions(person({ costi: { allowEdit: 1 } }), 'altro')).toMatchObject({ campi: true, colore: false, save: false });
    expect(cantierePermissions(person({ lavorazioni: { allowEdit: 3 } }), 'altro')).toMatchObject({
      campi: false,
      colore: true,
      save: false,
    });
  });

  it.each([
    [0, 'capo', false],
    [1, 'capo', true],
    [1, 'altro', false],
    [3, 'altro', true],
  ] as const)('SALVA con allowEdit %s sul cantiere di %s: %s', (allowEdit, utente, save) => {
    expect(cantierePermissions(person({ cantieri: { allowEdit } }), utente).save).toBe(save);
  });

  it.each([
    [0, false],
    [1, false],
    [3, true],
  ] as const)('ELIMINA con allowDelete %s: %s, mai su un cantiere nuovo', (allowDelete, remove) => {
    const who = person({ cantieri: { allowDelete } });
    expect(cantierePermissions(who, 'capo').remove).toBe(remove);
    expect(cantierePermissions(who, null).remove).toBe(false);
  });

  it.each([
    [3, 1, true],
    [3, 0, false],
    [1, 1, false],
    [0, 1, false],
  ] as const)('AGGIUNGI con allowEdit %s e allowInsert %s: %s', (allowEdit, allowInsert, add) => {
    expect(cantierePermissions(person({ cantieri: { allowEdit, allowInsert } }), null).add).toBe(add);
  });
});
