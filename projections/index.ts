import { andamentoReads } from './andamento/andamento.module.ts';
import type { ReadModule } from './catalogue.ts';
import { guastiReads } from './guasti/guasti.module.ts';
import { macchinariReads } from './macchinari/macchinari.module.ts';
import { personaleReads } from './personale/personale.module.ts';
import { produzioneReads } from './produzione/produzione.module.ts';
import { scadenzeReads } from './scadenze/scadenze.module.ts';

/** What the read side adds to the modules, a line each. For whoever puts the portal together; all others are given a catalogue. */
export const READ_MODULES: readonly ReadModule[] = [
  produzioneReads,
  macchinariReads,
  guastiReads,
  personaleReads,
  scadenzeReads,
  andamentoReads,
];
