export interface ZipEntry {
  percorso: string;
  nome: string;
  versione?: number | undefined;
}

/** Name of the page that lists missing files; no file of the archive has it. */
export const README = 'LEGGIMI.txt';

/** Returns names that every program can unpack: relative, without `..`, each once (also for file systems that ignore case). */
export function uniqueNames(entries: readonly ZipEntry[]): ZipEntry[] {
  const usedNames = new Set([README.toLowerCase()]);
  return entries.map(({ nome, ...entry }) => {
    const clean = cleanName(nome);
    let unique = clean;
    for (let n = 2; usedNames.has(unique.toLowerCase()); n += 1) unique = numberedName(clean, n);
    usedNames.add(unique.toLowerCase());
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

function numberedName(name: string, n: number): string {
  const dot = name.lastIndexOf('.');
  return dot > name.lastIndexOf('/') + 1 ? `${name.slice(0, dot)} (${n})${name.slice(dot)}` : `${name} (${n})`;
}
