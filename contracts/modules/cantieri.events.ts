import { z } from 'zod';
import type { EventSchemas } from '../core/facts.ts';
import { MAIL_CANTIERE_INVIATA } from './cantieri.ts';

/** Schema of the event for a sent mail about a site. */
export const cantieriEvents = {
  [MAIL_CANTIERE_INVIATA]: z.strictObject({ commessa: z.string(), destinatari: z.string(), messaggio: z.string() }),
} satisfies EventSchemas;
