import type { InputFile, FileReport } from '#contracts/modules/contabilita/result.ts';
import type { SheetCell } from '#contracts/export/xlsx-sheet.ts';
import type { AccountingResult } from '../elabora.ts';
import { count, money, text, textColumn } from './cells.ts';
import type { Sheet } from './sheets.ts';

/** Input file as it was uploaded. */
export interface SentFile {
  nome: string;
  sha256: string;
}
export type SentFiles = Readonly<Record<InputFile, SentFile>>;

type Entry = readonly [string, SheetCell];

const LABELS: Readonly<Record<InputFile, string>> = { bilMovDip: 'File Bill Mov Dip', ripartizioni: 'File Ripartizione' };
export const fileLabel = (file: InputFile): string => LABELS[file];
const FILES = ['bilMovDip', 'ripartizioni'] as const;
const SEPARATORS: Readonly<Record<string, string>> = { '\t': 'tabulazione' };

const sheet = (entries: readonly Entry[]): Sheet => ({
  title: 'Riepilogo',
  columns: ['Voce', 'Valore'].map(textColumn),
  rows: () => entries.map(([label, cell]) => [text(label), cell]),
});

const names = (files: SentFiles): Entry[] => FILES.map((file) => [LABELS[file], text(files[file].nome)]);
/** Returns the SHA-256 digests of the input files, by which two runs can be compared. */
const hashes = (files: SentFiles): Entry[] => FILES.map((file) => [`${LABELS[file]}: SHA-256`, text(files[file].sha256)]);

/** Builds the overview of a job with results: the outcome first, details about reading the files last. */
export function overviewSheet(done: AccountingResult, messaggio: string, files: SentFiles): Sheet {
  return sheet([
    ['Esito', text(done.esito)],
    ['Messaggio', text(messaggio)],
    ['Prima nota importabile', text(done.importabile ? 'SÌ' : `NO (${done.reasons.join('; ')})`)],
    ...totals(done),
    ...checks(done),
    ['Modo importi', text(done.model.modo)],
    ['Classificazione dei conti', text(done.model.classificazione)],
    ...names(files),
    ...FILES.flatMap((file) => howRead(LABELS[file], done.file[file])),
    ...hashes(files),
  ]);
}

/** Builds the overview of a job that stopped. */
export const errorSheet = (messaggio: string, files: SentFiles): Sheet =>
  sheet([['Esito', text('errore')], ['Messaggio', text(messaggio)], ...names(files), ...hashes(files)]);

function howRead(label: string, report: FileReport): Entry[] {
  const of = (name: string, cell: SheetCell): Entry => [`${label}: ${name}`, cell];
  return [
    of('codifica', text(report.codifica)),
    of('separatore', text(SEPARATORS[report.separatore] ?? report.separatore)),
    of('numeri', text(report.decimali)),
    of('riga di intestazione', count(report.riga_intestazione)),
    of('righe lette', count(report.lette)),
    of('righe accettate', count(report.accettate)),
    of('righe scartate', count(report.scartate)),
    of('righe di totale', count(report.totali)),
    of('intestazioni ripetute', count(report.intestazioni_ripetute)),
    of('colonne ignorate', text(report.colonne_ignorate.join(', '))),
  ];
}

function totals({ totali }: AccountingResult): Entry[] {
  const rows: [string, number][] = [
    ['Costo da ripartire', totali.costo_da_ripartire],
    ['Costo ripartito', totali.costo_ripartito],
    ['Costo non ripartito', totali.costo_non_ripartito],
    ['Dare letto', totali.dare_letto],
    ['Avere letto', totali.avere_letto],
    ['Dare accettato', totali.dare_accettato],
    ['Avere accettato', totali.avere_accettato],
    ['Dare scartato', totali.dare_scartato],
    ['Avere scartato', totali.avere_scartato],
  ];
  return rows.map(([label, cents]) => [label, money(cents)]);
}

function checks({ totali, model, entries, primaNota }: AccountingResult): Entry[] {
  const balance = primaNota.reduce((sum, { dare_cent, avere_cent }) => sum + dare_cent - avere_cent, 0);
  const verdict = (holds: boolean) => text(holds ? 'OK' : 'KO');
  return [
    [
      'Controllo: Dare = Avere',
      model.modo === 'SOLO_COSTI' ? text('non applicabile (solo costi)') : verdict(totali.dare_accettato === totali.avere_accettato),
    ],
    [
      'Controllo: Ripartito + non ripartito = costo',
      verdict(totali.costo_ripartito + totali.costo_non_ripartito === totali.costo_da_ripartire),
    ],
    ['Controllo: Prima nota in quadratura', verdict(balance === 0)],
    ['Controllo: Totale file', verdict(!entries.some(({ codice }) => codice === 'TOTALE_FILE_DIVERSO'))],
  ];
}
