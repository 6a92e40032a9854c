import type { AnomaliaCode, AnomaliaLevel } from './codes.ts';

/** Input files of the worker accounting. In the result types below, amounts end in `_cent` and are whole cents. */
export const INPUT_FILES = ['bilMovDip', 'ripartizioni'] as const;
export type InputFile = (typeof INPUT_FILES)[number];

export type Encoding = 'UTF-8' | 'UTF-8-BOM' | 'UTF-16LE' | 'UTF-16BE' | 'WINDOWS-1252';
/** Number format of a file: comma, point, mixed, or undetermined. */
export type NumberStyle = 'IT' | 'EN' | 'MISTO' | 'INDEFINITO';
export type AmountMode = 'DARE_AVERE' | 'IMPORTO_SEGNO' | 'SOLO_COSTI';
/** The rule that separated costs from other accounts. */
export type Classificazione = 'COLONNA' | 'CONFIGURAZIONE' | 'SOLO_COSTI' | 'PREVALENZA';
/** Economic (a cost, to be split) or balance sheet. */
export type TipoConto = 'E' | 'P';
export type Rule = 'ORE' | 'PERCENTUALE' | 'DIRETTA' | 'PATRIMONIALE' | 'NON_RIPARTITO';
export const OUTCOMES = ['ok', 'avvisi', 'anomalie', 'errore'] as const;
export type EsitoContabilita = (typeof OUTCOMES)[number];

/** Name of the bucket for cost that could not be split; always the last of the commesse. */
export const NON_RIPARTITO = 'NON_RIPARTITO';

export interface FileReport {
  codifica: Encoding;
  separatore: string;
  decimali: NumberStyle;
  riga_intestazione: number;
  lette: number;
  accettate: number;
  scartate: number;
  totali: number;
  intestazioni_ripetute: number;
  colonne_ignorate: string[];
}

export interface Totali {
  dare_letto: number;
  avere_letto: number;
  dare_accettato: number;
  avere_accettato: number;
  dare_scartato: number;
  avere_scartato: number;
  costo_da_ripartire: number;
  costo_ripartito: number;
  costo_non_ripartito: number;
}

export interface RigaCommessa {
  commessa: string;
  dare_cent: number;
  avere_cent: number;
  netto_cent: number;
}

/** Cost of a month by site, without the cost that could not be split. */
export interface MonthCost {
  /** `YYYY-MM`. */
  mese: string;
  commesse: readonly { commessa: string; cent: number }[];
}

export interface DetailRow {
  /** `YYYY-MM`, or empty. */
  competenza: string;
  matricola: string;
  conto: string;
  tipo: TipoConto;
  commessa: string;
  regola: Rule;
  dare_cent: number;
  avere_cent: number;
}

export interface JournalRow {
  registrazione: number;
  /** `YYYY-MM-DD`, or empty. */
  data: string;
  competenza: string;
  conto: string;
  commessa: string;
  dare_cent: number;
  avere_cent: number;
}

export interface Anomalia {
  livello: AnomaliaLevel;
  codice: AnomaliaCode;
  file: InputFile | '';
  /** Line of the file, counted physically; 0 where none applies. */
  riga: number;
  matricola: string;
  competenza: string;
  importo_cent: number | null;
}

export interface ContabilitaResult {
  esito: Exclude<EsitoContabilita, 'errore'>;
  modo_importi: AmountMode;
  classificazione: Classificazione;
  file: Record<InputFile, FileReport>;
  totali_cent: Totali;
  prima_nota_importabile: boolean;
  commesse: RigaCommessa[];
  dettaglio: DetailRow[];
  prima_nota: JournalRow[];
  anomalie: Anomalia[];
}

/** Result of a job with a blocking fault: only the reasons. */
export interface BlockedResult {
  esito: 'errore';
  anomalie: Anomalia[];
}

export const LIMITS = {
  fileByte: 100 * 1024 * 1024,
  righe: 1_000_000,
  celle: 200,
  caratteriRecord: 65_536,
  unita: 500_000,
  dettaglio: 2_000_000,
  inAttesa: 20,
  /** Maximum duration in milliseconds. */
  durata: 10 * 60_000,
  anomalieNelFoglio: 100_000,
} as const;
