import type { Level, PermissionLevels } from '#contracts/core/permissions.ts';
import { AREE, type Area } from '#contracts/modules/areas.ts';
import type { Row } from '#web/registers/list/columns.ts';

export interface PermissionRow {
  area: Area;
  /** `null` until it is saved for the first time. */
  id: string | null;
  versione: number;
  levels: PermissionLevels;
}

/** Levels changed by the person, by area. */
export type Chosen = Readonly<Partial<Record<Area, PermissionLevels>>>;

const NOTHING: PermissionLevels = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };
const LEVELS = ['allowInsert', 'allowView', 'allowEdit', 'allowDelete'] as const;

/** The twelve areas, whatever was stored. */
export function permissionRows(rows: readonly Row[]): PermissionRow[] {
  return AREE.map((area) => {
    const row = rows.find((one) => one['tableName'] === area);
    const level = (name: (typeof LEVELS)[number]): Level => (row?.[name] === 1 || row?.[name] === 3 ? row[name] : 0);
    return {
      area,
      id: row ? String(row['permissionID']) : null,
      versione: row?.versione ?? 0,
      levels: row
        ? {
            allowInsert: row['allowInsert'] === 1 ? 1 : 0,
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
  /** Only what changed; all of a row that is not there yet. */
  values: Partial<PermissionLevels>;
}

/** Rows to send: those that are there where something changed; of a new group every one. */
export function toSave(rows: readonly PermissionRow[], chosen: Chosen, fresh: boolean): ToSave[] {
  return rows.flatMap((row) => {
    const levels = chosen[row.area] ?? row.levels;
    const changed = Object.fromEntries(LEVELS.filter((name) => levels[name] !== row.levels[name]).map((name) => [name, levels[name]]));
    if (Object.keys(changed).length === 0 && !fresh) return [];
    return [{ row, values: row.id === null ? levels : changed }];
  });
}
