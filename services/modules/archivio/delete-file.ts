import { documentEvents } from '#contracts/core/document-events.ts';
import { recordedData } from '#contracts/core/facts.ts';
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
 * Deletes a file: first from its records, then from the archive, which keeps the content as an earlier version. A crash in between leaves a
 * file that no record names, never a record that names a missing file. A repeated request completes the deletion. Throws FILE_ASSENTE.
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
  // in a repeated request, a file that was uploaded to the path since then has a newer version and stays
  if (present) await deps.files.delete(path, before ?? present.version);
  return outcome;
}

/** Returns the file version that an earlier run of the same request deleted; `null` if the request is new. */
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
    if (own) return Number(recordedData(documentEvents, own.data).file_versione ?? 0);
  }
  return null;
}
