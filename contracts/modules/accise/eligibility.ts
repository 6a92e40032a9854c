import { lastDay, type Quarter } from './quarter.ts';

/** What of a machine decides whether its diesel is admitted. */
export interface ExciseMachine {
  targa: string | null;
  tipologia: string | null;
  /** Declared; empty: proposed. */
  accisa_ammessa: number | null;
}

export interface Eligibility {
  ammessa: 0 | 1;
  motivo: string;
}

/** From here on wheeled works machines that are plated or enabled for the road are out (D.Lgs. 43/2025). */
const PLATED_OUT_FROM = '2026-01-01';

/**
 * A plate says that a machine goes on the road; only a tipologia that names tracks ("Gru cingolata") says
 * that it is no wheeled one. Any other plated machine is proposed as out.
 */
const ON_TRACKS = /cingolat/i;

/** Declared on the machine, or else proposed. */
export function eligibilityOf(machine: ExciseMachine, quarter: Quarter): Eligibility {
  if (machine.accisa_ammessa === 1) return { ammessa: 1, motivo: 'Ammessa, come dichiarato sulla scheda.' };
  if (machine.accisa_ammessa === 0) return { ammessa: 0, motivo: 'Non ammessa, come dichiarato sulla scheda.' };
  return proposedFor(machine, lastDay(quarter));
}

/** Without a declaration: a machine without a plate is in; a plated one only where its tipologia names tracks. */
export function proposedFor({ targa, tipologia }: Pick<ExciseMachine, 'targa' | 'tipologia'>, day: string): Eligibility {
  const plate = targa?.trim() ?? '';
  const kind = tipologia?.trim() ?? '';
  if (plate === '') return { ammessa: 1, motivo: 'Proposta: ammessa, senza targa.' };
  if (day < PLATED_OUT_FROM) return { ammessa: 1, motivo: `Proposta: ammessa, la targa ${plate} esclude solo dal 2026.` };
  if (ON_TRACKS.test(kind)) return { ammessa: 1, motivo: `Proposta: ammessa, «${kind}» non è su ruote (targa ${plate}).` };
  return {
    ammessa: 0,
    motivo: `Proposta: esclusa dal 2026, su ruote con targa ${plate}${kind === '' ? ', senza tipologia' : ` («${kind}»)`}.`,
  };
}
