export interface ZipEntry {
  percorso: string;
  nome: string;
  versione?: number | undefined;
}

/** Name of the page that says what is missing; no file of the archive takes it. */
export const README = 'LEGGIMI.txt';

/**
 * Names that every program can unpack: relative, without steps upwards, each once (also for those
 * that do not tell capitals apart).
 */
export function uniqueNames(entries: readonly ZipEntry[]): ZipEntry[] {
  const taken = new Set([README.toLowerCase()]);
  return entries.map(({ nome, ...entry }) => {
    const clean = cleanName(nome);
    let unique = clean;
    for (let n = 2; taken.has(unique.toLowerCase()); n += 1) unique = numbered(clean, n);
    taken.add(unique.toLowerCase());
    return { ...entry, nome: unique };
  });
}

function cleanName(name: string): string {
  const parts = name
    .normalize('NFC')
    .split(/[/\\]/)
    .map((part) => part.replace(/[\p{Cc}<>:"|?*]/gu, '_').trim());
  const good = parts.filter((part) => part !== '' && !/^\.+$/.test(part));
  return good.join('/') || 'file';
}

function numbered(name: string, n: number): string {
  const dot = name.lastIndexOf('.');
  return dot > name.lastIndexOf('/') + 1 ? `${name.slice(0, dot)} (${n})${name.slice(dot)}` : `${name} (${n})`;
}
