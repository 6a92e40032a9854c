import { fileFields, type FileField } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { Command, Outcome, Sender } from '#contracts/ports/dispatch.ts';
import type { FileInfo } from '#contracts/ports/file-store.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey, type StreamState } from '#contracts/core/record-state.ts';
import { valuesOf } from '#contracts/core/typed-record.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { logicalPath } from '#services/platform/files/logical-path.ts';
import { derivedCommandId, execute } from '#services/registers/command-handling.ts';
import { decideUploaded } from '#services/registers/documents.decider.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { parentOf } from '#services/registers/locate.ts';

type Needs = Pick<Dependencies, 'catalogue' | 'store' | 'clock' | 'readDb' | 'files'>;

/**
 * Records version and size of the file that a photo or period names, so that the history can open that content. The file is uploaded before
 * the record that names it, so this runs after each write of such a record. Returns the outcome with the version and position after this
 * event.
 */
export async function linkFile(deps: Needs, command: Command, sender: Sender, outcome: Outcome): Promise<Outcome> {
  const def = deps.catalogue.register(command.register);
  if (!def?.parent || (command.action !== 'create' && command.action !== 'change')) return outcome;
  const field = fileFields(def).find((c) => command.values?.[c.field]);
  if (!field) return outcome;
  const parent = await parentOf(deps, def, outcome.key, command);
  if (parent === null) return outcome;
  const stream = streamOf(def, parent);
  const info = await ownFile(deps, fold(deps.catalogue, await deps.store.read(stream)), {
    parent: recordKey(def.parent.register, parent),
    path: String(command.values?.[field.field]),
    field,
  });
  if (!info) return outcome;
  const key = recordKey(def.path, outcome.key);
  const on = { def, id: outcome.key, parent, field: field.field, identity: sender.identity, trusted: true };
  const { state, position } = await execute(deps, {
    stream,
    sender: { ...sender, commandId: derivedCommandId(sender.commandId, `file di ${key}`) },
    decide: (now) =>
      names(now, key, field, info) ? decideUploaded(on, { percorso: info.path, file_versione: info.version, byte: info.bytes }, now) : [],
  });
  return { ...outcome, version: state.get(key)?.version ?? outcome.version, position: position ?? outcome.position };
}

const names = (state: StreamState, key: string, { field }: FileField, { path }: FileInfo): boolean => {
  const record = state.get(key);
  return record?.exists === true && !record.parentDeleted && record.values[field] === path;
};

/**
 * Returns the file at a written path if the file exists in the folder of the same rental; otherwise `null`. A path in a record is free text
 * and may name the file of another record.
 */
async function ownFile(
  { files }: Needs,
  state: StreamState,
  { parent, path, field: { kind } }: { parent: string; path: string; field: FileField },
): Promise<FileInfo | null> {
  const folder = valuesOf(noleggi, state.get(parent)?.values ?? {}).matricola;
  if (typeof folder !== 'string' || !path.startsWith(`${folder}/`) || !(kind === 'photo' ? /\.jpe?g$/i : /\.pdf$/i).test(path)) return null;
  try {
    return logicalPath(path) === path ? await files.info(path) : null;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
