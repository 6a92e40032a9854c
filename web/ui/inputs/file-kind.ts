import { formatByte } from '#web/lib/format.ts';

export type FileKind = 'documento' | 'foto' | 'csv' | 'righe';

interface Rule {
  extensions: RegExp;
  /** MIME types accepted from the browser; `null`: any type. */
  types: ReadonlySet<string> | null;
  description: string;
  /** "Trascina una foto o CARICA FOTO", "JPEG, fino a 25 MB", and the file chooser's own filter. */
  drag: string;
  action: string;
  name: string;
  accept: string;
}

export const FILE_KINDS: Readonly<Record<FileKind, Rule>> = {
  documento: {
    extensions: /\.(pdf|jpe?g)$/i,
    types: new Set(['application/pdf', 'image/jpeg']),
    description: 'un PDF né una foto JPEG',
    drag: 'un documento',
    action: 'CARICA DOCUMENTO',
    name: 'PDF o foto JPEG',
    accept: 'application/pdf,image/jpeg,.pdf,.jpg,.jpeg',
  },
  foto: {
    extensions: /\.jpe?g$/i,
    types: new Set(['image/jpeg']),
    description: 'una foto JPEG',
    drag: 'una foto',
    action: 'CARICA FOTO',
    name: 'JPEG',
    accept: 'image/jpeg,.jpg,.jpeg',
  },
  // a computer with Excel reports a .csv file with Excel's MIME type, so any type is accepted
  csv: {
    extensions: /\.csv$/i,
    types: null,
    description: 'un file .csv',
    drag: 'il file',
    action: 'SCEGLI FILE',
    name: 'CSV',
    accept: '.csv,text/csv',
  },
  righe: {
    extensions: /\.(xlsx|xls|csv|txt|sql)$/i,
    types: null,
    description: 'un foglio di calcolo, un .csv né un .sql',
    drag: 'il file',
    action: 'SCEGLI FILE',
    name: 'Excel, CSV o dump SQL',
    accept: '.xlsx,.xls,.csv,.txt,.sql',
  },
};

/** Returns why a file is refused, or `null`. The server checks the content; this check only saves an upload. */
export function refusal(file: { name: string; type: string; size: number }, kind: FileKind, maxMb: number): string | null {
  const rule = FILE_KINDS[kind];
  if (!rule.extensions.test(file.name) || (rule.types !== null && file.type !== '' && !rule.types.has(file.type)))
    return `«${file.name}» non è ${rule.description}`;
  if (file.size === 0) return `«${file.name}» è vuoto`;
  if (file.size > maxMb * 1024 * 1024) return `«${file.name}» è di ${formatByte(file.size)}: si accettano file fino a ${maxMb} MB`;
  return null;
}

/** Maximum number of photos in one photographed document. */
const MAX_PHOTOS = 30;

/** Returns why files cannot become one document, or `null`. A document is one PDF, or one or more photos of its pages. */
export function documentRefusal(files: readonly { name: string; type: string; size: number }[], maxMb: number): string | null {
  const bad = files.map((file) => refusal(file, 'documento', maxMb)).find((why) => why !== null);
  if (bad) return bad;
  if (files.length > 1 && files.some((file) => /\.pdf$/i.test(file.name)))
    return 'Un documento è un PDF solo, oppure una o più foto JPEG: non le due cose insieme';
  if (files.length > MAX_PHOTOS) return `Si accettano al massimo ${MAX_PHOTOS} foto per volta`;
  const sum = files.reduce((total, { size }) => total + size, 0);
  return sum > maxMb * 1024 * 1024 ? `Le ${files.length} foto insieme sono di ${formatByte(sum)}: si accettano fino a ${maxMb} MB` : null;
}

/** Returns the name for files uploaded together: the file's name, or "3 foto". */
export const calledTogether = (files: readonly { name: string }[]): string =>
  files.length === 1 ? files[0]!.name : `${files.length} foto`;
