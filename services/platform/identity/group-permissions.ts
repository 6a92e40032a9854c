import { AREE, type Area, type Level, type PermissionLevels, type Permissions } from '#contracts/core/permissions.ts';

/** A row of the read table `groupsPermissions`, as far as permissions go. */
export interface PermissionRow {
  tableName: string | null;
  allowInsert: number | null;
  allowView: number | null;
  allowEdit: number | null;
  allowDelete: number | null;
}

/** The permissions of a group. Two rows on one area (an import) give what both give: the lower level. */
export function permissionsFrom(rows: readonly PermissionRow[]): Permissions {
  const permissions: Permissions = {};
  for (const row of rows) {
    const area = AREE.find((name) => name === row.tableName);
    if (area) permissions[area] = lowest(permissions[area], read(row));
  }
  return permissions;
}

/** Every area, the absent ones as zeros. */
export function completePermissions(permissions: Permissions): Record<Area, PermissionLevels> {
  const nothing: PermissionLevels = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };
  return Object.fromEntries(AREE.map((area) => [area, permissions[area] ?? nothing])) as Record<Area, PermissionLevels>;
}

function read(row: PermissionRow): PermissionLevels {
  return {
    allowInsert: row.allowInsert === 1 ? 1 : 0,
    allowView: level(row.allowView),
    allowEdit: level(row.allowEdit),
    allowDelete: level(row.allowDelete),
  };
}

/** Anything but 1 and 3 is nothing. */
function level(value: number | null): Level {
  return value === 1 || value === 3 ? value : 0;
}

function lowest(a: PermissionLevels | undefined, b: PermissionLevels): PermissionLevels {
  if (!a) return b;
  return {
    allowInsert: Math.min(a.allowInsert, b.allowInsert) as 0 | 1,
    allowView: Math.min(a.allowView, b.allowView) as Level,
    allowEdit: Math.min(a.allowEdit, b.allowEdit) as Level,
    allowDelete: Math.min(a.allowDelete, b.allowDelete) as Level,
  };
}
