import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { romeDate } from '#contracts/core/dates.ts';
import { fileFields, filePath } from '#contracts/core/documents.ts';
import { factOf } from '#contracts/core/facts.ts';
import type { Decision, NewEvent } from '#contracts/core/events.ts';
import { EVERYTHING, type Permissions } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { demoEvents } from '#contracts/modules/demo.events.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { ACCOUNT_DEMO } from '../platform/identity/demo-accounts.ts';
import { uploadFile } from '../registers/upload-document.ts';
import { derivedCommandId } from '../registers/command-handling.ts';
import type { Dependencies } from '../platform/module.ts';
import { batchesOf } from './batches.ts';
import type { Entry, FirmEntry } from './entries.ts';
import { askForRuns } from './accounting.ts';
import { entriesOf, firmOf } from './generate.ts';
import { bufferedPortal, type BufferedPortal, type RulesOver } from './buffered-portal.ts';
import { numbersOf } from './numbers.ts';
import { pdf } from './pdf.ts';
import { faultRecorder } from './record-guasti.ts';
import { recordKind } from './record-kind.ts';
import { rentalRecorder } from './record-noleggi.ts';
import { recordCarta } from './record-personale.ts';
import { recordGiornata } from './record-produzione.ts';
import { firmDocumentPath } from '#contracts/modules/scadenze/document-kind.ts';
import { documentiDitta } from '#contracts/registers/documenti-ditta.ts';

/** Creates the function that records the entries of the firm's own documents, one document for each kind. */
function firmRecorder(
  deps: Pick<Dependencies, 'catalogue' | 'store' | 'clock' | 'files' | 'dispatch'>,
): (entry: FirmEntry, sender: Sender) => Promise<void> {
  const numbers = new Map<string, number>();
  return async (entry, sender) => {
    const { tipo } = entry;
    if (entry.fatto === 'registrato') {
      const values = { tipo, responsabile: entry.responsabile };
      const { key } = await deps.dispatch({ register: documentiDitta.path, action: 'create', values }, sender);
      numbers.set(tipo, Number(key));
      return;
    }
    const id = numbers.get(tipo);
    if (id === undefined) throw new Error(`${tipo} of the firm is not there yet`);
    await uploadFile(deps, {
      path: firmDocumentPath(id),
      ownership: { def: documentiDitta, kind: 'pdf', records: [{ id, utente: sender.identity.memberID, field: 'percorso' }] },
      content: () => Readable.from([pdf(entry.titolo, entry.righe)]),
      renewal: entry.rinnovo,
      sender,
    });
  };
}

/** Milliseconds to wait until the read tables contain a batch to which later entries refer. */
const SHOWN_MS = 10_000;
const DEMO = 'b9c4a7de-0d0b-4c53-8f51-6a8a2f8f3b60';
/**
 * Event types of a series' own stream. The first event holds the day from which the series is generated, the second marks the series as
 * complete.
 */
const STARTED = 'DemoIniziata.v1';
const COMPLETED = 'DemoCompletata.v1';

const DEF = macchinari;
const FIELDS = new Map(fileFields(DEF).map((fieldName) => [fieldName.field, fieldName]));
const ALL = Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) as Permissions;
const GRUPPI = new Map<string, number>(ACCOUNT_DEMO.map((account) => [account.memberID, account.groupID]));

/**
 * Loads the demo firm through commands, so that its history is like a real one. Skips complete series and completes interrupted ones.
 * Returns the number of recorded entries.
 */
export async function loadDemo(deps: Dependencies, rulesOver: RulesOver, scale = 1): Promise<{ voci: number }> {
  let entries = 0;
  for (let series = 0; series < scale; series++) entries += await loadSeries(deps, rulesOver, series);
  return { voci: entries };
}

async function loadSeries(deps: Dependencies, rulesOver: RulesOver, series: number): Promise<number> {
  const stream = `demo-${series}`;
  const checkpoints = await deps.store.read(stream);
  if (checkpoints.some((checkpoint) => checkpoint.type === COMPLETED)) return 0;
  const today = checkpoints[0] ? String(checkpoints[0].data['oggi']) : romeDate(deps.clock.now());
  if (!checkpoints[0]) await deps.store.append(stream, [checkpoint(deps, series, factOf(demoEvents, STARTED, { oggi: today }))], 'any');
  const firm = firmOf(today, series);
  const entries = entriesOf(firm, today, series);
  await recordEntries(deps, rulesOver, entries, (index) => derivedCommandId(DEMO, `${series}/${index}`));
  await askForRuns(deps, firm.payroll, (mese) => derivedCommandId(DEMO, `${series}/contabilita/${mese}`));
  await deps.store.append(stream, [checkpoint(deps, series, factOf(demoEvents, COMPLETED, {}))], 'any');
  deps.log.info({ serie: series, voci: entries.length }, 'demo data loaded');
  return entries.length;
}

/**
 * Records entries in order, in batches that are decided in memory and then written together. Only one process records a batch at a time, in
 * turn with commands under the portal's lock. After a crash, the next start records the entries of an unwritten batch again.
 */
export async function recordEntries(
  deps: Dependencies,
  rulesOver: RulesOver,
  entries: readonly Entry[],
  commandIdOf: (index: number) => string,
): Promise<void> {
  const buffered = bufferedPortal(deps, rulesOver);
  const recorders = recordersOver(buffered.deps);
  for (const { from, entries: together, named } of batchesOf(deps.catalogue, entries)) {
    const position = await deps.withLock('exclusive', async () => {
      await buffered.prepare(together.flatMap((entry, i) => numbersOf(deps.catalogue, entry, commandIdOf(from + i))));
      for (const [i, entry] of together.entries()) await recordEntry(buffered.deps, entry, commandIdOf(from + i), recorders);
      return buffered.write();
    });
    if (named && position !== null && !(await deps.readModelWait.until(position, SHOWN_MS)))
      deps.log.warn('the read tables are behind the demo data, which may name less than they would');
  }
}

/** Creates the functions that record entries and remember the ids of the created records by their names in the demo. */
export const recordersOver = (deps: BufferedPortal['deps']) => ({
  noleggi: rentalRecorder(deps),
  guasti: faultRecorder(deps),
  firm: firmRecorder(deps),
});

/** Records one entry as a command with its own id. */
export async function recordEntry(
  deps: BufferedPortal['deps'],
  entry: Entry,
  commandId: string,
  recorders: ReturnType<typeof recordersOver>,
): Promise<void> {
  const identity = { memberID: entry.utente, groupID: GRUPPI.get(entry.utente) ?? 0, permessi: ALL };
  const sender: Sender = { identity, commandId, correlationId: commandId, origine: 'demo', at: entry.at };
  if ('command' in entry) await deps.dispatch(entry.command, sender);
  else if ('noleggio' in entry) await recorders.noleggi(entry.noleggio, sender);
  else if ('guasto' in entry) await recorders.guasti(entry.guasto, sender);
  else if ('ditta' in entry) await recorders.firm(entry.ditta, sender);
  else if ('carta' in entry) await recordCarta(deps, entry.carta, sender);
  else if ('giornata' in entry) await recordGiornata(deps, entry.giornata, sender);
  else if ('tipo' in entry) await recordKind(deps, entry.tipo, sender);
  else await upload(deps, entry.document, sender);
}

async function upload(
  deps: BufferedPortal['deps'],
  { matricola, campo, ...document }: Extract<Entry, { document: object }>['document'],
  sender: Sender,
): Promise<void> {
  const field = FIELDS.get(campo);
  if (!field) throw new Error(`${campo} is no document of a machine`);
  const content = document.foto
    ? readFileSync(new URL(`./foto/${document.foto}.jpg`, import.meta.url))
    : pdf(document.titolo, document.righe);
  await uploadFile(deps, {
    path: filePath(matricola, field),
    ownership: {
      def: DEF,
      records: [{ id: matricola, utente: sender.identity.memberID, field: campo }],
      kind: field.kind === 'photo' ? 'jpeg' : 'pdf',
    },
    content: () => Readable.from([content]),
    ...(document.rinnovo ? { renewal: document.rinnovo } : {}),
    sender,
  });
}

function checkpoint({ clock }: Pick<Dependencies, 'clock'>, series: number, fact: Decision): NewEvent {
  const commandId = derivedCommandId(DEMO, `${series}/${fact.type}`);
  return {
    ...fact,
    metadata: {
      eventId: commandId,
      commandId,
      correlationId: commandId,
      utente: 'sistema',
      groupID: null,
      at: clock.now().toISOString(),
      origine: 'demo',
    },
  };
}
