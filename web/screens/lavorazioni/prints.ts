import { lavorazioni } from '#contracts/registers/lavorazioni.ts';
import type { Prints } from '../prints.ts';

/** What is printed of its records, by the name that the address asks with. */
export const prints: Prints = { LavorazioneDettaglio: { def: lavorazioni, titolo: 'LAVORAZIONE', campi: ['descrizione', 'um'] } };
