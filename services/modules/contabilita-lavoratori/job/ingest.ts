import type { InputFile, FileReport } from '#contracts/modules/contabilita/result.ts';
import { Allocations } from './allocations.ts';
import { Companies } from './companies.ts';
import { entry, type Entry } from './entries.ts';
import { Fault } from './fault.ts';
import type { Disagreement } from './grand-total.ts';
import { detectEncoding, type Source } from './input/encoding.ts';
import { findHeader, looksLike, type Header } from './input/header.ts';
import { readRecords } from './input/records.ts';
import { Rows, type RowReader, type Tally } from './input/rows.ts';
import { readText } from './input/text.ts';
import { Movements } from './movements.ts';
import { People, type Warn } from './people.ts';
import type { RefusedRows } from './refused-rows.ts';

export type Sources = Readonly<Record<InputFile, Source>>;

/** Contents of both files. */
export interface FileContents {
  file: Record<InputFile, FileReport>;
  movements: Movements;
  allocations: Allocations;
  companies: Companies;
}

interface FileRead<R> {
  reader: R;
  report: FileReport;
  tally: Tally;
}

/** Reads one file from its bytes to its last row. */
export function readFile<R extends RowReader>(file: InputFile, source: Source, people: People, make: (header: Header) => R): FileRead<R> {
  const encoding = detectEncoding(source);
  const header = findHeader(file, () => readText(source, encoding));
  const reader = make(header);
  const rows = new Rows(header, reader, people);
  for (const batch of readRecords(readText(source, encoding), header.separatore)) rows.batch(batch);
  rows.end();
  const { endsWithTotal: _, ...counts } = rows.tally;
  const { separatore, riga, ignored } = header;
  return {
    reader,
    tally: rows.tally,
    report: { codifica: encoding, separatore, riga_intestazione: riga, colonne_ignorate: ignored, ...counts },
  };
}

/** Reads both files; returns the faults of both if there are any. */
export function ingest(sources: Sources, refused: RefusedRows, entries: Entry[]): FileContents | Fault[] {
  const [people, companies] = [new People(), new Companies()];
  const faults: Fault[] = [];
  const warn =
    (file: InputFile): Warn =>
    (code, riga, matricola, both) =>
      void entries.push(entry({ codice: code, file, riga, matricola, particolari: { matricola, quale: both } }));
  const attempt = <T>(file: InputFile, read: () => T): T | null => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      error.file = file;
      faults.push(error);
      return null;
    }
  };
  const movements = attempt('bilMovDip', () =>
    readMovements(sources.bilMovDip, people, { companies, refused, warn: warn('bilMovDip') }, entries),
  );
  const months = movements?.reader.hasMonths ?? null;
  const allocations = attempt('ripartizioni', () =>
    readAllocations(sources.ripartizioni, people, { companies, refused, warn: warn('ripartizioni'), months }, entries),
  );
  if (!movements || !allocations) return areSwapped(sources, faults) ? [new Fault('FILE_SCAMBIATI')] : faults;
  if (companies.several) return [new Fault('PIU_AZIENDE')];
  const file = { bilMovDip: movements.report, ripartizioni: allocations.report };
  for (const name of ['bilMovDip', 'ripartizioni'] as const)
    if (file[name].decimali === 'MISTO') entries.push(entry({ codice: 'FORMATO_NUMERI_MISTO', file: name }));
  return { file, movements: movements.reader, allocations: allocations.reader, companies };
}

function readMovements(
  source: Source,
  people: People,
  tools: ConstructorParameters<typeof Movements>[1],
  entries: Entry[],
): FileRead<Movements> {
  const result = readFile('bilMovDip', source, people, (header) => new Movements(header, tools));
  const { reader, report, tally } = result;
  if (report.accettate === 0) throw new Fault('NESSUN_MOVIMENTO');
  reader.checkMagnitude();
  addDisagreement('bilMovDip', reader.totalDisagreement(tally.endsWithTotal), entries);
  return result;
}

function readAllocations(
  source: Source,
  people: People,
  tools: ConstructorParameters<typeof Allocations>[1],
  entries: Entry[],
): FileRead<Allocations> {
  const result = readFile('ripartizioni', source, people, (header) => new Allocations(header, tools));
  const { reader, report, tally } = result;
  if (report.accettate === 0) throw new Fault('NESSUNA_RIPARTIZIONE');
  reader.checkMonths();
  addDisagreement('ripartizioni', reader.totalDisagreement(tally.endsWithTotal, report.lette), entries);
  return result;
}

/** Adds an anomaly if the total row of a file differs from the sum of its rows, as in a truncated file. */
function addDisagreement(file: InputFile, off: Disagreement | null, entries: Entry[]): void {
  if (off) entries.push(entry({ codice: 'TOTALE_FILE_DIVERSO', file, riga: off.riga, particolari: { quale: off.quale } }));
}

/** Returns true if each file has the header of the other, so that the person exchanged the two uploads. */
function areSwapped(sources: Sources, faults: readonly Fault[]): boolean {
  if (faults.length !== 2 || faults.some(({ codice }) => codice !== 'INTESTAZIONE_NON_TROVATA')) return false;
  const text = (file: InputFile) => () => readText(sources[file], detectEncoding(sources[file]));
  return looksLike('ripartizioni', text('bilMovDip')) && looksLike('bilMovDip', text('ripartizioni'));
}
