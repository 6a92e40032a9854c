import { centsToComma } from '#contracts/modules/contabilita/cents.ts';
import { fraseAnomalia } from '#contracts/modules/contabilita/codes.ts';
import { monthForPeople } from '#contracts/modules/contabilita/names.ts';
import { LIMITS } from '#contracts/modules/contabilita/result.ts';
import { inOrder, type Entry } from '../entries.ts';
import type { RefusedRows } from '../refused-rows.ts';
import { count, money, moneyColumn, numberColumn, text, textColumn } from './cells.ts';
import type { Sheet } from './sheets.ts';

const NAMES = ['Livello', 'Codice', 'Messaggio', 'File', 'Riga', 'Matricola', 'Competenza', 'Importo', 'Contenuto riga'];
export const ANOMALY_COLUMNS: readonly string[] = NAMES;

interface Findings {
  entries: readonly Entry[];
  refused: RefusedRows;
}

const sentence = ({ codice, particolari }: Entry): string => fraseAnomalia(codice, particolari);

/** Yields the anomalies as rows of the csv file, in the order of `ANOMALY_COLUMNS`. */
export function* anomalyRows({ entries, refused }: Findings): Generator<string[]> {
  for (const e of inOrder(entries, refused)) {
    yield [
      e.livello,
      e.codice,
      sentence(e),
      e.file,
      e.riga === 0 ? '' : String(e.riga),
      e.matricola,
      monthForPeople(e.competenza),
      e.importo_cent === null ? '' : centsToComma(e.importo_cent),
      e.contenuto,
    ];
  }
}

/** Builds the sheet of the first anomalies; the csv file has all of them. */
export const anomaliesSheet = ({ entries, refused }: Findings): Sheet => ({
  title: 'Anomalie',
  columns: NAMES.map((name) => (name === 'Importo' ? moneyColumn : name === 'Riga' ? numberColumn : textColumn)(name)),
  *rows() {
    let written = 0;
    for (const e of inOrder(entries, refused)) {
      if (written === LIMITS.anomalieNelFoglio) return;
      written += 1;
      yield [
        text(e.livello),
        text(e.codice),
        text(sentence(e)),
        text(e.file),
        e.riga === 0 ? null : count(e.riga),
        text(e.matricola),
        text(monthForPeople(e.competenza)),
        e.importo_cent === null ? null : money(e.importo_cent),
        text(e.contenuto),
      ];
    }
  },
});
