import { z } from 'zod';

const matricola = z
  .string({ error: 'Serve la matricola' })
  .trim()
  .min(1, { error: 'Serve la matricola' })
  .max(30, { error: 'Al massimo 30 caratteri' });

/** Query of `GET api/personale/dimentica`. */
export const forgetQuery = z.object({ matricola });

/** Body of `POST api/personale/dimentica`. */
export const forgetRequest = z.object(
  {
    matricola,
    motivo: z
      .string({ error: 'Serve il motivo' })
      .trim()
      .min(1, { error: 'Serve il motivo' })
      .max(500, { error: 'Al massimo 500 caratteri' })
      // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
      .refine((value) => !/[\u0000-\u001F\u007F-\u009F]/.test(value), { error: 'Contiene caratteri di controllo' }),
    forzata: z.union([z.literal(0), z.literal(1)], { error: 'Serve 0 oppure 1' }).default(0),
  },
  { error: 'Servono matricola e motivo' },
);
