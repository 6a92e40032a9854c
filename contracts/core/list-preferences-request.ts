import { z } from 'zod';
import { COLUMN_WIDTHS, DENSITIES, type Preference, type WireColumns } from './list-preferences.ts';

const column = z.string().min(1).max(80);
const columns = z.array(column).max(200);

export const columnsSchema: z.ZodType<WireColumns> = z.strictObject({
  ordine: columns.default([]),
  visibili: z.record(column, z.boolean()).default({}),
  larghezze: z.record(column, z.number().min(COLUMN_WIDTHS.min).max(COLUMN_WIDTHS.max)).default({}),
  bloccate: columns.default([]),
});

export const densitySchema = z.enum(DENSITIES);

export const preferenceSchema: z.ZodType<Preference> = z.strictObject({
  colonne: columnsSchema.optional(),
  densita: densitySchema.optional(),
});

/** Name of a list for which something is kept. */
export const listName = z
  .string({ error: 'Serve il nome di un elenco' })
  .regex(/^[A-Za-z0-9_.-]{1,80}$/, { error: 'Serve il nome di un elenco' });
