import { z } from 'zod';
import type { EventSchemas } from '../core/facts.ts';
import { CALENDAR_MADE, CALENDAR_REVOKED } from './calendario.ts';

const member = z.strictObject({ memberID: z.string() });

/** Schemas of the events of user accounts. They contain neither passwords nor calendar addresses. */
export const utentiEvents = {
  'PasswordCambiata.v1': member,
  [CALENDAR_MADE]: member,
  [CALENDAR_REVOKED]: member,
} satisfies EventSchemas;
