import { bytesOf, hexOf, parseCheckpoint, parseNote, type CheckpointText } from './signed-note.ts';

// This file is written into verifica.html too: it uses nothing but the Web Crypto API, and imports signed-note.ts alone.

/** A recorded event with its proof of inclusion. */
export interface ProvenEvent {
  /** The event as it was recorded; its RFC 8785 form is the leaf. */
  evento: Readonly<Record<string, unknown>>;
  /** Number of its leaf, from 0. */
  indice: number;
  /** Hashes in base64 from the leaf's sibling to the root's child (RFC 9162, section 2.1.3). */
  prova: readonly string[];
  /** Keys in base64 that open the event's sealed values, by field; without those of forgotten people. */
  chiavi?: Readonly<Record<string, string>>;
}

/** Content of `prova.json`. */
export interface Proof {
  formato: 'strato/prova/1';
  ditta: string;
  tabella: string;
  id: string;
  nome: string;
  /** ISO instant at which the proof was written. */
  scritta: string;
  eventi: readonly ProvenEvent[];
  /** Number of events of the record that are newer than the checkpoint. */
  in_attesa: number;
  /** Checkpoint, as a signed note of C2SP. */
  sigillo: string;
  /** Verifier keys of C2SP that signed the checkpoint. */
  chiavi: readonly string[];
  /** RFC 3161 response in base64. */
  marca: string | null;
}

export interface EventVerdict {
  evento: ProvenEvent['evento'];
  indice: number;
  /** Whether the event, as it stands here, is in the tree of the checkpoint. */
  incluso: boolean;
  /** The event's sealed values, opened by the keys of the proof: field → value. */
  aperti: Readonly<Record<string, unknown>>;
}

export interface Verdict {
  /** `null` if the file is not a proof. */
  sigillo: (CheckpointText & { quando: string | null }) | null;
  /** Key IDs whose signature of the checkpoint is good; `null` if this browser cannot verify Ed25519. */
  firme: readonly string[] | null;
  eventi: readonly EventVerdict[];
  /** Everything that was verified is good. */
  buona: boolean;
}

type Bytes = Uint8Array<ArrayBuffer>;

const sha256 = async (...parts: readonly Uint8Array[]): Promise<Bytes> => {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', joined));
};

/** Computes the root that a leaf and its proof lead to; `null` if the proof has another length than the tree asks for. */
async function rootOf(leaf: Bytes, { indice, prova }: ProvenEvent, size: number): Promise<Bytes | null> {
  if (!Number.isSafeInteger(indice) || indice < 0 || indice >= size) return null;
  // RFC 9162, section 2.1.3.2
  let [fn, sn, hash] = [BigInt(indice), BigInt(size - 1), leaf];
  for (const text of prova) {
    if (sn === 0n) return null;
    const sibling = bytesOf(text);
    if ((fn & 1n) === 1n || fn === sn) {
      hash = await sha256(Uint8Array.of(1), sibling, hash);
      while ((fn & 1n) === 0n && fn !== 0n) {
        fn >>= 1n;
        sn >>= 1n;
      }
    } else hash = await sha256(Uint8Array.of(1), hash, sibling);
    fn >>= 1n;
    sn >>= 1n;
  }
  return sn === 0n ? hash : null;
}

/** Verifies the signatures of a note by these verifier keys; returns the key IDs of good ones, `null` if Ed25519 is not known here. */
async function goodSignatures(note: string, keys: readonly string[]): Promise<string[] | null> {
  const parsed = parseNote(note);
  if (!parsed) return [];
  const text = new TextEncoder().encode(parsed.text);
  const good: string[] = [];
  for (const key of keys) {
    const [name = '', keyId = '', ...rest] = key.split('+');
    const material = bytesOf(rest.join('+'));
    const own = hexOf((await sha256(new TextEncoder().encode(`${name}\n`), material)).subarray(0, 4));
    if (own !== keyId || material.length !== 33 || material[0] !== 1) continue;
    const signature = parsed.signatures.find((one) => one.name === name && one.keyId === keyId);
    if (!signature) continue;
    const { subtle } = globalThis.crypto;
    const imported = await subtle.importKey('raw', material.slice(1), { name: 'Ed25519' }, false, ['verify']).catch(() => null);
    if (!imported) return null;
    if (await subtle.verify({ name: 'Ed25519' }, imported, signature.signature, text)) good.push(keyId);
  }
  return good;
}

const bytesOfUrl = (text: string): Bytes => bytesOf(text.replaceAll('-', '+').replaceAll('_', '/'));

/** Opens the sealed values of an event whose keys the proof holds; a value that its key does not open is left out. */
async function openValues({ evento, chiavi = {} }: ProvenEvent): Promise<Record<string, unknown>> {
  const { subtle } = globalThis.crypto;
  const data = (evento['data'] ?? {}) as Readonly<Record<string, { sigillato?: unknown } | null>>;
  const plainValues: Record<string, unknown> = {};
  for (const [field, key] of Object.entries(chiavi)) {
    const sealed = data[field]?.sigillato;
    if (typeof sealed !== 'string') continue;
    try {
      const bytes = bytesOfUrl(sealed);
      const imported = await subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['decrypt']);
      const additionalData = new TextEncoder().encode(JSON.stringify([evento['stream'], field]));
      const plain = await subtle.decrypt({ name: 'AES-GCM', iv: bytes.slice(0, 12), additionalData }, imported, bytes.slice(12));
      plainValues[field] = JSON.parse(new TextDecoder().decode(plain)) as unknown;
    } catch {
      // another key, or a value that was altered
    }
  }
  return plainValues;
}

/** Verifies a proof. `canonicalize` writes the RFC 8785 form of a value. */
export async function verifyProof(proof: Proof, canonicalize: (value: unknown) => string | undefined): Promise<Verdict> {
  const text = proof?.formato === 'strato/prova/1' ? parseNote(proof.sigillo) : null;
  const checkpoint = text && parseCheckpoint(text.text);
  if (!checkpoint) return { sigillo: null, firme: [], eventi: [], buona: false };
  const signatures = await goodSignatures(proof.sigillo, proof.chiavi);
  const verdicts: EventVerdict[] = [];
  for (const eventProof of proof.eventi) {
    const leaf = await sha256(Uint8Array.of(0), new TextEncoder().encode(canonicalize(eventProof.evento) ?? ''));
    const root = await rootOf(leaf, eventProof, checkpoint.size).catch(() => null);
    const incluso = root !== null && hexOf(root) === hexOf(bytesOf(checkpoint.root));
    verdicts.push({ evento: eventProof.evento, indice: eventProof.indice, incluso, aperti: await openValues(eventProof) });
  }
  return {
    sigillo: { ...checkpoint, quando: checkpoint.extensions[0] ?? null },
    firme: signatures,
    eventi: verdicts,
    buona: signatures !== null && signatures.length > 0 && verdicts.length > 0 && verdicts.every(({ incluso }) => incluso),
  };
}
