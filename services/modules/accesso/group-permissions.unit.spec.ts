import { describe, expect, it } from 'vitest';
import { completePermissions, permissionsFrom } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import { INITIAL_GROUPS } from './initial-groups.ts';

const row = (tableName: string | null, value: number | null, insert: number | null = value) => ({
  tableName,
  allowInsert: insert,
  allowView: value,
  allowEdit: value,
  allowDelete: value,
});

describe('i permessi letti dalle righe', () => {
  it('legge ogni riga nella sua area e ignora le aree sconosciute', () => {
    expect(permissionsFrom([row('accise', 3, 1), row('segreto', 3, 1), row(null, 3, 1)])).toEqual({
      accise: { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 },
    });
  });

  it('un valore che non è un livello non vale niente', () => {
    for (const value of [null, 2, 4, -1, 99]) {
      expect(permissionsFrom([row('accise', value)])).toEqual({ accise: { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 } });
    }
  });

  it('due righe sulla stessa area danno il meno, in qualunque ordine', () => {
    const few = { allowInsert: 0, allowView: 1, allowEdit: 0, allowDelete: 1 };
    expect(
      permissionsFrom([row('accise', 3, 1), { tableName: 'accise', allowInsert: 0, allowView: 1, allowEdit: 0, allowDelete: 1 }]),
    ).toEqual({ accise: few });
    expect(
      permissionsFrom([{ tableName: 'accise', allowInsert: 0, allowView: 1, allowEdit: 0, allowDelete: 1 }, row('accise', 3, 1)]),
    ).toEqual({ accise: few });
  });

  it('completati, ci sono tutte le aree', () => {
    expect(Object.keys(completePermissions({}))).toEqual([...AREE]);
  });
});

describe('i gruppi di una nuova installazione', () => {
  it('sono quattro e dicono qualcosa di ogni area', () => {
    expect(INITIAL_GROUPS.map((g) => [g.groupID, g.name])).toEqual([
      [2, 'Amministratori'],
      [9, 'Direzione'],
      [12, 'Capicantiere'],
      [3, 'Operativi'],
    ]);
    for (const { permessi } of INITIAL_GROUPS) expect(Object.keys(permessi)).toEqual([...AREE]);
  });

  it('solo gli amministratori amministrano', () => {
    for (const { groupID, permessi } of INITIAL_GROUPS) {
      expect(permessi.admin_page.allowView, String(groupID)).toBe(groupID === 2 ? 3 : 0);
    }
  });
});
