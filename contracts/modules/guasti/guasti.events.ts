import { z } from 'zod';
import type { EventSchemas } from '../../core/facts.ts';
import { FAULT_CLOSED, FAULT_IN_MAINTENANCE } from './fault-facts.ts';

export const guastiEvents = {
  [FAULT_CLOSED]: z.strictObject({ id: z.int(), chiuso_il: z.string(), chiuso_da: z.string() }),
  [FAULT_IN_MAINTENANCE]: z.strictObject({ id: z.int(), manutenzione: z.int() }),
} satisfies EventSchemas;
