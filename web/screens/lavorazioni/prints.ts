import { lavorazioni } from '#contracts/registers/lavorazioni.ts';
import { variantOf, type Prints } from '../prints.ts';

/** Printed forms of the register's records, by the name in the address. */
export const prints: Prints = { LavorazioneDettaglio: variantOf(lavorazioni, { titolo: 'LAVORAZIONE', campi: ['descrizione', 'um'] }) };
