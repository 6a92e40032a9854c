import { fileFields } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { may, scope, type Identity } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { childrenOf } from '#contracts/registers/index.ts';
import { findRows, type Row } from '#projections/registers/record.queries.ts';
import { logicalPath } from '#services/platform/files/logical-path.ts';
import type { Dependencies, FileOwner } from '#services/platform/module.ts';
import { allowsFile } from '#services/registers/file-owner.ts';

/** A file of the archive and its name in the zip, as the job is told. */
export type Entry = { percorso: string; nome: string };
type Exports = NonNullable<FileOwner['exports']>;
type Needs = Pick<Dependencies, 'readDb' | 'owners'>;

/**
 * The files of the records with these matricole, those of their photos and periods included. All
 * of them or an error: 403 without the area, 404 when one is not there or is not to be seen.
 */
export async function entriesOf(deps: Needs, exports: Exports, matricole: readonly string[], identity: Identity): Promise<Entry[]> {
  if (matricole.length === 0) return [];
  const { def } = exports;
  const rows = await visibleRows(deps, def, matricole, identity);
  const written = new Map(rows.map((row) => [row[def.key.field], pathsOf(def, row)]));
  for (const child of childrenOf(def)) await addChildren(deps, child, written);
  const entries = rows.map((row) => visibleEntries(deps, exports, String(row['matricola']), written.get(row[def.key.field]) ?? [], identity));
  return (await Promise.all(entries)).flat();
}

async function visibleRows({ readDb }: Needs, def: AnyRegister, matricole: readonly string[], identity: Identity): Promise<Row[]> {
  if (scope(identity, def.access, 'view') === 'none') throw new DomainError('NON_PERMESSO');
  const rows = (await findRows(readDb, def, { matricola: matricole })).toSorted((a, b) => (String(a['matricola']) < String(b['matricola']) ? -1 : 1));
  const visible = rows.filter((row) => may(identity, def.access, 'view', String(row['utente'])));
  if (visible.length < matricole.length) throw new DomainError('SCONOSCIUTO', { message: `Un ${def.labels.one} della selezione non esiste.` });
  return visible;
}

async function addChildren({ readDb }: Needs, child: AnyRegister, written: ReadonlyMap<unknown, string[]>): Promise<void> {
  if (!child.parent || fileFields(child).length === 0) return;
  const { field } = child.parent;
  const rows = await findRows(readDb, child, { [field]: [...written.keys()] as (string | number)[] });
  for (const row of rows) written.get(row[field])?.push(...pathsOf(child, row));
}

function pathsOf(def: AnyRegister, row: Row): string[] {
  return fileFields(def).map(({ field }) => row[field]).filter((path) => typeof path === 'string' && path !== '') as string[];
}

/** What the fields name. A path is free text: one that names another record's file needs that record's view. */
async function visibleEntries({ owners }: Needs, exports: Exports, matricola: string, written: readonly string[], identity: Identity): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const text of new Set(written)) {
    const path = asLogical(text);
    if (path === null) entries.push({ percorso: text, nome: text });
    else if (isOwn(exports, matricola, path) || allowsFile(identity, await owners.ownership(path), 'view')) entries.push({ percorso: path, nome: path });
  }
  return entries;
}

function isOwn({ keeps }: Exports, matricola: string, path: string): boolean {
  const folder = `${matricola}/`;
  return path.startsWith(folder) && (keeps?.(matricola, path.slice(folder.length)) ?? true);
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
