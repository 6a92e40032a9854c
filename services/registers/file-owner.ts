import { fileFields, filePath, type FileField } from '#contracts/core/documents.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, may, scope, type Action, type Identity } from '#contracts/core/permissions.ts';
import { extension } from '../platform/files/logical-path.ts';
import type { FileOwner, FileOwners, Ownership } from '../platform/module.ts';

/** Combines the file owners of all modules; the first answer counts. */
export function fileOwners(owners: readonly FileOwner[]): FileOwners {
  return {
    async ownership(path) {
      if (!path.includes('/')) return null;
      for (const owner of owners) {
        const found = await owner.ownership(path);
        if (found) return found;
      }
      return null;
    },
    async destination(fields) {
      for (const owner of owners) {
        const found = (await owner.destination?.(fields)) ?? null;
        if (found !== null) return found;
      }
      return null;
    },
    place(path, received, use) {
      for (const owner of owners) {
        const placed = owner.place?.(path, received, use) ?? null;
        if (placed) return placed;
      }
      return use(path);
    },
    // the most general owner comes last in `owners` but first in the list of exports
    exports: () => owners.toReversed().flatMap((owner) => (owner.exports ? [owner.exports] : [])),
  };
}

/**
 * Tells whether a person may do an action on a file. A file without an owner is read by groups 2 and 9 and written by nobody.
 * A file that several records share is read by whoever sees one of them. Changing it needs the right on all of them.
 */
export function allowsFile(identity: Identity, ownership: Ownership | null, action: Action): boolean {
  if (!ownership) return action === 'view' && [GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE].includes(identity.groupID);
  const { def, records: record } = ownership;
  if (scope(identity, def.access, action) === 'all') return true;
  const theirs = (r: { utente: string }) => may(identity, def.access, action, r.utente);
  return action === 'view' ? record.some(theirs) : record.length > 0 && record.every(theirs);
}

/**
 * Tells whether a person may open a file. This needs the right to view one of its records. A reserved file needs the right to edit, and is
 * closed to an administrator who sees the portal as another user.
 */
export function opens(identity: Identity, ownership: Ownership | null): boolean {
  if (ownership?.reserved && identity.osservatore !== undefined) return false;
  return allowsFile(identity, ownership, 'view') && (!ownership?.reserved || allowsFile(identity, ownership, 'edit'));
}

/** Throws unless the person may open the file: 403 for a reserved file of a record that the person may see but not edit. */
export function requireOpening(identity: Identity, ownership: Ownership | null): void {
  requireView(identity, ownership);
  if (ownership?.reserved && identity.osservatore !== undefined)
    throw new DomainError('SOLA_LETTURA', { message: 'Un documento riservato non si apre vedendo il portale come un’altra persona.' });
  if (!opens(identity, ownership))
    throw new DomainError('NON_PERMESSO', { message: 'Questo documento è riservato: lo apre solo chi può modificare la scheda.' });
}

/**
 * Throws unless the person may see the file: 403 if the register is closed to the person, 404 if the file's records are another person's.
 */
export function requireView(identity: Identity, ownership: Ownership | null): void {
  if (allowsFile(identity, ownership, 'view')) return;
  const closed = ownership !== null && scope(identity, ownership.def.access, 'view') === 'none';
  throw new DomainError(closed ? 'NON_PERMESSO' : 'FILE_ASSENTE');
}

/** Throws unless the person may do an action on the file: 403 or 404 as `requireView`, 403 without the right to the action. */
export function requireWrite(identity: Identity, ownership: Ownership | null, action: 'edit' | 'delete'): asserts ownership is Ownership {
  requireView(identity, ownership);
  if (!allowsFile(identity, ownership, action)) throw new DomainError('NON_PERMESSO');
}

/** Returns the file field to which a file name belongs by the convention `{chiave}_{suffisso}`, ignoring the extension; `null` if none. */
export function fieldByName(def: AnyRegister, key: string | number, name: string): FileField | null {
  const root = name.slice(0, name.length - extension(name).length);
  return fileFields(def).find((field) => rootOf(key, field) === root) ?? null;
}

function rootOf(key: string | number, field: FileField): string {
  const path = filePath(key, field);
  return path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'));
}
