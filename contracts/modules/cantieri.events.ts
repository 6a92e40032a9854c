import { z } from 'zod';
import type { EventSchemas } from '../core/facts.ts';
import { MAIL_EVENTS } from '../jobs/mail-cantiere.ts';
import { MAIL_CANTIERE_INVIATA } from './cantieri.ts';

const nothing = z.strictObject({});

/** The mail about a site: that it left, and how its sending went. */
export const cantieriEvents = {
  [MAIL_CANTIERE_INVIATA]: z.strictObject({ commessa: z.string(), destinatari: z.string(), messaggio: z.string() }),
  [MAIL_EVENTS.iniziato]: nothing,
  [MAIL_EVENTS.respinto]: nothing,
  [MAIL_EVENTS.riuscito]: z.strictObject({ destinatari: z.string() }),
} satisfies EventSchemas;
