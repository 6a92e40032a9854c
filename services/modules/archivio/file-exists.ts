import type { Identity } from '#contracts/core/permissions.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { manutenzionePath } from '#contracts/core/documents.ts';
import { withPdf, day } from './destination.ts';
import { folderOf, fileName, logicalPath } from '#services/platform/files/logical-path.ts';
import { allowsFile, ownershipOf } from '#services/registers/file-owner.ts';

export interface Question {
  percorso?: string | undefined;
  file?: string | undefined;
  matricola?: string | undefined;
  data?: string | undefined;
}

/** Whether the file is there, and which files of its folder this person may open. */
export async function fileExists(deps: Pick<Dependencies, 'files' | 'readDb'>, question: Question, identity: Identity): Promise<{ exist: boolean; files: string[] }> {
  const { cartella: folder, nome: name } = searched(question);
  const files: string[] = [];
  for (const { path } of folder === '' ? [] : await deps.files.list(folder)) {
    if (allowsFile(identity, await ownershipOf(deps.readDb, path), 'view')) files.push(path.slice(folder.length + 1));
  }
  return { exist: name === null ? files.length > 0 : files.includes(name), files };
}

/** A full path, or a folder (the matricola) with a name in it, a date, or nothing more. */
function searched({ percorso: path, file, matricola, data }: Question): { cartella: string; nome: string | null } {
  if (path) return split(logicalPath(path));
  if (!matricola) return split(logicalPath(file));
  const folder = fileName(matricola);
  if (file) {
    const integer = logicalPath(file);
    return integer.includes('/') ? split(integer) : { cartella: folder, nome: withPdf(integer) };
  }
  return data ? split(manutenzionePath(folder, day(data))) : { cartella: folder, nome: null };
}

function split(path: string): { cartella: string; nome: string } {
  const folder = folderOf(path);
  return { cartella: folder, nome: path.slice(folder === '' ? 0 : folder.length + 1) };
}
