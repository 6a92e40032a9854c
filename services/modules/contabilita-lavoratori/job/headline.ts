import { countOf } from '#contracts/core/formats.ts';
import { centsToText } from '#contracts/modules/contabilita/cents.ts';
import { fraseAnomalia, isRowCode, whyRefused, type AnomaliaCode } from '#contracts/modules/contabilita/codes.ts';
import { NON_RIPARTITO } from '#contracts/modules/contabilita/result.ts';
import type { AccountingStop, AccountingResult } from './elabora.ts';
import { inOrder, type Entry } from './entries.ts';
import { fileLabel } from './output/overview.ts';

/** Largest number of refused rows whose cause a headline names. */
const FIRST = 3;
/** Anomalies that cast doubt on the whole file; a headline names them besides the counts. */
const OF_THE_FILE: ReadonlySet<AnomaliaCode> = new Set(['TOTALE_FILE_DIVERSO', 'IMPORTO_SENZA_DEBITI']);

/** Returns the outcome of a job that has results, in one or two Italian sentences. */
export function headline({
  esito,
  totali,
  summary,
  errori,
  entries,
  model,
  movements,
}: Pick<AccountingResult, 'esito' | 'totali' | 'summary' | 'errori' | 'entries' | 'model' | 'movements'>): string {
  const commesse = [...summary.commesse.keys()].filter((commessa) => commessa !== NON_RIPARTITO).length;
  const split = `€\u00A0${centsToText(totali.costo_ripartito)} ripartiti su ${countOf(commesse, 'commessa', 'commesse')}`;
  const costs = movements.signAlone && model.modo === 'SOLO_COSTI' ? ' Solo costi: nessun importo è un debito.' : '';
  if (esito === 'ok') return `${split}.${costs}`;
  if (esito === 'avvisi') return `${split}, ${countOf(entries.length, 'avviso', 'avvisi')}.${costs}`;
  const rest = totali.costo_non_ripartito === 0 ? '' : `, €\u00A0${centsToText(totali.costo_non_ripartito)} non ripartiti`;
  const doubts = entries
    .filter(({ codice }) => OF_THE_FILE.has(codice))
    .map(({ codice, file, particolari }) => ` ${of(file, fraseAnomalia(codice, particolari))}`);
  return `Da verificare (${countOf(errori, 'errore', 'errori')}): ${split}${rest}.${doubts.join('')}`;
}

const of = (file: Entry['file'], sentence: string): string => (file === '' ? sentence : `${fileLabel(file)}: ${sentence}`);

/** Returns why a job stopped, in Italian: the fault of each file, and the first causes if all rows of that file were refused. */
export function whyBlocked(blocked: AccountingStop): string {
  const faults: Entry[] = [];
  const causes = new Map<Entry['file'], string[]>();
  for (const e of inOrder(blocked.entries, blocked.refused)) {
    if (e.livello === 'BLOCCANTE') faults.push(e);
    if (!isRowCode(e.codice)) continue;
    const found = causes.get(e.file) ?? [];
    causes.set(e.file, found);
    if (found.length < FIRST) found.push(cause(e, e.codice));
  }
  if (faults.length === 0) return fraseAnomalia('ERRORE_INTERNO');
  return faults
    .map(({ codice, file, particolari }) => {
      const sentence = of(file, fraseAnomalia(codice, particolari));
      const first = REFUSED.has(codice) ? (causes.get(file) ?? []) : [];
      return first.length === 0 ? sentence : `${sentence} ${capital(first.join('; '))}.`;
    })
    .join(' ');
}

/** Fault codes of a file all of whose rows were refused. */
const REFUSED: ReadonlySet<AnomaliaCode> = new Set(['NESSUN_MOVIMENTO', 'NESSUNA_RIPARTIZIONE']);

/** Formats the cause of a refused row: `riga 2, colonna Dare: l’importo non è un numero`. */
function cause({ riga, particolari }: Entry, code: Parameters<typeof whyRefused>[0]): string {
  const { colonna } = particolari;
  return `riga ${riga}${colonna ? `, colonna ${colonna}` : ''}: ${whyRefused(code, particolari)}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
