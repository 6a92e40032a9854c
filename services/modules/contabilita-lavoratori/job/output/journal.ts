import { centsToComma } from '#contracts/modules/contabilita/cents.ts';
import { monthForPeople } from '#contracts/modules/contabilita/names.ts';
import { NON_RIPARTITO, type JournalRow } from '#contracts/modules/contabilita/result.ts';
import type { SheetCell } from '#contracts/export/xlsx-sheet.ts';
import type { AccountingResult } from '../elabora.ts';
import { money, moneyColumn, text, textColumn } from './cells.ts';
import type { Sheet } from './sheets.ts';

/**
 * Columns of the journal, in the csv file for the accounting program and in the workbook. The journal has no names of employees, since its
 * readers need not know single wages.
 */
export const JOURNAL_COLUMNS = [
  'registrazione',
  'data_registrazione',
  'competenza',
  'causale',
  'conto',
  'descrizione_conto',
  'commessa',
  'dare',
  'avere',
  'descrizione',
];

interface Texts {
  before: string[];
  descrizione: string;
}

function textsOf({ registrazione, data, competenza, conto, commessa }: JournalRow, { movements }: AccountingResult): Texts {
  const month = monthForPeople(competenza);
  const date = data.split('-').toReversed().join('/');
  return {
    before: [String(registrazione), date, month, 'PAGHE', conto, movements.accounts.get(conto)?.descrizione ?? '', commessa],
    descrizione: `Paghe${month === '' ? '' : ` ${month}`}${commessa === NON_RIPARTITO ? ' - NON RIPARTITO' : ''}`,
  };
}

const zeroIsEmpty = (cents: number): string => (cents === 0 ? '' : centsToComma(cents));

/** Yields the journal as rows of the csv file, in the order of `JOURNAL_COLUMNS`. */
export function* journalRows(done: AccountingResult): Generator<string[]> {
  for (const line of done.primaNota) {
    const { before, descrizione } = textsOf(line, done);
    yield [...before, zeroIsEmpty(line.dare_cent), zeroIsEmpty(line.avere_cent), descrizione];
  }
}

export const journalSheet = (done: AccountingResult): Sheet => ({
  title: 'Prima nota',
  columns: JOURNAL_COLUMNS.map((name) => (name === 'dare' || name === 'avere' ? moneyColumn : textColumn)(name)),
  ...(done.importabile ? {} : { above: [`BOZZA - NON IMPORTARE: ${done.reasons.join('; ')}`] }),
  *rows() {
    for (const line of done.primaNota) {
      const { before, descrizione } = textsOf(line, done);
      yield [...before.map(text), side(line.dare_cent), side(line.avere_cent), text(descrizione)];
    }
  },
});

const side = (cents: number): SheetCell => (cents === 0 ? null : money(cents));
