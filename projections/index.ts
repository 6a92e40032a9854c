import { REGISTERS } from '#contracts/registers/index.ts';
import { analisiProjection } from './analisi/analisi.projection.ts';
import type { Projection } from './engine/projection.ts';
import { produzioneProjection } from './produzione/produzione.projection.ts';
import { registerProjection } from './registers/register.projection.ts';
import { scadenzeProjection } from './scadenze/scadenze.projection.ts';
import { storicoProjection } from './storico/storico.projection.ts';

/** Registers whose read tables a read model of their own fills. */
const IN_THEIR_OWN = new Set(produzioneProjection.tables);

/** Every read model of the portal. */
export const PROJECTIONS: readonly Projection[] = [
  ...REGISTERS.filter((def) => !IN_THEIR_OWN.has(def.path)).map(registerProjection),
  produzioneProjection,
  storicoProjection,
  scadenzeProjection,
  analisiProjection,
];
