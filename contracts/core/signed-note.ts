/** A signature line of a note: who signed, with which key, and the signature. */
export interface NoteSignature {
  name: string;
  /** Key ID as 8 hexadecimal digits. */
  keyId: string;
  signature: Uint8Array<ArrayBuffer>;
}

/** A signed note after C2SP `signed-note`: the text that is signed, with its final newline, and the signatures. */
export interface SignedNote {
  text: string;
  signatures: NoteSignature[];
}

/** The lines of a checkpoint after C2SP `tlog-checkpoint`. */
export interface CheckpointText {
  origin: string;
  size: number;
  /** Root in base64. */
  root: string;
  extensions: readonly string[];
}

const SIGNATURE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;
/** Bytes before the signature in a signature line. */
const KEY_ID_BYTES = 4;
/** Shortest signature of any type: that of Ed25519. */
const SIGNATURE_BYTES = 64;
const SHA256_BASE64 = /^[A-Za-z0-9+/]{43}=$/;

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

export const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Parses a signature line without its newline; `null` if it is none. */
export function parseSignature(line: string): NoteSignature | null {
  const [, name, base64 = ''] = SIGNATURE.exec(line) ?? [];
  if (name === undefined || base64.length % 4 !== 0) return null;
  const bytes = bytesOf(base64);
  if (bytes.length < KEY_ID_BYTES + SIGNATURE_BYTES) return null;
  return { name, keyId: hexOf(bytes.subarray(0, KEY_ID_BYTES)), signature: bytes.slice(KEY_ID_BYTES) };
}

/** Parses a signed note; `null` if it is none. Signatures are not verified. */
export function parseNote(note: string): SignedNote | null {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return null;
  const signatures = note
    .slice(end + 2, -1)
    .split('\n')
    .map(parseSignature);
  return signatures.every((one) => one !== null) ? { text: note.slice(0, end + 1), signatures } : null;
}

/** Writes the text of a checkpoint, which is what is signed. */
export function checkpointText({ origin, size, root, extensions }: CheckpointText): string {
  return `${[origin, String(size), root, ...extensions].join('\n')}\n`;
}

/** Parses the text of a checkpoint; `null` if it is none. */
export function parseCheckpoint(text: string): CheckpointText | null {
  const [origin = '', size = '', root = '', ...extensions] = text.replace(/\n$/, '').split('\n');
  if (origin === '' || !/^(0|[1-9]\d{0,15})$/.test(size) || !SHA256_BASE64.test(root) || extensions.includes('')) return null;
  return { origin, size: Number(size), root, extensions };
}
