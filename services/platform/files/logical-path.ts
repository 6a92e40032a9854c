import { DomainError } from '#contracts/core/errors.ts';

/** Longest name of one folder or file, in UTF-8 bytes: what every file system of ours takes. */
const MAX_NAME = 255;
/** Longest logical path, in UTF-8 bytes: room is left for the archive's own folders around it. */
const MAX_PATH = 1024;

/** Controls, and the invisible signs that make a name read differently from what it is. */
// oxlint-disable-next-line no-control-regex -- control characters are what it refuses
const FORBIDDEN = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\\]/;

/**
 * The one spelling of a logical path: relative, NFC, `/` between names, no empty ones. Throws
 * PERCORSO_NON_VALIDO for everything that could mean another place than it says: absolute paths,
 * `..`, hidden names (the archive keeps its own folders there), backslashes, control characters.
 */
export function logicalPath(text: unknown): string {
  if (typeof text !== 'string' || text === '') throw refusal();
  if (!text.isWellFormed() || FORBIDDEN.test(text)) throw refusal();
  const nfc = text.normalize('NFC');
  if (nfc.startsWith('/') || nfc.endsWith('/') || /^[a-zA-Z]:/.test(nfc)) throw refusal();
  const names = nfc.split('/').filter((name) => name !== '');
  if (names.length === 0 || names.some(forbiddenName)) throw refusal();
  const path = names.join('/');
  if (Buffer.byteLength(path) > MAX_PATH) throw refusal();
  return path;
}

/** A bare file name: a path of one name. */
export function fileName(text: unknown): string {
  const path = logicalPath(text);
  if (path.includes('/')) throw refusal();
  return path;
}

/** `.pdf`, in lower case; empty when the name has none. */
export function extension(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot).toLowerCase();
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function forbiddenName(name: string): boolean {
  return name.startsWith('.') || name.trim() === '' || Buffer.byteLength(name) > MAX_NAME;
}

const refusal = () => new DomainError('PERCORSO_NON_VALIDO');
