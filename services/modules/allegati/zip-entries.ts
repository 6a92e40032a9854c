import { fileFields } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { may, scope, type Identity } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { findRows, type Row } from '#projections/registers/record.queries.ts';
import { logicalPath } from '#services/platform/files/logical-path.ts';
import type { Dependencies, Exports } from '#services/platform/module.ts';
import { allowsFile, opens } from '#services/registers/file-owner.ts';
import type { Opening } from '#services/registers/record-openings.ts';

/** File of the archive (`percorso`) and its name in the zip (`nome`), in the shape of the job's data. */
export type Entry = { percorso: string; nome: string };
type Needs = Pick<Dependencies, 'catalogue' | 'readDb' | 'owners' | 'files'>;

/** Contents of a zip, with the openings to record before the zip is sent. */
export interface Contents {
  file: Entry[];
  /** Names in the zip of the reserved files that are left out, since the person may not open them. */
  riservati: string[];
  /** Openings of the reserved files in the zip, one for each file. */
  openings: Opening[];
}

/**
 * Returns the files of the records with these matricole and of their child records. Throws NON_PERMESSO if the person may not view the
 * register, and SCONOSCIUTO if one of the records does not exist or is hidden from the person.
 */
export async function contentsOf(deps: Needs, exports: Exports, matricole: readonly string[], identity: Identity): Promise<Contents> {
  const contents: Contents = { file: [], riservati: [], openings: [] };
  if (matricole.length === 0) return contents;
  const def = await deps.catalogue.currentDefinition(deps.readDb, exports.def);
  const rows = await visibleRows(deps, def, matricole, identity);
  const written = new Map(rows.map((row) => [row[def.key.field], pathsOf(def, row)]));
  for (const child of deps.catalogue.childrenOf(def)) await addChildren(deps, child, written);
  const each = await Promise.all(
    rows.map((row) => contentsOfRow(deps, { ...exports, def }, { row, paths: written.get(row[def.key.field]) ?? [] }, identity)),
  );
  for (const one of each) {
    contents.file.push(...one.file);
    contents.riservati.push(...one.riservati);
    contents.openings.push(...one.openings);
  }
  return contents;
}

async function visibleRows({ readDb }: Needs, def: AnyRegister, matricole: readonly string[], identity: Identity): Promise<Row[]> {
  if (scope(identity, def.access, 'view') === 'none') throw new DomainError('NON_PERMESSO');
  const rows = (await findRows(readDb, def, { matricola: matricole })).toSorted((a, b) =>
    String(a['matricola']) < String(b['matricola']) ? -1 : 1,
  );
  const visible = rows.filter((row) => may(identity, def.access, 'view', String(row['utente'])));
  if (visible.length < matricole.length)
    throw new DomainError('SCONOSCIUTO', { message: `Un ${def.labels.one} della selezione non esiste.` });
  return visible;
}

async function addChildren({ readDb }: Needs, child: AnyRegister, pathsByParent: ReadonlyMap<unknown, string[]>): Promise<void> {
  if (!child.parent || fileFields(child).length === 0) return;
  const { field } = child.parent;
  const rows = await findRows(readDb, child, { [field]: [...pathsByParent.keys()] as (string | number)[] });
  for (const row of rows) pathsByParent.get(row[field])?.push(...pathsOf(child, row));
}

function pathsOf(def: AnyRegister, row: Row): string[] {
  return fileFields(def)
    .map(({ field }) => row[field])
    .filter((path) => typeof path === 'string' && path !== '') as string[];
}

/**
 * Collects the files at the paths in a record's fields. A path is free text, so it may name another record's file. Such a file is left out
 * unless the person may view that record.
 */
async function contentsOfRow(
  deps: Needs,
  exports: Exports,
  { row, paths }: { row: Row; paths: readonly string[] },
  identity: Identity,
): Promise<Contents> {
  const contents: Contents = { file: [], riservati: [], openings: [] };
  for (const text of new Set(paths)) {
    const path = asLogical(text);
    if (path === null) contents.file.push({ percorso: text, nome: text });
    else await addFile(deps, exports, { row, path, identity }, contents);
  }
  return contents;
}

async function addFile(
  { owners, files }: Needs,
  exports: Exports,
  { row, path, identity }: { row: Row; path: string; identity: Identity },
  contents: Contents,
): Promise<void> {
  const nome = exports.entryName?.(path) ?? path;
  if (isOwn(exports, String(row['matricola']), path)) return void contents.file.push({ percorso: path, nome });
  const ownership = exports.ownership?.(row, path, exports.def) ?? (await owners.ownership(path));
  if (!allowsFile(identity, ownership, 'view')) return;
  if (!opens(identity, ownership)) return void contents.riservati.push(nome);
  contents.file.push({ percorso: path, nome });
  const info = ownership?.reserved ? await files.info(path) : null;
  if (ownership && info) contents.openings.push({ path, version: info.version, ownership });
}

function isOwn({ ownsFile }: Exports, matricola: string, path: string): boolean {
  const folder = `${matricola}/`;
  return path.startsWith(folder) && !path.includes('/', folder.length) && (ownsFile?.(matricola, path.slice(folder.length)) ?? true);
}

/** Normalises a path of the archive; `null` for an invalid path, which the zip then lists as missing. */
function asLogical(text: string): string | null {
  try {
    return logicalPath(text);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
