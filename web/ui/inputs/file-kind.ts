import { formatByte } from '#web/lib/format.ts';

export type FileKind = 'pdf' | 'foto' | 'csv';

interface Rule {
  extensions: RegExp;
  /** What the browser may call it; `null`: whatever it likes. */
  types: ReadonlySet<string> | null;
  what: string;
  /** "Trascina un documento o CARICA DOCUMENTO", "PDF, fino a 25 MB", and the file chooser's own filter. */
  drag: string;
  action: string;
  name: string;
  accept: string;
}

export const FILE_KINDS: Readonly<Record<FileKind, Rule>> = {
  pdf: { extensions: /\.pdf$/i, types: new Set(['application/pdf']), what: 'un documento PDF', drag: 'un documento', action: 'CARICA DOCUMENTO', name: 'PDF', accept: 'application/pdf,.pdf' },
  foto: { extensions: /\.jpe?g$/i, types: new Set(['image/jpeg']), what: 'una foto JPEG', drag: 'una foto', action: 'CARICA FOTO', name: 'JPEG', accept: 'image/jpeg,.jpg,.jpeg' },
  // a machine with Excel calls it a workbook
  csv: { extensions: /\.csv$/i, types: null, what: 'un file .csv', drag: 'il file', action: 'SCEGLI FILE', name: 'CSV', accept: '.csv,text/csv' },
};

/** Why the file cannot be taken, or `null`. The server looks at the content; this only saves the trip. */
export function refusal(file: { name: string; type: string; size: number }, kind: FileKind, maxMb: number): string | null {
  const rule = FILE_KINDS[kind];
  if (!rule.extensions.test(file.name) || (rule.types !== null && file.type !== '' && !rule.types.has(file.type))) return `«${file.name}» non è ${rule.what}`;
  if (file.size === 0) return `«${file.name}» è vuoto`;
  if (file.size > maxMb * 1024 * 1024) return `«${file.name}» è di ${formatByte(file.size)}: si accettano file fino a ${maxMb} MB`;
  return null;
}
