import { lavorazioni } from '#contracts/registers/lavorazioni.ts';
import type { Prints } from '../prints.ts';

/** Printed forms of the register's records, by the name in the address. */
export const prints: Prints = { LavorazioneDettaglio: { def: lavorazioni, titolo: 'LAVORAZIONE', campi: ['descrizione', 'um'] } };
