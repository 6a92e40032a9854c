import { createPublicKey } from 'node:crypto';
import { DomainError } from '#contracts/core/errors.ts';
import { countOf } from '#contracts/core/formats.ts';
import { romeDayAndTime } from '#contracts/core/dates.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import type { Proof } from '#contracts/core/verify-proof.ts';
import { historyOf } from '#projections/storico/storico.queries.ts';
import { inclusionProofs, leafOf, leavesOf } from '#projections/sigilli/tree.queries.ts';
import { compareTree, lastCheckpoint, wholeTree } from '#services/platform/checkpoints/checkpoints.ts';
import { wholeNote, type KeptCheckpoint } from '#services/platform/checkpoints/kept.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { valueKey } from '#services/platform/sealing/cipher.ts';
import { isSealed } from '#contracts/core/personal-data.ts';
import { readFromLog } from '#services/registers/logged-record.ts';
import { historyPdf } from './history-pdf.ts';
import { verificationPage } from './verification-page.ts';

/** File of the proof's zip. */
export interface ProofFile {
  name: string;
  content: string | Buffer;
}

const refusal = (message: string): DomainError => new DomainError('STATO_NON_AMMESSO', { message });

/**
 * Returns the files that prove what was recorded of a record. Throws if the person may not see its history, or if there is no valid
 * checkpoint.
 */
export async function proofOf(
  deps: Dependencies,
  asked: { table: unknown; id: unknown },
  identity: Identity,
): Promise<{ name: string; files: ProofFile[] }> {
  const { def, key, events } = await readFromLog(deps, asked, identity);
  const history = await historyOf(
    deps.lists,
    deps.catalogue,
    { tabella: def.path, id: String(key) },
    { withChildren: deps.catalogue.childrenOf(def).length > 0 },
  );
  if (history === null) throw new DomainError('SCONOSCIUTO');
  const stream = events[0]?.stream ?? streamOf(def, key);
  const checkpoint = await soundCheckpoint(deps);
  const proven = await provenEvents(deps, { stream, entries: history.voci, size: checkpoint.dimensione });
  if (proven.length === 0)
    throw refusal(
      'Il record è stato scritto dopo l’ultimo sigillo, e finora non si prova. Il prossimo si fa stanotte; un amministratore può farlo subito dall’Area Admin.',
    );
  const versions = new Set(history.voci.map(({ versione }) => versione));
  const proof: Proof = {
    formato: 'strato/prova/1',
    ditta: deps.config.DITTA,
    tabella: def.path,
    id: String(key),
    nome: history.voci.find(({ tabella }) => tabella === def.path)?.oggetto ?? String(key),
    scritta: deps.clock.now().toISOString(),
    eventi: proven.map(({ evento, indice, prova, chiavi }) => ({
      evento,
      indice,
      prova,
      ...(Object.keys(chiavi).length > 0 ? { chiavi } : {}),
    })),
    in_attesa: versions.size - proven.length,
    sigillo: wholeNote(checkpoint),
    chiavi: checkpoint.chiavi,
    marca: checkpoint.marca?.toString('base64') ?? null,
  };
  return { name: `prova_${def.path}_${String(key)}`, files: await filesOf(deps, { proof, proven, checkpoint, entries: history.voci }) };
}

/** Returns the last checkpoint. Throws if there is none, or if the tree does not extend it. */
async function soundCheckpoint(deps: Dependencies): Promise<KeptCheckpoint> {
  const [checkpoint, size] = await Promise.all([lastCheckpoint(deps.writeDb), wholeTree(deps)]);
  if (!checkpoint)
    throw refusal('Non c’è ancora nessun sigillo. Il primo si fa stanotte; un amministratore può farlo subito dall’Area Admin.');
  if (size === null) throw refusal('Le tabelle di lettura non sono ancora in pari con il registro: riprova fra poco.');
  if ((await compareTree(deps.readDb, size, checkpoint)) !== null)
    throw refusal('Il registro non è più quello dell’ultimo sigillo: finché non si sa perché, non se ne danno prove.');
  return checkpoint;
}

interface ProofRequest {
  stream: string;
  entries: readonly HistoryItem[];
  /** Number of events in the checkpoint's tree. */
  size: number;
}

interface Proven {
  evento: Proof['eventi'][number]['evento'];
  /** Bytes of the leaf as text. */
  text: string;
  version: number;
  indice: number;
  prova: string[];
  chiavi: Record<string, string>;
}

async function provenEvents({ recorded, readDb, keys }: Dependencies, { stream, entries, size }: ProofRequest): Promise<Proven[]> {
  const versions = [...new Set(entries.map(({ versione }) => versione))];
  const [events, leaves] = await Promise.all([recorded.read(stream), leavesOf(readDb, stream, versions)]);
  const inTree = leaves.filter(({ index }) => index < size);
  const proofs = await inclusionProofs(
    readDb,
    inTree.map(({ index }) => index),
    size,
  );
  const valueKeys = await keysOfValues(keys, events);
  return inTree.map(({ index, hash, version }, i) => {
    const event = events.find((one) => one.version === version);
    const leaf = event && leafOf(event);
    if (!leaf?.hash.equals(hash))
      throw refusal(`L’evento ${version} del record non è più quello registrato: make verify dice che cosa è cambiato.`);
    const prova = proofs[i]!.map((one) => one.toString('base64'));
    return { evento: leaf.entry, text: leaf.text, version, indice: index, prova, chiavi: valueKeys(event!) };
  });
}

/** Returns a function for the keys of an event's sealed values, by field; each key opens only its own value. */
async function keysOfValues(
  keys: Dependencies['keys'],
  events: readonly StoredEvent[],
): Promise<(event: StoredEvent) => Record<string, string>> {
  const sealedIn = ({ recordedData = {} }: StoredEvent) =>
    Object.entries(recordedData).flatMap(([field, value]) => (isSealed(value) ? [{ field, value }] : []));
  const personKeys = await keys.toOpen(events.flatMap((event) => sealedIn(event).map(({ value }) => value.di)));
  return (event) =>
    Object.fromEntries(
      sealedIn(event).flatMap(({ field, value }) => {
        const key = personKeys.get(value.di);
        return Buffer.isBuffer(key) ? [[field, valueKey(key, { stream: event.stream, field }, value).toString('base64')]] : [];
      }),
    );
}

interface Writing {
  proof: Proof;
  proven: readonly Proven[];
  checkpoint: KeptCheckpoint;
  entries: readonly HistoryItem[];
}

async function filesOf({ catalogue }: Dependencies, { proof, proven, checkpoint, entries }: Writing): Promise<ProofFile[]> {
  const json = `${JSON.stringify(proof, null, 1)}\n`;
  const lines = [
    `${proof.ditta}. Prova scritta il ${romeDayAndTime(proof.scritta)}.`,
    `Sigillo del ${romeDayAndTime(checkpoint.quando.toISOString())}, ${countOf(checkpoint.dimensione, 'evento', 'eventi')}. Per verificare: verifica.html.`,
  ];
  return [
    { name: 'verifica.html', content: await verificationPage(json) },
    { name: 'prova.json', content: json },
    { name: 'storico.pdf', content: await historyPdf(catalogue, entries, { title: `Storico: ${proof.nome}`, lines }) },
    { name: 'sigillo.txt', content: checkpoint.testo },
    { name: 'chiave.pem', content: checkpoint.chiavi.map(pemOf).join('') },
    ...(checkpoint.marca ? [{ name: 'marca.tsr', content: checkpoint.marca }] : []),
    ...proven.flatMap(({ version, text, indice, prova }) => [
      { name: `evento-${version}.json`, content: text },
      { name: `evento-${version}.tlog-proof`, content: tlogProof({ indice, prova }, wholeNote(checkpoint)) },
    ]),
  ];
}

/** Formats a proof of inclusion as a C2SP `tlog-proof`. */
const tlogProof = ({ indice, prova }: Pick<Proven, 'indice' | 'prova'>, note: string): string =>
  `${['c2sp.org/tlog-proof@v1', `index ${indice}`, ...prova].join('\n')}\n\n${note}`;

const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Returns the public key of a verifier key as PEM. */
function pemOf(verifier: string): string {
  const material = Buffer.from(verifier.split('+').slice(2).join('+'), 'base64').subarray(1);
  const key = createPublicKey({ key: Buffer.concat([DER_PREFIX, material]), format: 'der', type: 'spki' });
  return key.export({ type: 'spki', format: 'pem' }).toString();
}
