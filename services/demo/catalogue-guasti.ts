import { flagOf, numberOf, readTable } from './tables.ts';

/** A fault that somebody reported. */
export interface FaultDemo {
  /** Kind of machine that can have the fault. */
  tipologia: string;
  /** Point of the check before use at which the fault was found, if any. */
  punto: string | null;
  testo: string;
  ferma: boolean;
  /** Name of its picture in services/demo/foto. */
  foto?: string;
  utente: 'capo' | 'operaio';
  /** Days before today. */
  giorni: number;
  /** Repair: days after the report, maintenance item, and cost in euro; `null` if the fault is still open. */
  riparato: { dopo: number; voce: string; costo: number; nota: string | null } | null;
}

const COLUMNS = ['tipologia', 'punto', 'testo', 'ferma', 'foto', 'utente', 'giorni_fa', 'riparato_dopo', 'voce', 'costo', 'nota'] as const;

export const FAULTS: readonly FaultDemo[] = readTable('guasti', COLUMNS).map((row) => ({
  tipologia: row.tipologia,
  punto: row.punto || null,
  testo: row.testo,
  ferma: flagOf(row.ferma),
  ...(row.foto ? { foto: row.foto } : {}),
  utente: row.utente === 'capo' ? 'capo' : 'operaio',
  giorni: numberOf(row.giorni_fa),
  riparato: row.riparato_dopo
    ? { dopo: numberOf(row.riparato_dopo), voce: row.voce, costo: numberOf(row.costo), nota: row.nota || null }
    : null,
}));
