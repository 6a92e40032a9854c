/** What a document or a due date is of. */
export type Soggetto = 'macchina' | 'noleggio' | 'lavoratore' | 'ditta';

/** What a row of the board is of: whatever has documents, and the sites that end. */
export type BoardSubject = Soggetto | 'cantiere';

export const SOGGETTI: readonly { value: Soggetto; label: string }[] = [
  { value: 'macchina', label: 'Macchina' },
  { value: 'noleggio', label: 'Noleggio' },
  { value: 'lavoratore', label: 'Lavoratore' },
  { value: 'ditta', label: 'Ditta' },
];

/** How sure an interval is: several sources agree, one public source, uncertain or conflicting, practice only. */
export const CERTEZZE: readonly { value: string; label: string }[] = [
  { value: 'S', label: 'S: più fonti concordi' },
  { value: 'P', label: 'P: una fonte pubblica' },
  { value: 'U', label: 'U: incerta' },
  { value: '–', label: '–: solo prassi' },
];

/** The code of a kind: it names a field of the record and, in capitals, its file. */
export const CODICE = /^[a-z][a-z0-9_]{0,29}$/;

/** The codes that a requirement names: any valid one meets it. */
export const codesOf = (tipo_documento: unknown): string[] =>
  String(tipo_documento ?? '')
    .split('|')
    .map((code) => code.trim())
    .filter(Boolean);

/** A kind of document, as far as its rules go. */
export interface DocumentKind {
  soggetto: Soggetto;
  codice: string;
  nome: string;
  /** The interval that a renewal proposes; `null`: the date on the document counts. */
  mesi: number | null;
  /** Days before the date from which it is due soon. */
  preavviso: number | null;
  /** State is shown, content is not. */
  sanitario: boolean;
  /** Without a valid one nobody may work. */
  blocca: boolean;
}

/** The folder of the archive that holds the firm's own; no machine is called so. */
export const DITTA_FOLDER = 'DITTA';

/** A document of the firm, by the number of its record. */
export const firmDocumentPath = (id: number): string => `${DITTA_FOLDER}/${id}_DITTA.pdf`;
