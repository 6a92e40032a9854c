import { CircleAlert, CircleCheck, CircleDashed, Clock, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { Esito, Motivo, Verdict } from '#contracts/modules/scadenze/fitness.ts';
import type { Tone } from '#web/ui/feedback/Badge.tsx';

/** How an outcome is drawn, and said. */
export const VERDICTS: Readonly<Record<Esito, { tone: Tone; icon: LucideIcon; words: string; ink: string }>> = {
  no: { tone: 'danger', icon: CircleAlert, words: 'Non idoneo', ink: 'text-danger' },
  riserva: { tone: 'warn', icon: TriangleAlert, words: 'Con riserva', ink: 'text-warn-ink' },
  si: { tone: 'ok', icon: CircleCheck, words: 'Idoneo', ink: 'text-ok-ink' },
};

/** What is wrong with a document, as the board has it. */
export const PROBLEMS: Readonly<Record<Motivo['stato'], { tone: Tone; icon: LucideIcon; words: string }>> = {
  assente: { tone: 'danger', icon: CircleDashed, words: 'Assente' },
  scaduto: { tone: 'danger-solid', icon: CircleAlert, words: 'Scaduto' },
  in_scadenza: { tone: 'warn', icon: Clock, words: 'In scadenza' },
};

const SAID: Readonly<Record<Motivo['stato'], (name: string) => string>> = {
  assente: (name) => `manca ${name}`,
  scaduto: (name) => `${name} scaduto`,
  in_scadenza: (name) => `${name} in scadenza`,
};

const URGENCY: Readonly<Record<Motivo['stato'], number>> = { assente: 0, scaduto: 0, in_scadenza: 1 };

/** What blocks first, what soon will be last. */
export const byUrgency = (motivi: readonly Motivo[]): Motivo[] =>
  motivi.toSorted((a, b) => URGENCY[a.stato] - URGENCY[b.stato] || b.blocca - a.blocca);

/** "Non idoneo: manca Unilav, Corso Base scaduto". */
export const sentenceOf = ({ esito, motivi }: Verdict): string => [VERDICTS[esito].words, reasonsOf(motivi)].filter(Boolean).join(': ');

export const reasonsOf = (motivi: readonly Motivo[]): string =>
  byUrgency(motivi)
    .map(({ stato, tipo_nome }) => SAID[stato](tipo_nome))
    .join(', ');
