import { LAVORAZIONI_DEMO, type LavorazioneDemo } from './catalogue-produzione.ts';
import { partsOf, readTable } from './tables.ts';

/** A site: a real municipality, an invented client, and the work that the firm does there. */
export interface Place {
  comune: string;
  provincia: string;
  indirizzo: string;
  committente: string;
  wbs: readonly string[];
  lavorazioni: readonly LavorazioneDemo[];
}

const WORK_ITEMS = new Map(LAVORAZIONI_DEMO.map((one) => [one.descrizione, one]));

/** Returns the work item with a name. Throws if there is none. */
function workItem(name: string): LavorazioneDemo {
  const found = WORK_ITEMS.get(name);
  if (!found) throw new Error(`cantieri.csv names ${name}, which is in no row of lavorazioni.csv`);
  return found;
}

/** Sites of the firm in order. The column `lavoro` is only a note in the table. */
export const PLACES: readonly Place[] = readTable('cantieri', [
  'comune',
  'provincia',
  'indirizzo',
  'lavoro',
  'committente',
  'wbs',
  'lavorazioni',
]).map(({ comune, provincia, indirizzo, committente, wbs, lavorazioni }) => ({
  comune,
  provincia,
  indirizzo,
  committente,
  wbs: partsOf(wbs),
  lavorazioni: partsOf(lavorazioni).map(workItem),
}));
