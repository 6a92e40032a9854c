import { z } from 'zod';
import { FIRST_YEAR, LAST_YEAR } from '../../core/dates.ts';

const YEAR = `Serve un anno fra ${FIRST_YEAR} e ${LAST_YEAR}`;
const QUARTER = 'Serve un trimestre da 1 a 4';

const figures = (value: unknown): unknown => (typeof value === 'string' && /^\d{1,4}$/.test(value.trim()) ? Number(value) : value);

const quarter = {
  anno: z.preprocess(figures, z.int({ error: YEAR }).min(FIRST_YEAR, { error: YEAR }).max(LAST_YEAR, { error: YEAR })),
  trimestre: z.preprocess(figures, z.int({ error: QUARTER }).min(1, { error: QUARTER }).max(4, { error: QUARTER })),
};

/** Query of `GET api/accise/dichiarazione`. */
export const statementRequest = z.object({
  ...quarter,
  cantiere: z.string({ error: 'Serve una commessa' }).max(255).optional(),
});

/** Body of `POST api/accise/dichiarazione/chiudi`. */
export const closingRequest = z.object(quarter, { error: 'Servono anno e trimestre' });

/** Body of `POST api/accise/dichiarazione/riapri`. */
export const reopeningRequest = z.object(
  {
    ...quarter,
    motivo: z
      .string({ error: 'Serve il motivo' })
      .trim()
      .min(1, { error: 'Serve il motivo' })
      .max(500, { error: 'Al massimo 500 caratteri' })
      // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
      .refine((text) => !/[\u0000-\u001F\u007F-\u009F]/.test(text), { error: 'Contiene caratteri di controllo' }),
  },
  { error: 'Servono anno, trimestre e motivo' },
);
