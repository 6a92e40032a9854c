import { flagOf, numberOf, readList, readTable } from './tables.ts';

/** What a ground-engineering firm rents for a site: real makes and models, invented renters. */
export interface ModelloNoleggio {
  tipologia: string;
  marca: string;
  modello: string;
  descrizione: string;
  /** Monthly rate, euro. */
  tariffa: number;
  /** Has a plate, so a registration card. */
  targa?: true;
  /** Lifts loads or people: ropes and chains, periodic check. */
  sollevamento?: true;
  /** A day's production can name it. */
  lavora?: true;
  /** Which drawing of services/demo/foto shows it. */
  disegno: string;
}

const MODEL_COLUMNS = ['tipologia', 'marca', 'modello', 'descrizione', 'tariffa', 'disegno', 'targa', 'sollevamento', 'lavora'] as const;

export const NOLEGGIO_MODELS: readonly ModelloNoleggio[] = readTable('modelli-noleggio', MODEL_COLUMNS).map(
  ({ tariffa, targa, sollevamento, lavora, ...model }) => ({
    ...model,
    tariffa: numberOf(tariffa),
    ...(flagOf(targa) ? { targa: true } : {}),
    ...(flagOf(sollevamento) ? { sollevamento: true } : {}),
    ...(flagOf(lavora) ? { lavora: true } : {}),
  }),
);

export const NOLEGGIATORI = readList('noleggiatori', 'nome');
