import { z } from 'zod';
import { createCatalogue } from '#contracts/core/catalogue.ts';
import { declaredEvents } from '#contracts/core/declared-events.ts';
import { defineModule } from '#contracts/core/define-module.ts';
import type { EventSchemas } from '#contracts/core/facts.ts';
import { FACTS } from '#contracts/modules/events.ts';
import { MODULES } from '#contracts/modules/index.ts';
import { createReadCatalogue } from '#projections/catalogue.ts';
import { READ_MODULES } from '#projections/index.ts';

/** Events that mark which parts of the firm are in the log. */
export const benchEvents = { 'BancoCaricato.v1': z.strictObject({ parte: z.string() }) } satisfies EventSchemas;

/** The portal's catalogue, with the benchmark's own module. */
export const catalogue = createReadCatalogue(
  createCatalogue([...MODULES, defineModule({ name: 'banco' })], declaredEvents([...FACTS, { of: 'banco', events: benchEvents }])),
  READ_MODULES,
);
