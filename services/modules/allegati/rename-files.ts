import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { recordKey } from '#contracts/core/history.ts';
import { onRecord } from '#services/registers/upload-document.ts';
import { extension, logicalPath } from '#services/platform/files/logical-path.ts';
import { requireWrite } from '#services/registers/file-owner.ts';
import { derivedCommandId, execute } from '#services/registers/command-handling.ts';
import { decideRenamed, streamOfFile } from '#services/registers/documents.decider.ts';
import type { Dependencies, Ownership } from '#services/platform/module.ts';

const text = z.string({ error: 'Serve un testo' });
export const renameBody = z.object({
  rename: z.union([z.literal(true), z.literal('true')]),
  path: z.array(z.object({ from: text, to: text }), { error: 'Serve un elenco di nomi' })
    .min(1, { error: 'Nessun file da rinominare' }).max(200, { error: 'Al massimo 200 file per volta' }),
});

interface Step {
  from: string;
  to: string;
  ownership: Ownership;
  /** What the events of this step are derived from; the same for a repeated request. */
  commandId: string;
  /** A request whose answer was lost did it already. */
  done: boolean;
}

export interface Renamed {
  affectedRows: number;
  /** Version of the last record that names one of the files; `null` when none does. */
  versione: number | null;
  position: string | null;
}

/**
 * All or none: everything is looked at first; what fails afterwards takes back the steps before it,
 * on disk and (as one more fact, since nothing is ever unsaid) in the records.
 */
export async function rename(deps: Dependencies, pairs: z.infer<typeof renameBody>['path'], sender: Sender): Promise<Renamed> {
  const steps = await check(deps, pairs, sender);
  const facts: Step[] = [];
  let outcome: Omit<Renamed, 'affectedRows'> = { versione: null, position: null };
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

async function check(deps: Dependencies, pairs: readonly { from: string; to: string }[], sender: Sender): Promise<Step[]> {
  const steps: Step[] = [];
  const mete = new Set<string>();
  for (const { from, to } of pairs) {
    const [source, target] = [logicalPath(from), logicalPath(to)];
    if (source === target) continue;
    if (extension(source) !== extension(target)) throw new DomainError('ESTENSIONE_DIVERSA');
    const ownership = await ownershipOfStep(deps, source, target, sender);
    const step = await asRepeated(deps, sender, { from: source, to: target, ownership, commandId: derivedCommandId(sender.commandId, `rinomina ${source} ${target}`), done: false });
    if (!step.done) await checkFile(deps, source, target, mete);
    mete.add(target);
    steps.push(step);
  }
  return steps;
}

/** Both names belong to the same records; the field is the one that has the old name, or already the new. */
async function ownershipOfStep(deps: Dependencies, source: string, target: string, { identity }: Sender): Promise<Ownership> {
  const ownership = await deps.owners.ownership(source);
  requireWrite(identity, ownership, 'edit');
  const targetOwnership = await deps.owners.ownership(target);
  if (!targetOwnership || !sameOwner(ownership, targetOwnership)) {
    throw new DomainError('PERCORSO_NON_VALIDO', { message: `Il file può cambiare nome solo fra quelli dello stesso record: ${target}` });
  }
  if (ownership.reserved !== targetOwnership.reserved && (targetOwnership.reserved || ownership.reserved) && otherField(ownership, targetOwnership)) {
    throw new DomainError('PERCORSO_NON_VALIDO', { message: `Il nome ${target.slice(target.lastIndexOf('/') + 1)} è di un altro documento.` });
  }
  return { ...ownership, records: ownership.records.map((r, i) => ({ ...r, field: r.field ?? targetOwnership.records[i]?.field ?? null })) };
}

/** Each name stands for a document of its own: a reserved one would pass for one that is not, or the other way round. */
const otherField = (one: Ownership, other: Ownership): boolean => one.records.some((r, i) => {
  const theirs = other.records[i]?.field ?? null;
  return theirs !== null && theirs !== r.field;
});

async function checkFile({ files }: Dependencies, source: string, target: string, mete: ReadonlySet<string>): Promise<void> {
  if (!(await files.info(source))) throw new DomainError('FILE_ASSENTE', { message: `Il file ${source} non esiste nell'archivio.` });
  if (mete.has(target) || (await files.info(target))) throw new DomainError('DESTINAZIONE_OCCUPATA', { message: `Esiste già un file con il nome ${target}.` });
}

/** Recorded by this command before: done, if the file has moved; taken back, if it is still there. */
async function asRepeated({ store, files }: Dependencies, sender: Sender, step: Step): Promise<Step> {
  for (const on of onRecord(step.ownership, sender)) {
    const stream = streamOfFile(on);
    const events = await store.read(stream);
    if (!events.some((e) => e.metadata.commandId === derivedCommandId(step.commandId, stream))) continue;
    return (await files.info(step.from)) ? { ...step, commandId: randomUUID() } : { ...step, done: true };
  }
  return step;
}

function sameOwner(one: Ownership, other: Ownership): boolean {
  const ids = (p: Ownership) => p.records.map((r) => r.id).join('\n');
  return other.def === one.def && ids(other) === ids(one);
}

async function carryOut(deps: Dependencies, step: Step, sender: Sender): Promise<Omit<Renamed, 'affectedRows'>> {
  const info = step.done ? await deps.files.info(step.to) : await deps.files.rename(step.from, step.to);
  try {
    return await record(deps, step, info?.version ?? 1, sender);
  } catch (error) {
    if (!step.done) await deps.files.rename(step.to, step.from);
    throw error;
  }
}

async function record(deps: Dependencies, { from: source, to: target, ownership, commandId }: Step, file_versione: number, sender: Sender) {
  let outcome: Omit<Renamed, 'affectedRows'> = { versione: null, position: null };
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

async function undo(deps: Dependencies, facts: readonly Step[], sender: Sender): Promise<void> {
  for (const { from: source, to: target, ownership } of facts.toReversed()) {
    const info = await deps.files.rename(target, source);
    await record(deps, { from: target, to: source, ownership, commandId: randomUUID(), done: false }, info.version, sender);
  }
}
