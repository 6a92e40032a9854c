import type { AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { countOf } from '#contracts/core/formats.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import type { JobContext, JobHandler, JobOutcome } from '#contracts/ports/job-queue.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { groupsOfRequest } from '#projections/storico/storico.queries.ts';
import { bulkChangesOf, type ChangeRow, type KnownChange, type RowOutcome } from '#services/platform/postgres/bulk-changes.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { changeRecord } from './preview.ts';
import { restBesideOthers } from './rest.ts';
import { takeBackRecord } from './take-back.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'readDb' | 'writeDb' | 'store' | 'dispatch' | 'rehearse' | 'readModelWait'>;

/** Number of rows whose outcomes are stored together; the person's permissions are read again for each. A multiple of `AT_ONCE`. */
const TOGETHER = 48;

/** Number of rows changed in parallel, which the log stores in one transaction; others wait for at most one such group. */
const AT_ONCE = 4;

/** One run of the job that changes many records. */
interface ChangeRun {
  change: KnownChange;
  def: AnyRegister;
  context: JobContext;
}

/**
 * Creates the handler that changes many records, row by row, with the person's current permissions. A run after a crash changes only the
 * remaining rows. A row that was changed but not noted is recognised by its command id.
 */
export function changeManyHandler(deps: Deps): JobHandler {
  const changes = bulkChangesOf(deps.writeDb);
  return async (context) => {
    const change = await changes.find(context.id);
    if (!change) throw new DomainError('SCONOSCIUTO', { message: 'Questa modifica non esiste.' });
    const def = await deps.catalogue.currentDefinition(deps.readDb, deps.catalogue.registerOrThrow(change.register));
    const run = { change, def, context };
    const refused = change.allOrNone ? await allOrNone(deps, run) : await whatCanBe(deps, run, {});
    await changes.finish(change.id, groupsOfRequest(context.correlationId ?? change.id, change.when, new Date()));
    const head = await deps.store.head();
    if (head !== null) await deps.readModelWait.until(head).catch(() => false);
    return outcomeOf(change, await changes.counts(change.id), refused && change.allOrNone);
  };
}

/** Changes all remaining rows; with `untilRefused`, stops at the first refusal. Returns true if a row was refused. */
async function whatCanBe(
  deps: Deps,
  { change, def, context }: ChangeRun,
  { untilRefused = false }: { untilRefused?: boolean },
): Promise<boolean> {
  const changes = bulkChangesOf(deps.writeDb);
  const rows = await changes.rows(change.id, { outcome: null });
  const { rows: rowCount } = await changes.counts(change.id);
  // the order decides which of two equal values is refused, and children share their parent's stream
  const atOnce = def.distinct || def.parent ? 1 : AT_ONCE;
  const rest = restBesideOthers(deps.store, context.signal);
  let refused = false;
  for (let from = 0; from < rows.length && !(refused && untilRefused); from += TOGETHER) {
    context.signal.throwIfAborted();
    const sender = await senderNow(deps, context);
    const outcomes: RowOutcome[] = [];
    const doNext = async (row: ChangeRow): Promise<void> => {
      if (refused && untilRefused) return;
      const done = await doRow(deps, { change, def }, row, sender);
      outcomes.push({ number: row.number, ...done });
      refused ||= done.outcome === 'rifiutato';
    };
    for (let at = from; at < Math.min(from + TOGETHER, rows.length); at += atOnce) {
      const group = rows.slice(at, at + atOnce);
      await Promise.all(group.map(doNext));
      if (atOnce > 1) await rest(group.length);
    }
    await changes.note(change.id, outcomes);
    const count = rowCount - rows.length + Math.min(from + TOGETHER, rows.length);
    await context.progress((count / rowCount) * 100, `${count} di ${countOf(rowCount, 'record', 'record')}`);
  }
  return refused;
}

async function doRow(
  deps: Deps,
  { change, def }: Pick<ChangeRun, 'change' | 'def'>,
  row: ChangeRow,
  sender: Sender,
): Promise<Omit<RowOutcome, 'number'>> {
  if (change.takesBack !== null) return takeBackRecord(deps, { def, of: change.takesBack, sender }, row.key);
  const { refusal, position } = await changeRecord(deps, deps, { def, values: change.values, sender }, row);
  if (refusal !== null) return { outcome: 'rifiutato', refusal };
  return { outcome: position === null ? 'invariato' : 'fatto' };
}

/**
 * Changes all rows or none; returns true if nothing was changed. First tries all rows without recording anything, and stops if one would be
 * refused. If a concurrent write causes a refusal later, the rows already changed are reverted.
 */
async function allOrNone(deps: Deps, run: ChangeRun): Promise<boolean> {
  const { change, def, context } = run;
  const changes = bulkChangesOf(deps.writeDb);
  const pendingRows = await changes.rows(change.id, { outcome: null });
  const sender = await senderNow(deps, context);
  const refusals = await deps.rehearse(async (rehearsal) => {
    const outcomes: RowOutcome[] = [];
    for (const row of pendingRows) {
      context.signal.throwIfAborted();
      const { refusal } = await changeRecord(deps, rehearsal, { def, values: change.values, sender }, row);
      if (refusal !== null) outcomes.push({ number: row.number, outcome: 'rifiutato', refusal });
    }
    return outcomes;
  });
  await changes.note(change.id, refusals);
  const { refused } = await changes.counts(change.id);
  if (refused === 0 && !(await whatCanBe(deps, run, { untilRefused: true }))) return false;
  await takeAllBack(deps, run, sender);
  await changes.skip(change.id, 'saltato');
  return true;
}

/** Reverts every changed row, also rows that a killed run changed without noting them. */
async function takeAllBack(deps: Deps, { change, def }: ChangeRun, sender: Sender): Promise<void> {
  const changes = bulkChangesOf(deps.writeDb);
  const own = { ...sender, commandId: `${change.id}/riporta`, motivo: 'modifica di più record non riuscita' };
  const [done, open] = await Promise.all([changes.rows(change.id, { outcome: 'fatto' }), changes.rows(change.id, { outcome: null })]);
  for (const { number, key, outcome } of [...done, ...open].toReversed()) {
    const taken = await takeBackRecord(deps, { def, of: change.id, sender: own }, key);
    if (outcome === 'fatto' || taken.outcome === 'fatto') await changes.note(change.id, [{ number, outcome: 'riportato' }]);
  }
}

/** Returns the sender with the person's current permissions; without permissions if the account was deleted. */
async function senderNow({ readDb }: Deps, { id, utente, groupID, correlationId = id }: JobContext): Promise<Sender> {
  const nobody: Identity = { memberID: utente, groupID, permessi: {} };
  return { identity: (await currentIdentity(readDb, utente)) ?? nobody, commandId: id, correlationId, origine: 'job' };
}

function outcomeOf({ takesBack }: KnownChange, { done, refused }: { done: number; refused: number }, failed: boolean): JobOutcome {
  const data = { fatti: done, rifiutati: refused };
  const refusals = countOf(refused, 'record rifiutato', 'record rifiutati');
  if (failed) return { message: `Niente è stato modificato: ${refusals}`, data, failed: true };
  const made =
    takesBack === null ? countOf(done, 'record modificato', 'record modificati') : countOf(done, 'record riportato', 'record riportati');
  return { message: refused === 0 ? made : `${made}, ${refusals}`, data };
}
