/** Levels of the anomalies in the two files of the worker accounting. */
export const LEVELS = ['BLOCCANTE', 'ERRORE', 'AVVISO'] as const;
export type AnomaliaLevel = (typeof LEVELS)[number];

/** Codes of faults that stop the job, so that its only result is the report. */
export const BLOCCANTI = [
  'FILE_VUOTO',
  'FILE_NON_CSV',
  'CODIFICA_NON_VALIDA',
  'INTESTAZIONE_NON_TROVATA',
  'COLONNA_DUPLICATA',
  'FILE_SCAMBIATI',
  'VIRGOLETTE_NON_VALIDE',
  'PIU_AZIENDE',
  'COMPETENZA_NON_DETERMINABILE',
  'NESSUN_MOVIMENTO',
  'NESSUNA_RIPARTIZIONE',
  'LIMITE_SUPERATO',
  'TEMPO_SCADUTO',
  'INTERROTTO',
  'ERRORE_INTERNO',
  'INVARIANTE_VIOLATA',
] as const;
export type BloccanteCode = (typeof BLOCCANTI)[number];

/** Reasons why a row is rejected. */
const ROW_SENTENCES = {
  TROPPI_CAMPI: 'ha più campi dell’intestazione',
  CAMPI_MANCANTI: 'ha meno campi dell’intestazione',
  DUE_LETTURE: 'si può leggere in due modi (la virgola è anche il separatore)',
  MATRICOLA_MANCANTE: 'manca la matricola',
  MATRICOLA_NON_VALIDA: 'la matricola non è valida',
  CONTO_MANCANTE: 'manca il conto',
  CONTO_NON_VALIDO: 'il conto non è valido',
  COMMESSA_MANCANTE: 'manca la commessa',
  COMMESSA_NON_VALIDA: 'la commessa non è valida',
  COMPETENZA_NON_VALIDA: 'manca il mese di competenza',
  TIPO_CONTO_NON_VALIDO: 'il tipo di conto non è tra quelli previsti',
  IMPORTO_NON_VALIDO: 'l’importo non è un numero',
  IMPORTO_AMBIGUO: 'l’importo si può leggere in due modi (migliaia o decimali)',
  IMPORTO_TROPPO_GRANDE: 'l’importo supera 9.999.999.999,99',
  IMPORTO_MANCANTE: 'manca l’importo',
  SEGNO_NON_VALIDO: 'il segno non è D o A',
  VALORE_NON_VALIDO: 'ore o percentuale non sono un numero',
  VALORE_AMBIGUO: 'ore o percentuale si possono leggere in due modi (migliaia o decimali)',
  TROPPI_DECIMALI: 'il numero ha troppi decimali',
  VALORE_NEGATIVO: 'ore o percentuale sono negative',
  VALORE_FUORI_LIMITE: 'ore o percentuale sono fuori dai limiti',
  VALORE_MANCANTE: 'mancano ore e percentuale',
} as const;
export type RowCode = keyof typeof ROW_SENTENCES;

const OTHER_ERRORS = [
  'TOTALE_FILE_DIVERSO',
  'IMPORTO_SENZA_DEBITI',
  'DARE_DIVERSO_DA_AVERE',
  'DIPENDENTE_SENZA_RIPARTIZIONE',
  'RIPARTIZIONE_INCOMPLETA',
  'PERCENTUALI_DIVERSE_DA_100',
  'RIPARTIZIONE_A_ZERO',
  'BASE_MISTA',
] as const;
const WARNINGS = [
  'RIPARTIZIONE_SENZA_MOVIMENTI',
  'PERCENTUALI_ARROTONDATE',
  'PERCENTUALE_INCOERENTE',
  'NOMINATIVO_DISCORDE',
  'FORMATO_NUMERI_MISTO',
] as const;
export type DataErrorCode = (typeof OTHER_ERRORS)[number];
export type WarningCode = (typeof WARNINGS)[number];
export type AnomaliaCode = BloccanteCode | RowCode | DataErrorCode | WarningCode;

export const ROW_CODES = Object.keys(ROW_SENTENCES) as RowCode[];
export const ANOMALIA_CODES: readonly AnomaliaCode[] = [...BLOCCANTI, ...ROW_CODES, ...OTHER_ERRORS, ...WARNINGS];

const LEVEL_OF = new Map<AnomaliaCode, AnomaliaLevel>([
  ...BLOCCANTI.map((code) => [code, 'BLOCCANTE'] as const),
  ...WARNINGS.map((code) => [code, 'AVVISO'] as const),
]);

export const levelOf = (code: AnomaliaCode): AnomaliaLevel => LEVEL_OF.get(code) ?? 'ERRORE';

/** Values that an anomaly's sentence can contain. */
export interface AnomaliaDetails {
  riga?: number;
  matricola?: string;
  /** `03/2026`, or empty. */
  mese?: string;
  /** For a rejected row: the column's head, its value, and the two possible readings. */
  colonna?: string;
  valore?: string;
  letture?: string;
  /** "1.234,56" */
  importo?: string;
  /** "100,01": a sum of percentages. */
  somma?: string;
  /** True if the percentages sum to about 1, as if given as fractions. */
  frazioni?: boolean;
  /** The subject of the sentence: a column, missing columns, a limit, or two figures or names that differ. */
  quale?: string;
  mancano?: string;
}

type Frase = (p: AnomaliaDetails) => string;

const inMonth = ({ mese }: AnomaliaDetails): string => (mese ? ` (${mese})` : '');
const whichText = ({ quale }: AnomaliaDetails): string => (quale ? ` (${quale})` : '');
const nonRipartiti = ({ importo = '0,00' }: AnomaliaDetails): string => `€\u00A0${importo} non ripartiti.`;

const SENTENCES: Readonly<Record<Exclude<AnomaliaCode, RowCode>, Frase>> = {
  FILE_VUOTO: () => 'Il file è vuoto.',
  FILE_NON_CSV: () => 'Il file non è un CSV (sembra un foglio Excel o un file binario): salvarlo come CSV.',
  CODIFICA_NON_VALIDA: () => 'I caratteri del file non sono leggibili nella codifica dichiarata.',
  INTESTAZIONE_NON_TROVATA: ({ quale = '', mancano = '' }) =>
    `Non trovo la riga di intestazione. Servono le colonne: ${quale}${mancano ? ` (mancano: ${mancano})` : ''}.`,
  COLONNA_DUPLICATA: ({ quale = '' }) => `La colonna ${quale} compare due volte.`,
  FILE_SCAMBIATI: () => 'I due file sembrano invertiti.',
  VIRGOLETTE_NON_VALIDE: ({ riga = 0 }) => `Virgolette non chiuse o non valide alla riga ${riga}.`,
  PIU_AZIENDE: () => 'I file contengono più aziende: caricare una sola azienda per volta.',
  COMPETENZA_NON_DETERMINABILE: () => 'Le ripartizioni riguardano più mesi ma i movimenti non riportano il mese.',
  NESSUN_MOVIMENTO: () => 'Nessuna riga utilizzabile nel file.',
  NESSUNA_RIPARTIZIONE: () => 'Nessuna riga utilizzabile nel file.',
  LIMITE_SUPERATO: ({ quale = '' }) => `Limite superato: ${quale}.`,
  TEMPO_SCADUTO: () => 'L’elaborazione ha superato i 10 minuti ed è stata fermata.',
  INTERROTTO: () => 'L’elaborazione si è interrotta: caricare di nuovo i file.',
  ERRORE_INTERNO: () => 'Errore imprevisto durante l’elaborazione.',
  INVARIANTE_VIOLATA: () => 'I controlli finali non quadrano: nessun risultato è stato pubblicato.',
  TOTALE_FILE_DIVERSO: (p) => `Il totale riportato nel file non coincide con la somma delle righe lette${whichText(p)}.`,
  IMPORTO_SENZA_DEBITI: (p) =>
    `Gli importi stanno in una sola colonna e niente dice quali sono debiti: tutto è stato letto come costo${whichText(p)}.`,
  DARE_DIVERSO_DA_AVERE: ({ importo = '' }) => `Totale dare e totale avere delle righe accettate non coincidono (differenza ${importo}).`,
  DIPENDENTE_SENZA_RIPARTIZIONE: (p) => `Il dipendente ${p.matricola}${inMonth(p)} ha costi ma nessuna ripartizione: ${nonRipartiti(p)}`,
  RIPARTIZIONE_INCOMPLETA: (p) =>
    `Una riga di ripartizione del dipendente ${p.matricola}${inMonth(p)} è stata scartata: ${nonRipartiti(p)}`,
  PERCENTUALI_DIVERSE_DA_100: (p) =>
    `Le percentuali del dipendente ${p.matricola}${inMonth(p)} sommano a ${p.somma}${p.frazioni ? ' (sembrano frazioni di 1)' : ''}: ${nonRipartiti(p)}`,
  RIPARTIZIONE_A_ZERO: (p) => `Ore tutte a zero per il dipendente ${p.matricola}${inMonth(p)}: ${nonRipartiti(p)}`,
  BASE_MISTA: (p) => `Ore e percentuali mescolate per il dipendente ${p.matricola}${inMonth(p)}: ${nonRipartiti(p)}`,
  RIPARTIZIONE_SENZA_MOVIMENTI: (p) => `Il dipendente ${p.matricola}${inMonth(p)} ha una ripartizione ma nessun movimento.`,
  PERCENTUALI_ARROTONDATE: (p) =>
    `Le percentuali del dipendente ${p.matricola}${inMonth(p)} sommano a ${p.somma}: differenza da arrotondamento, ripartito in proporzione.`,
  PERCENTUALE_INCOERENTE: (p) => `Le percentuali del dipendente ${p.matricola}${inMonth(p)} non corrispondono alle ore: usate le ore.`,
  NOMINATIVO_DISCORDE: (p) => `Per la matricola ${p.matricola} compaiono nomi diversi${whichText(p)}.`,
  FORMATO_NUMERI_MISTO: () => 'Nel file ci sono numeri sia con la virgola sia con il punto decimale.',
};

export const isRowCode = (code: AnomaliaCode): code is RowCode => Object.hasOwn(ROW_SENTENCES, code);

/** Matches scientific notation, into which Excel turns a long number; its last digits are lost. */
const EXCEL = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;

/** Returns why a row was rejected: `l’importo non è un numero: «1,5E+03» è in notazione di Excel`. */
export function whyRefused(code: RowCode, { valore = '', letture }: AnomaliaDetails): string {
  if (code === 'DUE_LETTURE' && letture) return `${ROW_SENTENCES[code]}: ${letture}`;
  if (code === 'COMPETENZA_NON_VALIDA' && valore) return `il mese di competenza «${valore}» non esiste`;
  return EXCEL.test(valore) ? `${ROW_SENTENCES[code]}: «${valore}» è in notazione di Excel` : ROW_SENTENCES[code];
}

/** Returns the sentence of an anomaly for the accountant. */
export function fraseAnomalia(code: AnomaliaCode, p: AnomaliaDetails = {}): string {
  return isRowCode(code) ? `Riga ${p.riga ?? 0} scartata: ${whyRefused(code, p)}.` : SENTENCES[code](p);
}
