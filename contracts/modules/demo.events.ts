import { z } from 'zod';
import type { EventSchemas } from '../core/facts.ts';

/** Schemas of the demo's events: a series of demo data was begun (with the day from which its dates count), or completed. */
export const demoEvents = {
  'DemoIniziata.v1': z.strictObject({ oggi: z.string() }),
  'DemoCompletata.v1': z.strictObject({}),
} satisfies EventSchemas;
