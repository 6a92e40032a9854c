import { REGISTERS } from '#contracts/registers/index.ts';
import { analisiProjection } from './analisi/analisi.projection.ts';
import type { Projection } from './engine/projection.ts';
import { registerProjection } from './registers/register.projection.ts';
import { scadenzeProjection } from './scadenze/scadenze.projection.ts';
import { storicoProjection } from './storico/storico.projection.ts';

/** Every read model of the portal. */
export const PROJECTIONS: readonly Projection[] = [...REGISTERS.map(registerProjection), storicoProjection, scadenzeProjection, analisiProjection];
