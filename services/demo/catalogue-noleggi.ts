import { flagOf, numberOf, readList, readTable } from './tables.ts';

/** Rented equipment of a ground-engineering firm: real makes and models, invented renters. */
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
  /** Whether a day's production can name the machine. */
  lavora?: true;
  /** Name of its drawing in services/demo/foto. */
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
