import { describe, expect, it } from 'vitest';
import {
  EVERYTHING,
  scope,
  marcatore,
  permission,
  may,
  type RegisterAccess,
  type Scope,
  type Action,
  type Identity,
  type Level,
  type PermissionLevels,
} from './permissions.ts';
import { AREE } from '../modules/areas.ts';

const LEVELS: Level[] = [0, 1, 3];
const ACTIONS: Action[] = ['view', 'insert', 'edit', 'delete'];
const GRUPPI = [2, 9, 12, 3];
const NOTHING: PermissionLevels = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };
const DI: Record<Level, Scope> = { 0: 'none', 1: 'own', 3: 'all' };

const identity = (groupID: number, p: Partial<PermissionLevels>): Identity => ({
  memberID: 'anna',
  groupID,
  permessi: { accise: { ...NOTHING, ...p } },
});
const field = { view: 'allowView', edit: 'allowEdit', delete: 'allowDelete' } as const;

describe('i livelli di un’area', () => {
  const accesso: RegisterAccess = { area: 'accise', write: 'area' };

  for (const groupID of GRUPPI) {
    for (const action of ['view', 'edit', 'delete'] as const) {
      for (const level of LEVELS) {
        it(`gruppo ${groupID}, ${action} ${level}: ${DI[level]}`, () => {
          const who = identity(groupID, { [field[action]]: level });
          expect(scope(who, accesso, action)).toBe(DI[level]);
          expect(may(who, accesso, action, 'anna')).toBe(level !== 0);
          expect(may(who, accesso, action, 'bruno')).toBe(level === 3);
          expect(may(who, accesso, action, null)).toBe(level === 3);
          expect(may(who, accesso, action)).toBe(level === 3);
        });
      }
    }
    it(`gruppo ${groupID}: si inserisce solo con allowInsert`, () => {
      expect(scope(identity(groupID, { ...EVERYTHING, allowInsert: 0 }), accesso, 'insert')).toBe('none');
      expect(scope(identity(groupID, { allowInsert: 1 }), accesso, 'insert')).toBe('all');
    });
    it(`gruppo ${groupID}: un permesso su un’altra area non vale`, () => {
      const who: Identity = { memberID: 'anna', groupID, permessi: { macchinari: EVERYTHING } };
      for (const action of ACTIONS) expect(scope(who, accesso, action)).toBe('none');
    });
    it(`gruppo ${groupID}: ogni livello vale per la sua sola azione`, () => {
      for (const action of ['view', 'edit', 'delete'] as const) {
        const who = identity(groupID, { [field[action]]: 3 });
        for (const other of ACTIONS)
          expect(scope(who, accesso, other), `${action} non dà ${other}`).toBe(other === action ? 'all' : 'none');
      }
    });
  }
});

describe('i dati anagrafici', () => {
  const accesso: RegisterAccess = { area: 'accise', read: 'everyone', write: 'master' };

  it('li legge chiunque sia entrato', () => {
    for (const groupID of GRUPPI) expect(scope(identity(groupID, {}), accesso, 'view')).toBe('all');
  });
  it('li scrive tutti il gruppo 2, qualunque permesso abbia', () => {
    for (const action of ['insert', 'edit', 'delete'] as const) expect(scope(identity(2, {}), accesso, action)).toBe('all');
  });
  for (const groupID of [9, 12, 3]) {
    it(`gruppo ${groupID}: li scrive solo con allowEdit 3`, () => {
      for (const action of ['insert', 'edit', 'delete'] as const) {
        for (const allowEdit of LEVELS) {
          const who = identity(groupID, { ...EVERYTHING, allowEdit });
          expect(scope(who, accesso, action)).toBe(allowEdit === 3 ? 'all' : 'none');
          expect(may(who, accesso, action, 'anna')).toBe(allowEdit === 3);
        }
      }
    });
  }
});

describe("l'amministrazione", () => {
  const accesso: RegisterAccess = { area: 'accise', write: 'admin' };

  it('il gruppo 2 può tutto anche senza alcun permesso: nessuno può chiuderlo fuori', () => {
    for (const action of ACTIONS) {
      expect(scope({ memberID: 'anna', groupID: 2, permessi: {} }, accesso, action)).toBe('all');
      expect(scope(identity(2, NOTHING), accesso, action)).toBe('all');
    }
  });
  for (const groupID of [9, 12, 3]) {
    it(`gruppo ${groupID}: valgono i livelli dell’area`, () => {
      for (const level of LEVELS) {
        for (const action of ['view', 'edit', 'delete'] as const) {
          expect(scope(identity(groupID, { [field[action]]: level }), accesso, action)).toBe(DI[level]);
        }
      }
      expect(scope(identity(groupID, { allowInsert: 0 }), accesso, 'insert')).toBe('none');
      expect(scope(identity(groupID, { allowInsert: 1 }), accesso, 'insert')).toBe('all');
    });
  }
});

describe('il resto', () => {
  it('un’area senza riga non permette niente', () => {
    for (const area of AREE) expect(permission({ memberID: 'anna', groupID: 9, permessi: {} }, area)).toEqual(NOTHING);
  });
  it('il marcatore è admin solo per il gruppo 2', () => {
    expect(marcatore(2)).toBe('admin');
    for (const groupID of [0, 1, 3, 9, 12, 22]) expect(marcatore(groupID)).toBe('user');
  });
});
