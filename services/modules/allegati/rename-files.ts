import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { onRecord } from '#services/registers/upload-document.ts';
import { sameContent } from '#services/platform/files/fingerprint.ts';
import { extension, logicalPath } from '#services/platform/files/logical-path.ts';
import { requireWrite } from '#services/registers/file-owner.ts';
import { derivedCommandId, execute } from '#services/registers/command-handling.ts';
import { decideRenamed, streamOfFile } from '#services/registers/documents.decider.ts';
import type { Dependencies, Ownership } from '#services/platform/module.ts';

const text = z.string({ error: 'Serve un testo' });
export const renameBody = z.object({
  rename: z.union([z.literal(true), z.literal('true')]),
  path: z
    .array(z.object({ from: text, to: text }), { error: 'Serve un elenco di nomi' })
    .min(1, { error: 'Nessun file da rinominare' })
    .max(200, { error: 'Al massimo 200 file per volta' }),
});

interface FileRename {
  from: string;
  to: string;
  ownership: Ownership;
  /** Id from which the command ids of this step are derived; a repeated request derives the same ids. */
  commandId: string;
  /** Whether an earlier run of the same request has completed the step. */
  done: boolean;
  /** Whether the file has its new name but the event is missing, after a crash in between. */
  moved: boolean;
}

export interface RenameResult {
  affectedRows: number;
  /** Version of the last changed record; `null` if no record names one of the files. */
  versione: number | null;
  position: string | null;
}

/**
 * Renames all files or none. Every pair is checked first. If a later step fails, the steps before it are undone on disk, and in the
 * records by a further event.
 */
export async function rename(deps: Dependencies, pairs: z.infer<typeof renameBody>['path'], sender: Sender): Promise<RenameResult> {
  const steps = await check(deps, pairs, sender);
  const facts: FileRename[] = [];
  let outcome: Omit<RenameResult, 'affectedRows'> = { versione: null, position: null };
  try {
    for (const step of steps) {
      const fact = await carryOut(deps, step, sender);
      facts.push(step);
      outcome = { versione: fact.versione ?? outcome.versione, position: fact.position ?? outcome.position };
    }
  } catch (error) {
    await undo(deps, facts, sender);
    throw error;
  }
  return { affectedRows: facts.length, ...outcome };
}

async function check(deps: Dependencies, pairs: readonly { from: string; to: string }[], sender: Sender): Promise<FileRename[]> {
  const steps: FileRename[] = [];
  const mete = new Set<string>();
  for (const { from, to } of pairs) {
    const [source, target] = [logicalPath(from), logicalPath(to)];
    if (source === target) continue;
    if (extension(source) !== extension(target)) throw new DomainError('ESTENSIONE_DIVERSA');
    const ownership = await ownershipOfStep(deps, source, target, sender);
    const step = await asRepeated(deps, sender, {
      from: source,
      to: target,
      ownership,
      commandId: derivedCommandId(sender.commandId, `rinomina ${source} ${target}`),
      done: false,
      moved: false,
    });
    if (!step.done) step.moved = await movedOnly(deps, step, sender);
    if (!step.done && !step.moved) await checkFile(deps, source, target, mete);
    mete.add(target);
    steps.push(step);
  }
  return steps;
}

/** Returns the owner of both names. Throws if they belong to different records, or a reserved document would become another one. */
async function ownershipOfStep(deps: Dependencies, source: string, target: string, { identity }: Sender): Promise<Ownership> {
  const ownership = await deps.owners.ownership(source);
  requireWrite(identity, ownership, 'edit');
  const targetOwnership = await deps.owners.ownership(target);
  if (!targetOwnership || !sameOwner(ownership, targetOwnership)) {
    throw new DomainError('PERCORSO_NON_VALIDO', { message: `Il file può cambiare nome solo fra quelli dello stesso record: ${target}` });
  }
  if (
    ownership.reserved !== targetOwnership.reserved &&
    (targetOwnership.reserved || ownership.reserved) &&
    otherField(ownership, targetOwnership)
  ) {
    throw new DomainError('PERCORSO_NON_VALIDO', {
      message: `Il nome ${target.slice(target.lastIndexOf('/') + 1)} è di un altro documento.`,
    });
  }
  return {
    ...ownership,
    records: ownership.records.map((r, i) => ({ ...r, field: r.field ?? targetOwnership.records[i]?.field ?? null })),
  };
}

/** Tells whether the new name belongs to the document of another field. */
const otherField = (one: Ownership, other: Ownership): boolean =>
  one.records.some((r, i) => {
    const theirs = other.records[i]?.field ?? null;
    return theirs !== null && theirs !== r.field;
  });

async function checkFile({ files }: Dependencies, source: string, target: string, mete: ReadonlySet<string>): Promise<void> {
  if (!(await files.info(source))) throw new DomainError('FILE_ASSENTE', { message: `Il file ${source} non esiste nell'archivio.` });
  if (mete.has(target) || (await files.info(target)))
    throw new DomainError('DESTINAZIONE_OCCUPATA', { message: `Esiste già un file con il nome ${target}.` });
}

/** Marks a step as done if this command recorded it before. If the file still has its old name, the step was undone and runs again. */
async function asRepeated(deps: Dependencies, sender: Sender, step: FileRename): Promise<FileRename> {
  if (!(await recordedBefore(deps, sender, step))) return step;
  return (await deps.files.info(step.from)) ? { ...step, commandId: randomUUID() } : { ...step, done: true };
}

async function recordedBefore({ store }: Dependencies, sender: Sender, { ownership, commandId }: FileRename): Promise<boolean> {
  for (const on of onRecord(ownership, sender)) {
    const stream = streamOfFile(on);
    if ((await store.read(stream)).some((e) => e.metadata.commandId === derivedCommandId(commandId, stream))) return true;
  }
  return false;
}

/** Tells whether a crashed run renamed the file without recording it: the record's content now has the new name. */
async function movedOnly({ catalogue, store, files }: Dependencies, { from, to, ownership }: FileRename, sender: Sender): Promise<boolean> {
  if ((await files.info(from)) || !(await files.info(to))) return false;
  for (const on of onRecord(ownership, sender)) {
    const file = fold(catalogue, await store.read(streamOfFile(on))).get(recordKey(on.def.path, on.id))?.files[on.field ?? ''];
    if (file?.percorso !== from) continue;
    if (await sameContent(files, { path: from, version: file.versione }, { path: to })) return true;
  }
  return false;
}

function sameOwner(one: Ownership, other: Ownership): boolean {
  const ids = (p: Ownership) => p.records.map((r) => r.id).join('\n');
  return other.def === one.def && ids(other) === ids(one);
}

async function carryOut(deps: Dependencies, step: FileRename, sender: Sender): Promise<Omit<RenameResult, 'affectedRows'>> {
  const inPlace = step.done || step.moved;
  const info = inPlace ? await deps.files.info(step.to) : await deps.files.rename(step.from, step.to);
  try {
    return await record(deps, step, info?.version ?? 1, sender);
  } catch (error) {
    // if the event was recorded and only the response was lost, the file keeps the recorded name
    const recorded = !(error instanceof DomainError) && (await recordedBefore(deps, sender, step).catch(() => false));
    if (!inPlace && !recorded) await deps.files.rename(step.to, step.from);
    throw error;
  }
}

async function record(
  deps: Dependencies,
  { from: source, to: target, ownership, commandId }: FileRename,
  file_versione: number,
  sender: Sender,
) {
  let outcome: Omit<RenameResult, 'affectedRows'> = { versione: null, position: null };
  for (const on of onRecord(ownership, sender)) {
    const stream = streamOfFile(on);
    const { state, position } = await execute(deps, {
      stream,
      sender: { ...sender, commandId: derivedCommandId(commandId, stream) },
      decide: (before) => decideRenamed(on, source, { percorso: target, file_versione }, before),
    });
    outcome = { versione: state.get(recordKey(on.def.path, on.id))?.version ?? null, position: position ?? outcome.position };
  }
  return outcome;
}

async function undo(deps: Dependencies, facts: readonly FileRename[], sender: Sender): Promise<void> {
  for (const { from: source, to: target, ownership } of facts.toReversed()) {
    const info = await deps.files.rename(target, source);
    await record(deps, { from: target, to: source, ownership, commandId: randomUUID(), done: false, moved: false }, info.version, sender);
  }
}
