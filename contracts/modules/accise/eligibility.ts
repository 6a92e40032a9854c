import { lastDay, type Quarter } from './quarter.ts';

/** The values of a machine that decide whether its diesel is admitted. */
export interface ExciseMachine {
  targa: string | null;
  tipologia: string | null;
  /** Declared on the machine; empty: the portal proposes. */
  accisa_ammessa: number | null;
}

export interface Eligibility {
  ammessa: 0 | 1;
  motivo: string;
}

/** First day from which wheeled works machines that are plated or enabled for the road are excluded (D.Lgs. 43/2025). */
const PLATED_OUT_FROM = '2026-01-01';

/**
 * Matches a tipologia that names tracks ("Gru cingolata"). Only such a machine counts as not wheeled; any other plated machine is proposed
 * as excluded.
 */
const ON_TRACKS = /cingolat/i;

/** Returns the eligibility declared on the machine, or the proposed one. */
export function eligibilityOf(machine: ExciseMachine, quarter: Quarter): Eligibility {
  if (machine.accisa_ammessa === 1) return { ammessa: 1, motivo: 'Ammessa, come dichiarato sulla scheda.' };
  if (machine.accisa_ammessa === 0) return { ammessa: 0, motivo: 'Non ammessa, come dichiarato sulla scheda.' };
  return proposedFor(machine, lastDay(quarter));
}

/**
 * Proposes the eligibility of a machine without a declaration: admitted without a plate; with a plate only if its tipologia names tracks.
 */
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
