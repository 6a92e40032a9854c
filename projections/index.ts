import { REGISTRI } from '#contracts/registers/index.ts';
import type { Projection } from './engine/projection.ts';
import { proiezioneRegistro } from './registers/register.projection.ts';
import { proiezioneScadenze } from './scadenze/scadenze.projection.ts';
import { proiezioneStorico } from './storico/storico.projection.ts';

/** Every read model of the portal. */
export const PROIEZIONI: readonly Projection[] = [...REGISTRI.map(proiezioneRegistro), proiezioneStorico, proiezioneScadenze];
