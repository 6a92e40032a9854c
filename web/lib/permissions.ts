import { permission, type Area, type PermissionLevels } from '#contracts/core/permissions.ts';
import { useIdentita } from './session.ts';

/** The signed-in person's levels for an area. The server decides; this only shapes the screen. */
export const usePermesso = (area: Area): PermissionLevels => permission(useIdentita(), area);
