import { z } from 'zod';
import { conditionsSchema, daySchema, ifNotEmpty } from '../../core/request-schema.ts';
import { BOARD_ORDERS } from './board-orders.ts';
import { BOARD_SUBJECTS, GRUPPI, type BoardSubject } from './board.ts';
import { FASCE } from './due-date.ts';

const text = (max: number) =>
  z
    .string({ error: 'Serve un testo' })
    .trim()
    .max(max, { error: `Al massimo ${max} caratteri` })
    .refine((v) => !v.includes('\u0000'), { error: 'Contiene caratteri di controllo' });
const subject = z.enum(BOARD_SUBJECTS as readonly [BoardSubject, ...BoardSubject[]], {
  error: `Serve uno fra ${BOARD_SUBJECTS.join(', ')}`,
});

/** Filters of the board of due dates. */
export const boardFilters = z.object({
  fascia: ifNotEmpty(z.enum(FASCE, { error: `Serve una fra ${FASCE.join(', ')}` })),
  soggetto: ifNotEmpty(subject),
  /** Key of a record; only together with `soggetto`. */
  id: ifNotEmpty(text(100)),
  tipo: ifNotEmpty(text(300)),
  cantiere: ifNotEmpty(text(100)),
  responsabile: ifNotEmpty(text(100)),
  cerca: ifNotEmpty(text(200)),
  /** `1` includes rows of closed records. */
  chiusi: ifNotEmpty(z.coerce.string().pipe(z.enum(['0', '1'], { error: 'Serve 0 o 1' }))),
  /** Day for which the board is computed. */
  giorno: ifNotEmpty(daySchema),
  /** First and last due day, both included. */
  dal: ifNotEmpty(daySchema),
  al: ifNotEmpty(daySchema),
  /** Conditions on columns as JSON, in the shape of any list's. Columns and values are checked where they are read. */
  filtri: ifNotEmpty(conditionsSchema),
});
export type BoardFilters = z.infer<typeof boardFilters>;

export const boardOrder = ifNotEmpty(
  z.string({ error: 'Serve un campo' }).refine((v) => (BOARD_ORDERS as readonly string[]).includes(v.replace(/^-/, '')), {
    error: `Serve uno fra ${BOARD_ORDERS.join(', ')}`,
  }),
);

export const boardGroup = ifNotEmpty(z.enum(GRUPPI, { error: `Serve uno fra ${GRUPPI.join(', ')}` }));

/** Body of `POST api/scadenze/visto`. */
export const seenRequest = z.object(
  {
    soggetto: subject,
    id: z.union([text(100).min(1, { error: 'Campo obbligatorio' }), z.int()], { error: 'Serve la chiave del record' }),
    tipo: text(300).min(1, { error: 'Campo obbligatorio' }),
    /** For maintenance: the item; if absent, all items of the machine. */
    voce: z.union([z.null(), text(255)], { error: 'Serve un testo' }).optional(),
    fino: daySchema,
  },
  { error: 'Serve un oggetto con soggetto, id, tipo e fino' },
);
