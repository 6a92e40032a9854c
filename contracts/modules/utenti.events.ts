import { z } from 'zod';
import type { EventSchemas } from '../core/facts.ts';

/** That a password changed is told, and never what it is. */
export const utentiEvents = { 'PasswordCambiata.v1': z.strictObject({ memberID: z.string() }) } satisfies EventSchemas;
