import { describe, expect, it } from 'vitest';
import {
  ambito, AREE, marcatore, permesso, puo,
  type Accesso, type Ambito, type Azione, type Identita, type Livello, type Permesso,
} from './permissions.ts';

const LIVELLI: Livello[] = [0, 1, 3];
const AZIONI: Azione[] = ['view', 'insert', 'edit', 'delete'];
const GRUPPI = [2, 9, 12, 3];
const NIENTE: Permesso = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };
const TUTTO: Permesso = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 };
const DI: Record<Livello, Ambito> = { 0: 'none', 1: 'own', 3: 'all' };

const identita = (groupID: number, p: Partial<Permesso>): Identita =>
  ({ memberID: 'anna', groupID, permessi: { accise: { ...NIENTE, ...p } } });
const campo = { view: 'allowView', edit: 'allowEdit', delete: 'allowDelete' } as const;

describe('i livelli di un’area', () => {
  const accesso: Accesso = { area: 'accise', scrittura: 'area' };

  for (const groupID of GRUPPI) {
    for (const azione of ['view', 'edit', 'delete'] as const) {
      for (const livello of LIVELLI) {
        it(`gruppo ${groupID}, ${azione} ${livello}: ${DI[livello]}`, () => {
          const chi = identita(groupID, { [campo[azione]]: livello });
          expect(ambito(chi, accesso, azione)).toBe(DI[livello]);
          expect(puo(chi, accesso, azione, 'anna')).toBe(livello !== 0);
          expect(puo(chi, accesso, azione, 'bruno')).toBe(livello === 3);
          expect(puo(chi, accesso, azione, null)).toBe(livello === 3);
          expect(puo(chi, accesso, azione)).toBe(livello === 3);
        });
      }
    }
    it(`gruppo ${groupID}: si inserisce solo con allowInsert`, () => {
      expect(ambito(identita(groupID, { ...TUTTO, allowInsert: 0 }), accesso, 'insert')).toBe('none');
      expect(ambito(identita(groupID, { allowInsert: 1 }), accesso, 'insert')).toBe('all');
    });
    it(`gruppo ${groupID}: un permesso su un’altra area non vale`, () => {
      const chi: Identita = { memberID: 'anna', groupID, permessi: { macchinari: TUTTO } };
      for (const azione of AZIONI) expect(ambito(chi, accesso, azione)).toBe('none');
    });
    it(`gruppo ${groupID}: ogni livello vale per la sua sola azione`, () => {
      for (const azione of ['view', 'edit', 'delete'] as const) {
        const chi = identita(groupID, { [campo[azione]]: 3 });
        for (const altra of AZIONI) expect(ambito(chi, accesso, altra), `${azione} non dà ${altra}`).toBe(altra === azione ? 'all' : 'none');
      }
    });
  }
});

describe('i dati anagrafici', () => {
  const accesso: Accesso = { area: 'accise', lettura: 'tutti', scrittura: 'master' };

  it('li legge chiunque sia entrato', () => {
    for (const groupID of GRUPPI) expect(ambito(identita(groupID, {}), accesso, 'view')).toBe('all');
  });
  it('li scrive tutti il gruppo 2, qualunque permesso abbia', () => {
    for (const azione of ['insert', 'edit', 'delete'] as const) expect(ambito(identita(2, {}), accesso, azione)).toBe('all');
  });
  for (const groupID of [9, 12, 3]) {
    it(`gruppo ${groupID}: li scrive solo con allowEdit 3`, () => {
      for (const azione of ['insert', 'edit', 'delete'] as const) {
        for (const allowEdit of LIVELLI) {
          const chi = identita(groupID, { ...TUTTO, allowEdit });
          expect(ambito(chi, accesso, azione)).toBe(allowEdit === 3 ? 'all' : 'none');
          expect(puo(chi, accesso, azione, 'anna')).toBe(allowEdit === 3);
        }
      }
    });
  }
});

describe("l'amministrazione", () => {
  const accesso: Accesso = { area: 'accise', scrittura: 'admin' };

  it('il gruppo 2 può tutto anche senza alcun permesso: nessuno può chiuderlo fuori', () => {
    for (const azione of AZIONI) {
      expect(ambito({ memberID: 'anna', groupID: 2, permessi: {} }, accesso, azione)).toBe('all');
      expect(ambito(identita(2, NIENTE), accesso, azione)).toBe('all');
    }
  });
  for (const groupID of [9, 12, 3]) {
    it(`gruppo ${groupID}: valgono i livelli dell’area`, () => {
      for (const livello of LIVELLI) {
        for (const azione of ['view', 'edit', 'delete'] as const) {
          expect(ambito(identita(groupID, { [campo[azione]]: livello }), accesso, azione)).toBe(DI[livello]);
        }
      }
      expect(ambito(identita(groupID, { allowInsert: 0 }), accesso, 'insert')).toBe('none');
      expect(ambito(identita(groupID, { allowInsert: 1 }), accesso, 'insert')).toBe('all');
    });
  }
});

describe('il resto', () => {
  it('un’area senza riga non permette niente', () => {
    for (const area of AREE) expect(permesso({ memberID: 'anna', groupID: 9, permessi: {} }, area)).toEqual(NIENTE);
  });
  it('il marcatore è admin solo per il gruppo 2', () => {
    expect(marcatore(2)).toBe('admin');
    for (const groupID of [0, 1, 3, 9, 12, 22]) expect(marcatore(groupID)).toBe('user');
  });
});
