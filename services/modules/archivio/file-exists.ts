import type { Identity } from '#contracts/core/permissions.ts';
import { extension, folderOf, logicalPath } from '#services/platform/files/logical-path.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { opens } from '#services/registers/file-owner.ts';

export interface Question {
  percorso?: string | undefined;
  file?: string | undefined;
  matricola?: string | undefined;
  data?: string | undefined;
}

interface Sought {
  folder: string;
  name: string | null;
}

type Needs = Pick<Dependencies, 'files' | 'owners'>;

/**
 * Tells whether a file exists that the person may open, and lists the files in its folder that the person may open. A request without a
 * file name asks whether the folder has any such file.
 */
export async function fileExists(deps: Needs, question: Question, identity: Identity): Promise<{ exist: boolean; files: string[] }> {
  const { folder, name } = await soughtBy(deps, question);
  const files: string[] = [];
  for (const { path } of folder === '' ? [] : await deps.files.list(folder)) {
    if (opens(identity, await deps.owners.ownership(path))) files.push(path.slice(folder.length + 1));
  }
  return { exist: name === null ? files.length > 0 : files.includes(name), files };
}

/**
 * Returns the folder and the file name that a request asks for. A request has a full path, or a matricola (the folder) with a file name, a
 * date or neither. Without either, the name is `null`.
 */
async function soughtBy({ owners }: Needs, { percorso, file, matricola, data }: Question): Promise<Sought> {
  if (percorso) return splitPath(logicalPath(percorso));
  if (!matricola) return splitPath(logicalPath(file));
  const folder = logicalPath(matricola);
  if (file) {
    const path = logicalPath(file);
    return path.includes('/') ? splitPath(path) : { folder, name: extension(path) === '' ? `${path}.pdf` : path };
  }
  const dated = data ? await owners.destination({ matricola: folder, data }) : null;
  return dated === null ? { folder, name: null } : splitPath(dated);
}

function splitPath(path: string): Sought {
  const folder = folderOf(path);
  return { folder, name: path.slice(folder === '' ? 0 : folder.length + 1) };
}
