import { DomainError } from '#contracts/core/errors.ts';

/** Longest name of one folder or file, in UTF-8 bytes: what every file system of ours takes. */
const MAX_NOME = 255;
/** Longest logical path, in UTF-8 bytes: room is left for the archive's own folders around it. */
const MAX_PERCORSO = 1024;

/** Controls, and the invisible signs that make a name read differently from what it is. */
// oxlint-disable-next-line no-control-regex -- control characters are what it refuses
const VIETATI = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF\\]/;

/**
 * The one spelling of a logical path: relative, NFC, `/` between names, no empty ones. Throws
 * PERCORSO_NON_VALIDO for everything that could mean another place than it says: absolute paths,
 * `..`, hidden names (the archive keeps its own folders there), backslashes, control characters.
 */
export function percorsoLogico(testo: unknown): string {
  if (typeof testo !== 'string' || testo === '') throw rifiuto();
  if (!testo.isWellFormed() || VIETATI.test(testo)) throw rifiuto();
  const nfc = testo.normalize('NFC');
  if (nfc.startsWith('/') || nfc.endsWith('/') || /^[a-zA-Z]:/.test(nfc)) throw rifiuto();
  const nomi = nfc.split('/').filter((nome) => nome !== '');
  if (nomi.length === 0 || nomi.some(nomeVietato)) throw rifiuto();
  const percorso = nomi.join('/');
  if (Buffer.byteLength(percorso) > MAX_PERCORSO) throw rifiuto();
  return percorso;
}

/** A bare file name: a path of one name. */
export function nomeFile(testo: unknown): string {
  const percorso = percorsoLogico(testo);
  if (percorso.includes('/')) throw rifiuto();
  return percorso;
}

/** `.pdf`, in lower case; empty when the name has none. */
export function estensione(percorso: string): string {
  const nome = percorso.slice(percorso.lastIndexOf('/') + 1);
  const punto = nome.lastIndexOf('.');
  return punto <= 0 ? '' : nome.slice(punto).toLowerCase();
}

export function cartellaDi(percorso: string): string {
  return percorso.slice(0, Math.max(0, percorso.lastIndexOf('/')));
}

function nomeVietato(nome: string): boolean {
  return nome.startsWith('.') || nome.trim() === '' || Buffer.byteLength(nome) > MAX_NOME;
}

const rifiuto = () => new DomainError('PERCORSO_NON_VALIDO');
