import { z } from 'zod';
import type { EventSchemas } from '../core/facts.ts';

/** Types of events that record the progress of sending a mail, in the mail's own stream `posta-<name>`. */
export const MAIL_EVENTS = {
  /** Sending begins. If no other event follows, it is unknown whether the mail arrived. */
  iniziato: 'InvioMailIniziato.v1',
  /** The mail server refused the mail, so sending may be retried. */
  respinto: 'InvioMailRespinto.v1',
  riuscito: 'InvioMailRiuscito.v1',
} as const;

const nothing = z.strictObject({});

/** Schemas of the events about the sending of mails. */
export const mailEvents = {
  [MAIL_EVENTS.iniziato]: nothing,
  [MAIL_EVENTS.respinto]: nothing,
  [MAIL_EVENTS.riuscito]: z.strictObject({ destinatari: z.string() }),
} satisfies EventSchemas;
