import { z } from 'zod';
import type { EventSchemas, ModuleFacts } from '../core/facts.ts';

/** A line was brought to the price that its site has now. */
export const produzioneEvents = {
  'RigaProduzioneRicalcolata.v1': z.strictObject({ id: z.int(), prezzo: z.number().nullable(), produzione: z.number().nullable() }),
} satisfies EventSchemas;

export const produzioneFacts: ModuleFacts = { of: 'produzione', events: produzioneEvents };
