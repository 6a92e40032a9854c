/** Subject of a document or a due date. */
export type Soggetto = 'macchina' | 'noleggio' | 'lavoratore' | 'ditta';

/** Subject of a row of the board: those with documents, and sites, which have an end. */
export type BoardSubject = Soggetto | 'cantiere';

export const SOGGETTI: readonly { value: Soggetto; label: string }[] = [
  { value: 'macchina', label: 'Macchina' },
  { value: 'noleggio', label: 'Noleggio' },
  { value: 'lavoratore', label: 'Lavoratore' },
  { value: 'ditta', label: 'Ditta' },
];

/** Certainty of an interval: several sources agree, one public source, uncertain or conflicting, practice only. */
export const CERTEZZE: readonly { value: string; label: string }[] = [
  { value: 'S', label: 'S: più fonti concordi' },
  { value: 'P', label: 'P: una fonte pubblica' },
  { value: 'U', label: 'U: incerta' },
  { value: '–', label: '–: solo prassi' },
];

/** Format of a kind's code: the code names a field of the record and, in capitals, its file. */
export const CODICE = /^[a-z][a-z0-9_]{0,29}$/;

/** Returns the codes that a requirement names; a valid document of any of them meets it. */
export const codesOf = (tipo_documento: unknown): string[] =>
  String(tipo_documento ?? '')
    .split('|')
    .map((code) => code.trim())
    .filter(Boolean);

/** A kind of document, with the values that rules need. */
export interface DocumentKind {
  soggetto: Soggetto;
  codice: string;
  nome: string;
  /** Months of the interval that a renewal proposes; `null`: the date on the document counts. */
  mesi: number | null;
  /** Days before the date from which the document is due soon. */
  preavviso: number | null;
  /** Health document: people see its state, but not its content. */
  sanitario: boolean;
  /** A missing or expired document blocks work. */
  blocca: boolean;
}

/** Archive folder of the firm's own documents; no machine may have this name. */
export const DITTA_FOLDER = 'DITTA';

/** Returns the path of a document of the firm, by the number of its record. */
export const firmDocumentPath = (id: number): string => `${DITTA_FOLDER}/${id}_DITTA.pdf`;
