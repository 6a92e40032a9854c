import { romeDayAndTime } from '#contracts/core/dates.ts';
import { countOf } from '#contracts/core/formats.ts';
import type { SealState } from './checkpoints.ts';
import type { KeptCheckpoint } from './kept.ts';

/** Returns the problem of the checkpoints as an Italian sentence for the health page, the screen and the mail; `null` if there is none. */
export function sealProblem({ last, tree, keyMissing }: SealState): string | null {
  if (last && tree === 'broken') return brokenSentence(last);
  return last && keyMissing ? MISSING : null;
}

/** Returns the sentence about a log that does not extend its last checkpoint. */
export const brokenSentence = ({ dimensione, quando }: KeptCheckpoint): string =>
  `Il registro non è più quello del sigillo del ${romeDayAndTime(quando.toISOString())} (${countOf(dimensione, 'evento', 'eventi')}): qualcosa è stato cambiato o tolto. Da fare: make verify dice che cosa.`;

const MISSING =
  'Manca la chiave dei sigilli: finché manca non se ne fanno altri. Da fare: rimettere segreti/sigillo.pem da un salvataggio, o npm run new-seal-key.';
