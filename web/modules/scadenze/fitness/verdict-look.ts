import { CircleAlert, CircleCheck, CircleDashed, Clock, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { Esito, Motivo, Verdict } from '#contracts/modules/scadenze/fitness.ts';
import type { Tone } from '#web/ui/feedback/Badge.tsx';

/** Colour, icon and words of each outcome. */
export const VERDICTS: Readonly<Record<Esito, { tone: Tone; icon: LucideIcon; words: string; ink: string }>> = {
  no: { tone: 'danger', icon: CircleAlert, words: 'Non idoneo', ink: 'text-danger' },
  riserva: { tone: 'warn', icon: TriangleAlert, words: 'Con riserva', ink: 'text-warn-ink' },
  si: { tone: 'ok', icon: CircleCheck, words: 'Idoneo', ink: 'text-ok-ink' },
};

/** Colour, icon and words of each problem of a document, as on the deadline board. */
export const PROBLEMS: Readonly<Record<Motivo['stato'], { tone: Tone; icon: LucideIcon; words: string }>> = {
  assente: { tone: 'danger', icon: CircleDashed, words: 'Assente' },
  scaduto: { tone: 'danger-solid', icon: CircleAlert, words: 'Scaduto' },
  fermo: { tone: 'danger-solid', icon: CircleAlert, words: 'Ferma' },
  in_scadenza: { tone: 'warn', icon: Clock, words: 'In scadenza' },
};

const SAID: Readonly<Record<Exclude<Motivo['stato'], 'fermo'>, readonly [one: string, many: string]>> = {
  assente: ['manca', 'mancano'],
  scaduto: ['scaduto:', 'scaduti:'],
  in_scadenza: ['in scadenza:', 'in scadenza:'],
};
const AND = new Intl.ListFormat('it', { type: 'conjunction' });

const URGENCY: Readonly<Record<Motivo['stato'], number>> = { fermo: 0, assente: 0, scaduto: 0, in_scadenza: 1 };

/** Sorts the reasons: problems that are present before deadlines to come, blocking ones first among equals. */
export const byUrgency = (motivi: readonly Motivo[]): Motivo[] =>
  motivi.toSorted((a, b) => URGENCY[a.stato] - URGENCY[b.stato] || b.blocca - a.blocca);

/** Builds the sentence of a verdict: "Non idoneo: mancano Unilav e Corso Base; scaduto: Idoneità". */
export const sentenceOf = ({ esito, motivi }: Verdict): string => [VERDICTS[esito].words, reasonsOf(motivi)].filter(Boolean).join(': ');

export const reasonsOf = (motivi: readonly Motivo[]): string =>
  [
    ...(motivi.some(({ stato }) => stato === 'fermo') ? ['ferma per un guasto'] : []),
    ...(['assente', 'scaduto', 'in_scadenza'] as const).flatMap((stato) => {
      const names = motivi.filter((one) => one.stato === stato).map(({ tipo_nome }) => tipo_nome);
      return names.length === 0 ? [] : [`${SAID[stato][names.length === 1 ? 0 : 1]} ${AND.format(names)}`];
    }),
  ].join('; ');
