import { z } from 'zod';
import type { EventSchemas } from '../core/facts.ts';

/** Facts in a stream of the mail's own, `posta-<name>`: how far its sending is known to have come. */
export const MAIL_EVENTS = {
  /** The content is about to leave; alone, nobody knows whether it arrived. */
  iniziato: 'InvioMailIniziato.v1',
  /** The other side refused it: it may be tried again. */
  respinto: 'InvioMailRespinto.v1',
  riuscito: 'InvioMailRiuscito.v1',
} as const;

const nothing = z.strictObject({});

/** Progress of every mail that the portal sends. */
export const mailEvents = {
  [MAIL_EVENTS.iniziato]: nothing,
  [MAIL_EVENTS.respinto]: nothing,
  [MAIL_EVENTS.riuscito]: z.strictObject({ destinatari: z.string() }),
} satisfies EventSchemas;
