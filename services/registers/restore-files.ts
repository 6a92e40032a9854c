import { fileFields, type RecordFile } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import type { FileContent } from '#contracts/ports/file-store.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import type { Dependencies } from '../platform/module.ts';
import { sameContent } from '../platform/files/fingerprint.ts';
import { derivedCommandId } from './command-handling.ts';
import { stateAtVersion } from './register.decider.ts';
import { uploadFile, type UploadedDocument } from './upload-document.ts';

type Needs = Pick<Dependencies, 'catalogue' | 'files' | 'store' | 'clock' | 'owners'>;

export interface RestoredRecord {
  def: AnyRegister;
  key: string | number;
  /** Events of the record's stream, including the restore of its values. */
  events: readonly StoredEvent[];
  version: number;
  /** Fields to restore; all by default. */
  fields?: readonly string[] | undefined;
}

/**
 * Restores the documents that a record had at a version, each as a new version of its file. The paths alone may by now name files that were
 * replaced or deleted. Returns the last upload; `null` if no document had to be restored.
 */
export async function restoreFiles(
  deps: Needs,
  { def, key, events, version, fields }: RestoredRecord,
  sender: Sender,
): Promise<UploadedDocument | null> {
  const known = recordKey(def.path, key);
  const [then, now] = [stateAtVersion(deps.catalogue, events, version).get(known), fold(deps.catalogue, events).get(known)];
  let last: UploadedDocument | null = null;
  for (const { field } of fileFields(def)) {
    const old = then?.files[field];
    if (!old || (fields && !fields.includes(field)) || now?.values[field] !== old.percorso) continue;
    const own = { ...sender, commandId: derivedCommandId(sender.commandId, `contenuto/${field}`) };
    const repeated = events.some(({ stream, metadata }) => metadata.commandId === derivedCommandId(own.commandId, stream));
    if (!repeated && (await inPlace(deps, old, now.files[field]))) continue;
    last = (await bringBack(deps, old, own)) ?? last;
  }
  return last;
}

/**
 * Tells whether the file at a path already is the wanted version, or a recorded upload with the same content. A file that is not recorded
 * does not count, since an interrupted restore may have left it.
 */
async function inPlace(deps: Needs, { percorso, versione }: RecordFile, recorded: RecordFile | undefined): Promise<boolean> {
  const present = await deps.files.info(percorso);
  if (present?.version === versione) return true;
  if (!present || recorded?.percorso !== percorso || recorded.versione !== present.version) return false;
  return sameContent(deps.files, { path: percorso, version: versione }, { path: percorso, version: present.version });
}

async function bringBack(deps: Needs, { percorso, versione }: RecordFile, sender: Sender): Promise<UploadedDocument | null> {
  const content = await readVersionOf(deps, percorso, versione);
  const ownership = content && (await deps.owners.ownership(percorso));
  return ownership ? uploadFile(deps, { path: percorso, ownership, content: () => content.open(), sender }) : null;
}

/** Reads one version of a file; returns `null` if it is not in the archive. */
async function readVersionOf({ files }: Pick<Dependencies, 'files'>, path: string, version: number): Promise<FileContent | null> {
  return files.read(path, version).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'FILE_ASSENTE') return null;
    throw error;
  });
}
