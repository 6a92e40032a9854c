import { flagOf, numberOf, readList, readTable } from './tables.ts';

/** Model of rented equipment of a ground-engineering firm. Makes and models are real. */
export interface ModelloNoleggio {
  tipologia: string;
  marca: string;
  modello: string;
  descrizione: string;
  /** Monthly rate in euro. */
  tariffa: number;
  /** The machine has a plate, so it needs a registration card. */
  targa?: true;
  /** The machine lifts loads or people, so its ropes, chains and periodic checks are documented. */
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
