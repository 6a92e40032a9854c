import type { Kysely } from 'kysely';
import { fileFields, filePath, type FileField } from '#contracts/core/documents.ts';
import { isCalendarDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { scope, GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, may, type Action, type Identity } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { macchinari as registroMacchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni as registroManutenzioni } from '#contracts/registers/manutenzioni.ts';
import type { ReadDatabase } from '#projections/database.ts';
import { extension } from '../platform/files/logical-path.ts';
import { fileNoleggio } from '../modules/noleggi/noleggio-owner.ts';

const macchinari = registroMacchinari as unknown as AnyRegister;
const manutenzioni = registroManutenzioni as unknown as AnyRegister;

/** Which records a path belongs to: their register decides who may do what with the file. */
export interface Ownership {
  def: AnyRegister;
  kind: 'pdf' | 'jpeg';
  /** `utente`: who owns it, for a child the owner of its parent (`parent`, its key). More than one where records share a file; none where it lies beside records still to come. */
  records: readonly { id: string | number; parent?: string | number; utente: string; field: string | null }[];
  /** The record it is for is still to be written; until then it is of the one it lies beside. */
  awaited?: true;
}

type ReadDb = Kysely<ReadDatabase>;
type Resolver = (db: ReadDb, folder: string, name: string, path: string) => Promise<Ownership | null>;

/** Tried in order; a room that brings files of its own adds a line. */
const RESOLVERS: readonly Resolver[] = [fileNoleggio, manutenzioneSheet, machineDocument];

/** `null` for a path that belongs to nothing the portal knows (or to a deleted record). */
export async function ownershipOf(db: ReadDb, path: string): Promise<Ownership | null> {
  const [folder, ...others] = path.split('/');
  if (!folder || others.length === 0) return null;
  for (const locate of RESOLVERS) {
    const found = await locate(db, folder, others.join('/'), path);
    if (found) return found;
  }
  return null;
}

/**
 * Groups 2 and 9 read what belongs to nothing, nobody writes it. A file that records share is read
 * by whoever sees one of them and changed only by who may change all.
 */
export function allowsFile(identity: Identity, ownership: Ownership | null, action: Action): boolean {
  if (!ownership) return action === 'view' && [GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE].includes(identity.groupID);
  const { def, records: record } = ownership;
  if (scope(identity, def.access, action) === 'all') return true;
  const theirs = (r: { utente: string }) => may(identity, def.access, action, r.utente);
  return action === 'view' ? record.some(theirs) : record.length > 0 && record.every(theirs);
}

/** 403 where the area is closed, 404 for a file of somebody else's record: as for the record itself. */
export function requireView(identity: Identity, ownership: Ownership | null): void {
  if (allowsFile(identity, ownership, 'view')) return;
  const closed = ownership !== null && scope(identity, ownership.def.access, 'view') === 'none';
  throw new DomainError(closed ? 'NON_PERMESSO' : 'FILE_ASSENTE');
}

export function requireWrite(identity: Identity, ownership: Ownership | null, action: 'edit' | 'delete'): asserts ownership is Ownership {
  requireView(identity, ownership);
  if (!allowsFile(identity, ownership, action)) throw new DomainError('NON_PERMESSO');
}

/** The field a name stands for by the convention `{chiave}_{suffisso}`, whatever its extension. */
export function fieldByName(def: AnyRegister, key: string | number, name: string): FileField | null {
  const root = name.slice(0, name.length - extension(name).length);
  return fileFields(def).find((field) => rootOf(key, field) === root) ?? null;
}

/** `{matricola}_{YYMMDD}.pdf` → the date, or `null` for any other name. */
export function dateOfScheda(matricola: string, name: string): string | null {
  if (!name.startsWith(`${matricola}_`)) return null;
  const found = /^(\d\d)(\d\d)(\d\d)\.pdf$/i.exec(name.slice(matricola.length + 1));
  const data = found && `20${found[1]}-${found[2]}-${found[3]}`;
  return data && isCalendarDate(data) ? data : null;
}

async function manutenzioneSheet(db: ReadDb, matricola: string, name: string): Promise<Ownership | null> {
  const data = dateOfScheda(matricola, name);
  if (data === null || !(await macchinaRow(db, matricola))) return null;
  const rows = await db.selectFrom(manutenzioni.path).select(['id', 'utente'])
    .where('matricola', '=', matricola).where('data', '=', data).where('eliminato', '=', false).orderBy('id').execute();
  return { def: manutenzioni, kind: 'pdf', records: rows.map((r) => ({ id: Number(r['id']), utente: String(r['utente']), field: 'documento' })) };
}

async function machineDocument(db: ReadDb, matricola: string, name: string, path: string): Promise<Ownership | null> {
  const row = await macchinaRow(db, matricola);
  if (!row) return null;
  const fields = fileFields(macchinari);
  const field = fields.find((c) => row[c.field] === path) ?? fieldByName(macchinari, matricola, name);
  const jpeg = field ? field.kind === 'photo' : ['.jpg', '.jpeg'].includes(extension(name));
  return { def: macchinari, kind: jpeg ? 'jpeg' : 'pdf', records: [{ id: matricola, utente: String(row['utente']), field: field?.field ?? null }] };
}

async function macchinaRow(db: ReadDb, matricola: string): Promise<Record<string, unknown> | undefined> {
  return db.selectFrom(macchinari.path).selectAll().where('matricola', '=', matricola).where('eliminato', '=', false).executeTakeFirst();
}

function rootOf(key: string | number, field: FileField): string {
  const path = filePath(key, field);
  return path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'));
}
