import { z } from 'zod';
import { daySchema } from '#contracts/core/request-schema.ts';

/** Maximum number of workers, and of machines, in a dossier that a job builds. */
const MOST = 200;
/** Maximum number of workers and machines together in a dossier that is computed within a request. */
const MOST_AT_ONCE = 50;

const visible = (text: string) => !/[\p{Cc}\p{Cf}]/u.test(text);
const name = z
  .union([z.string(), z.number().transform(String)], { error: 'Serve una matricola' })
  .transform((text) => text.trim().normalize('NFC'))
  .refine((text) => text !== '' && text.length <= 50 && visible(text), { error: 'Serve una matricola' });
/** Schema of a query parameter or body field with no, one or several matricole; duplicates are removed. */
const names = z.preprocess(
  (value) => (value === undefined || value === null || value === '' ? [] : Array.isArray(value) ? value : [value]),
  z
    .array(name)
    .max(MOST, { error: `Al massimo ${MOST} per volta` })
    .transform((all) => [...new Set(all)]),
);
const day = z.preprocess((value) => (value === '' || value === null ? undefined : value), daySchema.optional());
const commessa = z.string({ error: 'Manca Commessa' });
const recipient = z
  .string({ error: 'Serve un testo' })
  .trim()
  .max(200, { error: 'Al massimo 200 caratteri' })
  .refine(visible, { error: 'Il testo ha caratteri non ammessi' })
  .nullish()
  .transform((text) => text || null);

export const dossierBody = z.object({
  commessa,
  lavoratori: names,
  macchinari: names,
  giorno: day,
  sanitari: z.union([z.literal(0), z.literal(1)], { error: 'Serve 0 oppure 1' }).default(0),
  destinatario: recipient,
});
export type DossierBody = z.output<typeof dossierBody>;

export const dossierQuery = z
  .object({ commessa, lavoratore: names, macchina: names, giorno: day })
  .refine(({ lavoratore, macchina }) => lavoratore.length + macchina.length <= MOST_AT_ONCE, {
    path: ['lavoratore'],
    error: `Al massimo ${MOST_AT_ONCE} nomi per volta: per di più c’è il dossier in zip`,
  });
