import { REGISTRI } from '#contracts/registri/index.ts';
import type { Projection } from './projection.ts';
import { proiezioneRegistro } from './registri/register.projection.ts';
import { proiezioneScadenze } from './scadenze/scadenze.projection.ts';
import { proiezioneStorico } from './storico/storico.projection.ts';

/** Every read model of the portal. */
export const PROIEZIONI: readonly Projection[] = [...REGISTRI.map(proiezioneRegistro), proiezioneStorico, proiezioneScadenze];
