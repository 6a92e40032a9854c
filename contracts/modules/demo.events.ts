import { z } from 'zod';
import type { EventSchemas } from '../core/facts.ts';

/** The day a series of the demo's data counts from, and that it is complete. */
export const demoEvents = {
  'DemoIniziata.v1': z.strictObject({ oggi: z.string() }),
  'DemoCompletata.v1': z.strictObject({}),
} satisfies EventSchemas;
