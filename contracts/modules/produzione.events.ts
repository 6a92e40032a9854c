import { z } from 'zod';
import type { EventSchemas, ModuleFacts } from '../core/facts.ts';

/** Schema of the event that recalculates a line with the site's current price. */
export const produzioneEvents = {
  'RigaProduzioneRicalcolata.v1': z.strictObject({ id: z.int(), prezzo: z.number().nullable(), produzione: z.number().nullable() }),
} satisfies EventSchemas;

export const produzioneFacts: ModuleFacts = { of: 'produzione', events: produzioneEvents };
