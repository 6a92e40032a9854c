import { describe, expect, it } from 'vitest';
import { AREE } from '#contracts/modules/areas.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import { rowOf } from '#web/registers/row.testing.ts';
import { permissionRows, toSave } from './permission-rows.ts';

const row = (tableName: string, view: number) => ({
  ...rowOf(groupsPermissions, { permissionID: 7, tableName, allowInsert: 1, allowView: view, allowEdit: 0, allowDelete: 3 }),
  versione: 4,
});

describe('le righe dei permessi', () => {
  it('sono dodici, quelle che mancano sono tutte no', () => {
    const rows = permissionRows([row('costi', 3)]);
    expect(rows.map(({ area }) => area)).toEqual([...AREE]);
    expect(rows.find(({ area }) => area === 'costi')).toEqual({
      area: 'costi',
      id: '7',
      versione: 4,
      levels: { allowInsert: 1, allowView: 3, allowEdit: 0, allowDelete: 3 },
    });
    expect(rows.find(({ area }) => area === 'accise')).toEqual({
      area: 'accise',
      id: null,
      versione: 0,
      levels: { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 },
    });
    expect(permissionRows([row('costi', 2)]).find(({ area }) => area === 'costi')?.levels.allowView).toBe(0);
  });

  it('si mandano solo quelle cambiate, e di ognuna solo quello che cambia', () => {
    const rows = permissionRows([row('costi', 3)]);
    const levels = { allowInsert: 1, allowView: 1, allowEdit: 0, allowDelete: 3 } as const;
    expect(toSave(rows, {}, { isNewGroup: false })).toEqual([]);
    expect(toSave(rows, { costi: { ...levels, allowView: 3 } }, { isNewGroup: false })).toEqual([]);
    expect(toSave(rows, { costi: levels }, { isNewGroup: false })).toEqual([
      { row: rows.find(({ area }) => area === 'costi'), values: { allowView: 1 } },
    ]);
    expect(toSave(rows, { accise: levels }, { isNewGroup: false })).toEqual([{ row: rows[0], values: levels }]);
  });

  it('di un gruppo nuovo si mandano tutte', () => {
    expect(toSave(permissionRows([]), {}, { isNewGroup: true })).toHaveLength(12);
  });
});
