import { andamentoReads } from './andamento/andamento.module.ts';
import { cercaReads } from './cerca/cerca.module.ts';
import type { ReadModule } from './catalogue.ts';
import { guastiReads } from './guasti/guasti.module.ts';
import { macchinariReads } from './macchinari/macchinari.module.ts';
import { personaleReads } from './personale/personale.module.ts';
import { produzioneReads } from './produzione/produzione.module.ts';
import { scadenzeReads } from './scadenze/scadenze.module.ts';
import { sigilliReads } from './sigilli/sigilli.module.ts';

/** The read side's parts of all modules. Only the composition root imports this list; other code receives a catalogue. */
export const READ_MODULES: readonly ReadModule[] = [
  produzioneReads,
  macchinariReads,
  guastiReads,
  personaleReads,
  scadenzeReads,
  andamentoReads,
  cercaReads,
  sigilliReads,
];
