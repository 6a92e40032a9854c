import { formatByte } from '#web/lib/format.ts';

export type FileKind = 'pdf' | 'foto';

const RULE = {
  pdf: { extensions: /\.pdf$/i, types: new Set(['application/pdf']), what: 'un documento PDF' },
  foto: { extensions: /\.jpe?g$/i, types: new Set(['image/jpeg']), what: 'una foto JPEG' },
};

/** Why the file cannot be taken, or `null`. The server looks at the content; this only saves the trip. */
export function refusal(file: { name: string; type: string; size: number }, kind: FileKind, maxMb: number): string | null {
  const rule = RULE[kind];
  if (!rule.extensions.test(file.name) || (file.type !== '' && !rule.types.has(file.type))) return `«${file.name}» non è ${rule.what}`;
  if (file.size === 0) return `«${file.name}» è vuoto`;
  if (file.size > maxMb * 1024 * 1024) return `«${file.name}» è di ${formatByte(file.size)}: si accettano file fino a ${maxMb} MB`;
  return null;
}
