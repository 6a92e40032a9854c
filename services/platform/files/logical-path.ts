import { DomainError } from '#contracts/core/errors.ts';

/** Maximum length of a file or folder name in UTF-8 bytes, which all common file systems accept. */
const MAX_NAME = 255;
/** Maximum length of a logical path in UTF-8 bytes, which leaves room for the archive's own folders. */
const MAX_PATH = 1024;

/** Control characters, backslashes, and invisible characters that make a name look different. */
// oxlint-disable-next-line no-control-regex -- control characters are what it refuses
const FORBIDDEN = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\\]/;

/**
 * Normalises a logical path: relative, in Unicode form NFC, `/` between names, no empty names. Throws PERCORSO_NON_VALIDO for absolute
 * paths, `..`, hidden names (which the archive's own folders have), backslashes and control characters.
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

/** Normalises a file name, which is a logical path without folders. Throws PERCORSO_NON_VALIDO. */
export function fileName(text: unknown): string {
  const path = logicalPath(text);
  if (path.includes('/')) throw refusal();
  return path;
}

/** Returns the extension of a path in lower case with its dot (`.pdf`); empty if there is none. */
export function extension(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot).toLowerCase();
}

/** Returns the folder of a path; empty for a path without folders. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function forbiddenName(name: string): boolean {
  return name.startsWith('.') || name.trim() === '' || Buffer.byteLength(name) > MAX_NAME;
}

const refusal = () => new DomainError('PERCORSO_NON_VALIDO');
