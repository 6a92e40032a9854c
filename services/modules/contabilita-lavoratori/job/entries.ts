import { levelOf, type AnomaliaCode, type AnomaliaDetails } from '#contracts/modules/contabilita/codes.ts';
import { plain } from '#contracts/modules/contabilita/order.ts';
import { LEVELS } from '#contracts/modules/contabilita/codes.ts';
import type { Anomalia, InputFile } from '#contracts/modules/contabilita/result.ts';
import type { RefusedRows } from './refused-rows.ts';

/** Anomaly with the values that its sentence names. */
export interface Entry extends Anomalia {
  particolari: AnomaliaDetails;
  contenuto: string;
}

type NewEntry = {
  codice: AnomaliaCode;
  file?: InputFile | '';
  riga?: number;
  matricola?: string;
  competenza?: string;
  importo_cent?: number | null;
  particolari?: AnomaliaDetails;
  contenuto?: string;
};

/** Creates an anomaly; its level follows from its code. */
export function entry({
  codice,
  file = '',
  riga = 0,
  matricola = '',
  competenza = '',
  importo_cent = null,
  particolari = {},
  contenuto = '',
}: NewEntry): Entry {
  return { livello: levelOf(codice), codice, file, riga, matricola, competenza, importo_cent, particolari, contenuto };
}

const FILES: readonly string[] = ['bilMovDip', 'ripartizioni', ''];

function compare(a: Entry, b: Entry): number {
  return (
    LEVELS.indexOf(a.livello) - LEVELS.indexOf(b.livello) ||
    FILES.indexOf(a.file) - FILES.indexOf(b.file) ||
    a.riga - b.riga ||
    plain(a.matricola, b.matricola) ||
    plain(a.competenza, b.competenza) ||
    plain(a.codice, b.codice)
  );
}

/** Yields all entries in order. `refused` is sorted already and is read one row at a time, since it may not fit into memory. */
export function* inOrder(entries: readonly Entry[], refused: RefusedRows): Generator<Entry> {
  const sortedEntries = entries.toSorted(compare);
  let next = 0;
  for (const row of refused.all()) {
    const current = entry({ ...row, particolari: { ...row.particolari, riga: row.riga } });
    for (let other = sortedEntries[next]; other && compare(other, current) <= 0; other = sortedEntries[next]) {
      yield other;
      next += 1;
    }
    yield current;
  }
  yield* sortedEntries.slice(next);
}

/** Returns the anomaly without the values that only its sentence uses. */
export const toAnomalia = ({ livello, codice, file, riga, matricola, competenza, importo_cent }: Entry): Anomalia => ({
  livello,
  codice,
  file,
  riga,
  matricola,
  competenza,
  importo_cent,
});
