import { z } from 'zod';
import type { EventSchemas } from '../core/facts.ts';
import { CALENDAR_MADE, CALENDAR_REVOKED } from './calendario.ts';

const member = z.strictObject({ memberID: z.string() });

/** That a password changed is told, and never what it is; nor is the address of a calendar. */
export const utentiEvents = {
  'PasswordCambiata.v1': member,
  [CALENDAR_MADE]: member,
  [CALENDAR_REVOKED]: member,
} satisfies EventSchemas;
