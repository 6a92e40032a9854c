import { fileFields } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { Decision } from '#contracts/core/events.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { recordKey, type StreamState } from '#contracts/core/record-state.ts';
import { logicalPath } from '../platform/files/logical-path.ts';
import type { ResolvedCommand } from './register.decider.ts';

/**
 * Checks a command's new document paths. A client could send any path, so a path that the record does not hold yet must be of the record's
 * own files. Restores are not checked, since their paths were checked when first recorded.
 */
export function checkPaths(
  def: AnyRegister,
  { action, key, parent }: ResolvedCommand,
  state: StreamState,
  [decision]: readonly Decision[],
): void {
  if (!decision || (action !== 'create' && action !== 'change')) return;
  const ownKey = recordKey(def.path, key);
  const values: Values = { ...state.get(ownKey)?.values, ...(decision.data as Values), [def.key.field]: key };
  const above = def.parent && parent !== undefined ? state.get(recordKey(def.parent.register, parent))?.values : undefined;
  for (const { field, kind } of fileFields(def)) {
    const path = (decision.data as Values)[field];
    if (path === undefined || path === null || path === '') continue;
    const siblings = [...state].some(
      ([name, record]) => name !== ownKey && record.table === def.path && record.exists && record.values[field] === path,
    );
    if (isLogical(path) && def.ownsFile?.(String(path).normalize('NFC'), values, above) && !(kind === 'photo' && siblings)) continue;
    throw new DomainError('RICHIESTA_NON_VALIDA', {
      errors: [{ campo: field, messaggio: 'Il percorso non è di un file di questo record' }],
    });
  }
}

function isLogical(path: string | number): boolean {
  try {
    return logicalPath(path) === String(path).normalize('NFC');
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
