import type { Level, PermissionLevels } from '#contracts/core/permissions.ts';
import { AREE, type Area } from '#contracts/modules/areas.ts';
import type { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import type { RowOf } from '#web/registers/row.ts';

export interface PermissionRow {
  area: Area;
  /** Key of the stored row; `null` until first saved. */
  id: string | null;
  versione: number;
  levels: PermissionLevels;
}

/** Levels changed by the person, by area. */
export type ChosenLevels = Readonly<Partial<Record<Area, PermissionLevels>>>;

const NOTHING: PermissionLevels = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };
const LEVELS = ['allowInsert', 'allowView', 'allowEdit', 'allowDelete'] as const;

/** Returns a row for each of the twelve areas, stored or not. */
export function permissionRows(rows: readonly RowOf<typeof groupsPermissions>[]): PermissionRow[] {
  return AREE.map((area) => {
    const row = rows.find((one) => one.tableName === area);
    const level = (name: (typeof LEVELS)[number]): Level => (row?.[name] === 1 || row?.[name] === 3 ? row[name] : 0);
    return {
      area,
      id: row ? String(row.permissionID) : null,
      versione: row?.versione ?? 0,
      levels: row
        ? {
            allowInsert: row.allowInsert === 1 ? 1 : 0,
            allowView: level('allowView'),
            allowEdit: level('allowEdit'),
            allowDelete: level('allowDelete'),
          }
        : NOTHING,
    };
  });
}

export interface ToSave {
  row: PermissionRow;
  /** The changed levels; all levels of a row not stored yet. */
  values: Partial<PermissionLevels>;
}

/** Returns the rows to save: the changed ones; for a new group, also those not stored yet. */
export function toSave(rows: readonly PermissionRow[], chosenLevels: ChosenLevels, { isNewGroup }: { isNewGroup: boolean }): ToSave[] {
  return rows.flatMap((row) => {
    const levels = chosenLevels[row.area] ?? row.levels;
    const changed = Object.fromEntries(LEVELS.filter((name) => levels[name] !== row.levels[name]).map((name) => [name, levels[name]]));
    if (Object.keys(changed).length === 0 && !(isNewGroup && row.id === null)) return [];
    return [{ row, values: row.id === null ? levels : changed }];
  });
}
