import { z } from 'zod';

/** Price list of a site: its wbs and its priced work items, oldest first. */
export const listino = z.object({
  wbs: z.array(z.string()),
  lavorazioni: z.array(z.object({ lavorazione: z.string(), wbs: z.string().nullable(), prezzo: z.number().nullable() })),
});
export type Listino = z.infer<typeof listino>;
