import { describe, expect, it } from 'vitest';
import type { Identity, Level, PermissionLevels } from '#contracts/core/permissions.ts';
import { catalogue } from '#web/catalogue.ts';
import { canView, childButtons, formButtons, listButtons } from './buttons.ts';

const accise = catalogue.registerOrThrow('accise');
const meccanici = catalogue.registerOrThrow('meccanici');

function person(permission: Partial<PermissionLevels>, groupID = 12): Identity {
  const complete: PermissionLevels = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0, ...permission };
  return { memberID: 'capo', groupID, permessi: { accise: complete, manutenzioni: complete } };
}

describe('tasti di un elenco', () => {
  it.each([
    [0, false],
    [1, true],
  ] as const)('allowInsert %s: AGGIUNGI %s', (allowInsert, add) => {
    expect(listButtons(person({ allowInsert, allowEdit: 3 }), accise).add).toBe(add);
  });

  it.each([
    [0, false],
    [1, false],
    [3, true],
  ] as [Level, boolean][])('allowDelete %s: ELIMINA su più righe %s', (allowDelete, many) => {
    expect(listButtons(person({ allowDelete }), accise).removeMany).toBe(many);
  });

  it.each([
    [0, false],
    [1, true],
    [3, true],
  ] as [Level, boolean][])('allowView %s: elenco visibile %s', (allowView, visible) => {
    expect(canView(person({ allowView }), accise)).toBe(visible);
  });
});

describe('tasti di una scheda', () => {
  it.each([
    [0, 'capo', false],
    [1, 'capo', true],
    [1, 'altro', false],
    [3, 'altro', true],
  ] as [Level, string, boolean][])('allowEdit %s su un record di %s: campi e SALVA %s', (allowEdit, utente, expected) => {
    const keys = formButtons(person({ allowEdit }), accise, 'modifica', utente);
    expect([keys.campi, keys.save, keys.restore]).toEqual([expected, expected, expected]);
  });

  it.each([
    [0, 'capo', false],
    [1, 'capo', true],
    [1, 'altro', false],
    [3, 'altro', true],
  ] as [Level, string, boolean][])('allowDelete %s su un record di %s: ELIMINA %s', (allowDelete, utente, expected) => {
    expect(formButtons(person({ allowDelete }), accise, 'modifica', utente).remove).toBe(expected);
  });

  it("su un record nuovo non c'è ELIMINA, e allowEdit 0 chiude i campi anche con allowInsert 1", () => {
    expect(formButtons(person({ allowInsert: 1, allowEdit: 1, allowDelete: 3 }), accise, 'nuovo', null)).toEqual({
      campi: true,
      save: true,
      remove: false,
      restore: false,
    });
    expect(formButtons(person({ allowInsert: 1, allowEdit: 0 }), accise, 'nuovo', null).campi).toBe(false);
    expect(formButtons(person({ allowInsert: 0, allowEdit: 3 }), accise, 'nuovo', null).save).toBe(false);
  });

  it("le anagrafiche le scrive il gruppo 2 o chi ha allowEdit 3 sull'area, e le leggono tutti", () => {
    expect(formButtons(person({}, 2), meccanici, 'modifica', 'altro')).toMatchObject({ save: true, remove: true });
    expect(formButtons(person({ allowEdit: 3 }), meccanici, 'nuovo', null).save).toBe(true);
    expect(formButtons(person({ allowEdit: 1, allowInsert: 1, allowDelete: 3 }), meccanici, 'modifica', 'capo')).toMatchObject({
      save: false,
      remove: false,
    });
    expect(listButtons(person({ allowInsert: 1, allowEdit: 1 }), meccanici).add).toBe(false);
    expect(canView(person({}), meccanici)).toBe(true);
  });
});

describe('tasti di ciò che vive in un altro record', () => {
  const keys = (permission: Partial<PermissionLevels>, owner: string | null) => {
    const { add, save, remove } = childButtons(person(permission), accise, owner);
    return [add, save, remove];
  };
  it.each([
    ['il proprio', 'capo', { allowInsert: 1, allowEdit: 1, allowDelete: 1 }, [true, true, true]],
    ['di un altro, livello 1', 'altro', { allowInsert: 1, allowEdit: 1, allowDelete: 1 }, [false, false, false]],
    ['di un altro, livello 3', 'altro', { allowInsert: 1, allowEdit: 3, allowDelete: 3 }, [true, true, true]],
    ['di un altro, senza inserire', 'altro', { allowInsert: 0, allowEdit: 3, allowDelete: 0 }, [false, true, false]],
    ['il proprio, che non si può modificare', 'capo', { allowInsert: 1, allowEdit: 0, allowDelete: 0 }, [true, false, false]],
    ['di un altro, che non si può modificare', 'altro', { allowInsert: 1, allowEdit: 0, allowDelete: 3 }, [false, false, true]],
  ] as [string, string, Partial<PermissionLevels>, boolean[]][])(
    '%s (%s, %o): aggiungere, salvare, eliminare %s',
    (_, owner, permission, expected) => {
      expect(keys(permission, owner)).toEqual(expected);
    },
  );
});
