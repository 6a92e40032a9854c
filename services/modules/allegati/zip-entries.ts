import type { Kysely } from 'kysely';
import { fileFields } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { scope, may, type Identity } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { childrenOf } from '#contracts/registers/index.ts';
import type { ReadDatabase } from '#projections/database.ts';
import { logicalPath } from '#services/platform/files/logical-path.ts';
import { allowsFile, dateOfScheda, ownershipOf } from '#services/registers/file-owner.ts';

export type Entry = { percorso: string; nome: string };

type ReadDb = Kysely<ReadDatabase>;
type Row = Readonly<Record<string, unknown>>;

/**
 * The files of the records with these matricole, those of their photos and periods included. All
 * of them or an error: 403 without the area, 404 when one is not there or is not to be seen.
 */
export async function entriesOf(db: ReadDb, def: AnyRegister, matricole: readonly string[], identity: Identity): Promise<Entry[]> {
  if (matricole.length === 0) return [];
  const rows = await visibleRows(db, def, matricole, identity);
  const writtenPaths = new Map(rows.map((row) => [row[def.key.field], pathsOf(def, row)]));
  for (const child of childrenOf(def)) await addChildren(db, child, writtenPaths);
  const entries = rows.map((row) => visibleEntries(db, String(row['matricola']), writtenPaths.get(row[def.key.field]) ?? [], identity));
  return (await Promise.all(entries)).flat();
}

async function visibleRows(db: ReadDb, def: AnyRegister, matricole: readonly string[], identity: Identity): Promise<Row[]> {
  if (scope(identity, def.access, 'view') === 'none') throw new DomainError('NON_PERMESSO');
  const rows = await db.selectFrom(def.path).selectAll().where('matricola', 'in', matricole).where('eliminato', '=', false).orderBy('matricola').execute();
  const visible = rows.filter((row) => may(identity, def.access, 'view', String(row['utente'])));
  if (visible.length < matricole.length) throw new DomainError('SCONOSCIUTO', { message: `Un ${def.labels.one} della selezione non esiste.` });
  return visible;
}

async function addChildren(db: ReadDb, child: AnyRegister, writtenPaths: ReadonlyMap<unknown, string[]>): Promise<void> {
  if (!child.parent || fileFields(child).length === 0) return;
  const { field } = child.parent;
  const rows = await db.selectFrom(child.path).selectAll().where(field, 'in', [...writtenPaths.keys()]).where('eliminato', '=', false).orderBy(child.key.field).execute();
  for (const row of rows) writtenPaths.get(row[field])?.push(...pathsOf(child, row));
}

function pathsOf(def: AnyRegister, row: Row): string[] {
  return fileFields(def).map(({ field }) => row[field]).filter((path) => typeof path === 'string' && path !== '') as string[];
}

/** What the fields name. A path is free text: one that names another record's file needs that record's view. */
async function visibleEntries(db: ReadDb, matricola: string, writtenPaths: readonly string[], identity: Identity): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const written of new Set(writtenPaths)) {
    const path = asLogical(written);
    if (path === null) entries.push({ percorso: written, nome: written });
    else if (own(matricola, path) || allowsFile(identity, await ownershipOf(db, path), 'view')) entries.push({ percorso: path, nome: path });
  }
  return entries;
}

function own(matricola: string, path: string): boolean {
  const folder = `${matricola}/`;
  return path.startsWith(folder) && dateOfScheda(matricola, path.slice(folder.length)) === null;
}

/** `null` for what is no path of the archive: the zip tells that it is missing. */
function asLogical(text: string): string | null {
  try {
    return logicalPath(text);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
