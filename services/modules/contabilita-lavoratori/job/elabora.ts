import {
  NON_RIPARTITO,
  type InputFile,
  type FileReport,
  type JournalRow,
  type BlockedResult,
  type ContabilitaResult,
  type Totali,
} from '#contracts/modules/contabilita/result.ts';
import type { Allocations } from './allocations.ts';
import { entry, inOrder, toAnomalia, type Entry } from './entries.ts';
import { Fault } from './fault.ts';
import { findEntries } from './find-entries.ts';
import { ingest, type FileContents, type Sources } from './ingest.ts';
import { checkInvariants } from './invariants.ts';
import { buildModel, linesOf, type Model } from './model.ts';
import type { Movements } from './movements.ts';
import { refusedInMemory, type RefusedRows } from './refused-rows.ts';
import { commesseOf, journalOf, summarise, type Summary } from './summary.ts';

export interface Options {
  /** Prefixes of the accounts that are costs. */
  contiEconomici?: readonly string[];
  refused?: RefusedRows;
}

/** A finished job, before any file is written. */
export interface AccountingResult {
  esito: 'ok' | 'avvisi' | 'anomalie';
  file: Record<InputFile, FileReport>;
  model: Model;
  summary: Summary;
  totali: Totali;
  primaNota: JournalRow[];
  importabile: boolean;
  /** Reasons against importing the journal. */
  reasons: string[];
  movements: Movements;
  allocations: Allocations;
  entries: readonly Entry[];
  refused: RefusedRows;
  /** Number of entries of level ERRORE. */
  errori: number;
}

/** Job that stopped, with its faults instead of results. */
export interface AccountingStop {
  esito: 'errore';
  entries: readonly Entry[];
  refused: RefusedRows;
}

/** Computes all results from the bytes of both files. */
export function processFiles(
  sources: Sources,
  { contiEconomici = [], refused = refusedInMemory() }: Options = {},
): AccountingResult | AccountingStop {
  const entries: Entry[] = [];
  const blocked = (faults: readonly Fault[]): AccountingStop => ({ esito: 'errore', refused, entries: faults.map(faultEntry) });
  try {
    const ingested = ingest(sources, refused, entries);
    return Array.isArray(ingested) ? blocked(ingested) : allocate(ingested, contiEconomici, refused, entries);
  } catch (error) {
    if (error instanceof Fault) return blocked([error]);
    throw error;
  }
}

/** Converts a fault to an entry of the anomalies. */
export const faultEntry = ({ codice, file, riga, particolari }: Fault): Entry => entry({ codice, file, riga, particolari });

function allocate(
  { file, movements, allocations }: FileContents,
  contiEconomici: readonly string[],
  refused: RefusedRows,
  entries: Entry[],
): AccountingResult {
  movements.settle();
  const model = buildModel(movements, allocations, contiEconomici);
  const summary = summarise(model);
  const totali = totals(movements, model, summary);
  const journal = journalOf(summary);
  checkInvariants(file, totali, summary, journal);
  entries.push(...findEntries(model, movements, allocations));
  const errorCount = refused.count + entries.filter(({ livello }) => livello === 'ERRORE').length;
  const reasons = notImportable(model, { file, entries, allocations }, journal);
  return {
    esito: errorCount > 0 ? 'anomalie' : entries.length > 0 ? 'avvisi' : 'ok',
    file,
    model,
    summary,
    totali,
    primaNota: journal,
    importabile: reasons.length === 0,
    reasons,
    movements,
    allocations,
    entries,
    refused,
    errori: errorCount,
  };
}

/** Computes the totals of both files. The cost is summed from the units, so that it can be compared with the sum of the detail lines. */
function totals({ accepted, rejected }: Movements, { slots, tipoOf }: Model, { nonRipartito }: Summary): Totali {
  const costo = slots.reduce(
    (sum, { units }) => [...units.values()].reduce((s, unit) => (tipoOf(unit) === 'E' ? s + unit.dare - unit.avere : s), sum),
    0,
  );
  return {
    dare_letto: accepted.dare + rejected.dare,
    avere_letto: accepted.avere + rejected.avere,
    dare_accettato: accepted.dare,
    avere_accettato: accepted.avere,
    dare_scartato: rejected.dare,
    avere_scartato: rejected.avere,
    costo_da_ripartire: costo,
    costo_ripartito: costo - nonRipartito,
    costo_non_ripartito: nonRipartito,
  };
}

/** Returns the reasons, in Italian, why the journal must not be imported into the accounting program; an empty list if there are none. */
function notImportable(
  { modo }: Model,
  { file: { bilMovDip }, entries, allocations }: Pick<AccountingResult, 'file' | 'entries' | 'allocations'>,
  journal: readonly JournalRow[],
): string[] {
  const balance = journal.reduce((sum, { dare_cent, avere_cent }) => sum + dare_cent - avere_cent, 0);
  return [
    modo === 'SOLO_COSTI' ? 'il file dei movimenti ha solo costi' : '',
    bilMovDip.scartate > 0 ? 'ci sono movimenti scartati' : '',
    // The employee of these hours is not known: any employee's costs may be split without them.
    allocations.refusedOfNobody > 0 ? 'ci sono ripartizioni scartate di cui non si legge il dipendente' : '',
    balance === 0 ? '' : 'dare e avere non sono uguali',
    journal.some(({ commessa }) => commessa === NON_RIPARTITO) ? 'ci sono costi non ripartiti' : '',
    entries.some(({ codice }) => codice === 'TOTALE_FILE_DIVERSO') ? 'il totale riportato nel file non coincide con le righe' : '',
  ].filter((reason) => reason !== '');
}

/** Computes the result as one object. */
export function elabora(sources: Sources, options: Options = {}): ContabilitaResult | BlockedResult {
  const done = processFiles(sources, options);
  const anomalie = Array.from(inOrder(done.entries, done.refused), toAnomalia);
  if (done.esito === 'errore') return { esito: 'errore', anomalie };
  const { esito, model, summary } = done;
  return {
    esito,
    modo_importi: model.modo,
    classificazione: model.classificazione,
    file: done.file,
    totali_cent: done.totali,
    prima_nota_importabile: done.importabile,
    commesse: commesseOf(summary),
    dettaglio: Array.from(linesOf(model), ({ slot, account, tipo, commessa, regola, dare, avere }) => ({
      competenza: slot.competenza,
      matricola: slot.employee.matricola,
      conto: account.conto,
      tipo,
      commessa,
      regola,
      dare_cent: dare,
      avere_cent: avere,
    })),
    prima_nota: done.primaNota,
    anomalie,
  };
}
