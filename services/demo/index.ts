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
import { generateDemo } from './generate.ts';
import { inOrder } from './in-order.ts';
import { pdf } from './pdf.ts';
import { tellKind } from './tell-kind.ts';
import { tellNoleggi } from './tell-noleggi.ts';
import { tellCarta } from './tell-personale.ts';
import { tellGiornata } from './tell-produzione.ts';
import { streamOf, type Entry } from './entries.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'clock' | 'files' | 'dispatch' | 'log'>;

/** Commands under way at once; those of one record keep their order. */
const TOGETHER = 12;
const DEMO = 'b9c4a7de-0d0b-4c53-8f51-6a8a2f8f3b60';
/** Two facts in a stream of the demo's own: the day a series counts from, and that it is complete. */
const STARTED = 'DemoIniziata.v1';
const COMPLETED = 'DemoCompletata.v1';

const DEF = macchinari;
const FIELDS = new Map(fileFields(DEF).map((fieldName) => [fieldName.field, fieldName]));
const ALL = Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) as Permissions;
const GRUPPI = new Map<string, number>(ACCOUNT_DEMO.map((account) => [account.memberID, account.groupID]));

/**
 * Loads the demo firm through commands, so that its history is real. Idempotent: a series that is
 * complete is left alone, one that was interrupted is completed. Answers how many things it did.
 */
export async function loadDemo(deps: Deps, scale = 1): Promise<{ voci: number }> {
  let entries = 0;
  for (let series = 0; series < scale; series++) entries += await loadSeries(deps, series);
  return { voci: entries };
}

async function loadSeries(deps: Deps, series: number): Promise<number> {
  const stream = `demo-${series}`;
  const checkpoints = await deps.store.read(stream);
  if (checkpoints.some((checkpoint) => checkpoint.type === COMPLETED)) return 0;
  const today = checkpoints[0] ? String(checkpoints[0].data['oggi']) : romeDate(deps.clock.now());
  if (!checkpoints[0]) await deps.store.append(stream, [checkpoint(deps, series, factOf(demoEvents, STARTED, { oggi: today }))], 'any');
  const entries = generateDemo(today, series);
  const noleggi = tellNoleggi(deps);
  await inOrder(entries, TOGETHER, streamOf, (entry, index) => happened(deps, entry, `${series}/${index}`, noleggi));
  await deps.store.append(stream, [checkpoint(deps, series, factOf(demoEvents, COMPLETED, {}))], 'any');
  deps.log.info({ serie: series, voci: entries.length }, 'demo data loaded');
  return entries.length;
}

async function happened(deps: Deps, entry: Entry, part: string, noleggi: ReturnType<typeof tellNoleggi>): Promise<void> {
  const commandId = derivedCommandId(DEMO, part);
  const identity = { memberID: entry.utente, groupID: GRUPPI.get(entry.utente) ?? 0, permessi: ALL };
  const sender: Sender = { identity, commandId, correlationId: commandId, origine: 'demo', at: entry.at };
  if ('command' in entry) await deps.dispatch(entry.command, sender);
  else if ('noleggio' in entry) await noleggi(entry.noleggio, sender);
  else if ('carta' in entry) await tellCarta(deps, entry.carta, sender);
  else if ('giornata' in entry) await tellGiornata(deps, entry.giornata, sender);
  else if ('tipo' in entry) await tellKind(deps, entry.tipo, sender);
  else await upload(deps, entry.document, sender);
}

async function upload(
  deps: Deps,
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

function checkpoint({ clock }: Deps, series: number, fact: Decision): NewEvent {
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
