import type { InputFile, FileReport } from '#contracts/modules/contabilita/result.ts';
import type { SheetCell } from '../../../formats/xlsx-sheet.ts';
import type { Elaborated } from '../elabora.ts';
import { count, money, text, textColumn } from './cells.ts';
import type { Sheet } from './sheets.ts';

/** A file as it was sent. */
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

const sent = (files: SentFiles): Entry[] =>
  FILES.flatMap((file): Entry[] => [
    [LABELS[file], text(files[file].nome)],
    [`${LABELS[file]}: SHA-256`, text(files[file].sha256)],
  ]);

/** How a job went that has results. */
export function overviewSheet(done: Elaborated, files: SentFiles): Sheet {
  return sheet([
    ...FILES.flatMap((file) => [
      ...sent(files).filter(([label]) => label.startsWith(LABELS[file])),
      ...howRead(LABELS[file], done.file[file]),
    ]),
    ['Modo importi', text(done.model.modo)],
    ['Classificazione dei conti', text(done.model.classificazione)],
    ...totals(done),
    ...checks(done),
    ['Esito', text(done.esito)],
    ['Prima nota importabile', text(done.importabile ? 'SÌ' : `NO (${done.reasons.join('; ')})`)],
  ]);
}

/** Of a job that stopped. */
export const errorSheet = (messaggio: string, files: SentFiles): Sheet =>
  sheet([...sent(files), ['Esito', text('errore')], ['Messaggio', text(messaggio)]]);

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

function totals({ totali: t }: Elaborated): Entry[] {
  const rows: [string, number][] = [
    ['Dare letto', t.dare_letto],
    ['Avere letto', t.avere_letto],
    ['Dare accettato', t.dare_accettato],
    ['Avere accettato', t.avere_accettato],
    ['Dare scartato', t.dare_scartato],
    ['Avere scartato', t.avere_scartato],
    ['Costo da ripartire', t.costo_da_ripartire],
    ['Costo ripartito', t.costo_ripartito],
    ['Costo non ripartito', t.costo_non_ripartito],
  ];
  return rows.map(([label, cents]) => [label, money(cents)]);
}

function checks({ totali: t, model, entries, primaNota }: Elaborated): Entry[] {
  const balance = primaNota.reduce((sum, { dare_cent, avere_cent }) => sum + dare_cent - avere_cent, 0);
  const verdict = (holds: boolean) => text(holds ? 'OK' : 'KO');
  return [
    [
      'Controllo: Dare = Avere',
      model.modo === 'SOLO_COSTI' ? text('non applicabile (solo costi)') : verdict(t.dare_accettato === t.avere_accettato),
    ],
    ['Controllo: Ripartito + non ripartito = costo', verdict(t.costo_ripartito + t.costo_non_ripartito === t.costo_da_ripartire)],
    ['Controllo: Prima nota in quadratura', verdict(balance === 0)],
    ['Controllo: Totale file', verdict(!entries.some(({ codice }) => codice === 'TOTALE_FILE_DIVERSO'))],
  ];
}
