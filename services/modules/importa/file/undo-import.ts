import pLimit from 'p-limit';
import { DomainError } from '#contracts/core/errors.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import { GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { parentOf } from '#services/registers/locate.ts';
import { importsOf, type ImportRow } from '#services/platform/postgres/imports.ts';

const MOST_NAMED = 10;
/** Maximum number of streams to which deletions are appended in parallel. */
const AT_ONCE = 8;

/** Record created by the import, and the stream to which its deletion is appended. */
interface ImportedRecord {
  row: ImportRow;
  stream: string;
}

/**
 * Deletes all records that an import created, children first. Throws a `DomainError` if a person has changed one of them since. A run after
 * a crash deletes the rest. Returns the number of records deleted by this run.
 */
export async function undoImport(
  deps: Dependencies,
  id: string,
  identity: Identity,
  { progress = () => {}, origine = 'importazione' }: { progress?: (done: number, of: number) => void; origine?: Sender['origine'] } = {},
): Promise<number> {
  const imports = importsOf(deps.writeDb);
  const importRun = await imports.find(id);
  if (!importRun || (importRun.utente !== identity.memberID && identity.groupID !== GRUPPO_AMMINISTRATORI))
    throw new DomainError('SCONOSCIUTO', { message: 'Questa importazione non esiste.' });
  if (importRun.undone) throw new DomainError('RICHIESTA_NON_VALIDA', { message: 'Questa importazione è già stata annullata.' });
  const rows = (await imports.rows(id)).toReversed();
  const unchanged: ImportedRecord[] = [];
  const touched: string[] = [];
  for (const row of rows) {
    const stream = await streamOfRow(deps, row);
    const now = stream === null ? undefined : await stateIn(deps, stream, row);
    // an interrupted undo or a person has already deleted this record
    if (stream === null || !now?.exists) continue;
    if (now.version === row.version) unchanged.push({ row, stream });
    else touched.push(`${deps.catalogue.registerOrThrow(row.register).labels.one} ${row.key} (${now.modifiedBy})`);
  }
  if (touched.length > 0) throw changedSince(touched);
  let done = 0;
  const limit = pLimit(AT_ONCE);
  const remove = async ({ register, key, version }: ImportRow): Promise<void> => {
    const sender = {
      identity,
      commandId: derivedCommandId('importazione', `${id}/annulla/${register}/${key}`),
      correlationId: derivedCommandId('importazione', `${id}/annulla`),
      origine,
      motivo: `importazione annullata: ${importRun.file}`,
    };
    await deps.dispatch({ register, action: 'delete', key, readVersion: version }, sender);
    done += 1;
    progress(done, unchanged.length);
  };
  // One register after the other, since children must go before their parents. Records of one stream go in turn, since parallel
  // commands on a stream conflict on its version.
  for (const same of byRegister(unchanged)) {
    const streams = Map.groupBy(same, ({ stream }) => stream);
    await Promise.all(
      [...streams.values()].map((some) =>
        limit(async () => {
          for (const { row } of some) await remove(row);
        }),
      ),
    );
  }
  await imports.undone(id);
  return unchanged.length;
}

/** Groups consecutive records of the same register. */
function byRegister(all: readonly ImportedRecord[]): ImportedRecord[][] {
  const runs: ImportedRecord[][] = [];
  for (const made of all) {
    const last = runs.at(-1);
    if (last?.[0]?.row.register === made.row.register) last.push(made);
    else runs.push([made]);
  }
  return runs;
}

/**
 * Returns the stream of a record; a child is in the stream of its parent. Returns `null` for a child that the read tables no longer
 * contain.
 */
async function streamOfRow(deps: Dependencies, { register, key }: ImportRow): Promise<string | null> {
  const def = deps.catalogue.registerOrThrow(register);
  const owner = def.parent ? await parentOf(deps, def, key) : key;
  return owner === null ? null : streamOf(def, owner);
}

async function stateIn({ catalogue, store }: Dependencies, stream: string, { register, key }: ImportRow) {
  return fold(catalogue, await store.read(stream)).get(recordKey(register, key));
}

const changedSince = (touched: readonly string[]): DomainError =>
  new DomainError('RICHIESTA_NON_VALIDA', {
    message: `Non si può annullare: ${touched.length === 1 ? 'un record è stato cambiato' : `${touched.length} record sono stati cambiati`} dopo l’importazione: ${touched.slice(0, MOST_NAMED).join(', ')}${touched.length > MOST_NAMED ? '…' : ''}.`,
  });
