import { defineModule } from '../core/define-module.ts';
import { fotoNoleggi } from '../registers/foto-noleggi.ts';
import { noleggi } from '../registers/noleggi.ts';
import { storicoNoleggi } from '../registers/storico-noleggi.ts';

/** Module of rentals with their periods and photos. */
export const noleggiDefinition = defineModule({ name: 'noleggi', registers: [noleggi, storicoNoleggi, fotoNoleggi] });
