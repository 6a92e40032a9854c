import { DomainError } from '#contracts/core/errors.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { derivedCommandId, execute } from '#services/registers/command-handling.ts';
import type { Dependencies, Ownership } from '#services/platform/module.ts';
import { onRecord } from '#services/registers/upload-document.ts';
import { decideDeleted, streamOfFile } from '#services/registers/documents.decider.ts';

export interface Deletion {
  path: string;
  ownership: Ownership;
  sender: Sender;
  readVersion?: number | null;
}

/**
 * First the records stop naming the file, then it goes to the earlier versions: cut off in between
 * it leaves a file nobody names, never a name without its file.
 */
export async function deleteFile(
  deps: Pick<Dependencies, 'catalogue' | 'files' | 'store' | 'clock'>,
  { path, ownership, sender, readVersion }: Deletion,
) {
  const present = await deps.files.info(path);
  const before = await deletedBefore(deps, ownership, sender);
  if (!present && before === null) {
    throw new DomainError('FILE_ASSENTE', {
      message: ownership.def.messages.fileMissing ?? 'Eliminazione fallita, controllare presenza del file',
    });
  }
  let outcome: { versione: number | null; posizione: string | null } = { versione: null, posizione: null };
  for (const on of onRecord(ownership, sender, readVersion)) {
    const stream = streamOfFile(on);
    const executed = await execute(deps, {
      stream,
      sender: { ...sender, commandId: derivedCommandId(sender.commandId, stream) },
      decide: (state) => decideDeleted(on, { percorso: path, file_versione: present?.version ?? 1 }, state),
    });
    const version = executed.state.get(recordKey(on.def.path, on.id))?.version ?? null;
    outcome = { versione: version, posizione: executed.position ?? outcome.posizione };
  }
  // what was put under this name since is somebody else's
  if (present) await deps.files.delete(path, before ?? present.version);
  return outcome;
}

/** The version that this same request let go of, sent again after its answer was lost; `null` for a new one. */
async function deletedBefore(
  { store }: Pick<Dependencies, 'store'>,
  { def, records: record, folder }: Ownership,
  { commandId }: Sender,
): Promise<number | null> {
  const places = record.length === 0 && folder ? [{ ...folder, parent: undefined }] : record.map((one) => ({ ...one, def }));
  for (const place of places) {
    const stream = streamOfFile(place);
    const events = await store.read(stream);
    const own = events.find((e) => e.metadata.commandId === derivedCommandId(commandId, stream));
    if (own) return Number(own.data['file_versione'] ?? 0);
  }
  return null;
}
