import { z } from 'zod';
import { daySchema } from '../../core/request-schema.ts';
import { FIGURES } from './answer.ts';

export const text = (error: string) => z.string({ error }).max(255, { error });
const only = text('Serve un solo valore').optional();
const MAX_DAYS = 366 * 50;
export const ORDERED_PERIOD = { path: ['al'], error: 'Il periodo finisce prima di cominciare' };
export const SHORT_PERIOD = { path: ['al'], error: 'Al massimo cinquant’anni' };
export const isOrdered = ({ dal, al }: { dal: string; al: string }): boolean => dal <= al;
export const isShort = ({ dal, al }: { dal: string; al: string }): boolean => (Date.parse(al) - Date.parse(dal)) / 86_400_000 <= MAX_DAYS;

/** Query of `GET api/cantieri/andamento`: one site with `commessa`, otherwise all sites with a row each. */
export const andamentoRequest = z
  .object({ commessa: text('Serve una commessa').optional(), dal: daySchema, al: daySchema })
  .refine(isOrdered, ORDERED_PERIOD)
  .refine(isShort, SHORT_PERIOD);

/**
 * Query of `GET api/cantieri/andamento/righe`. The other parameters select a part of the production; an empty one selects lines without
 * that value.
 */
export const righeRequest = z
  .object({
    commessa: text('Serve una commessa'),
    voce: z.enum(FIGURES, { error: `Serve una fra: ${FIGURES.join(', ')}` }),
    dal: daySchema,
    al: daySchema,
    lavorazione: only,
    wbs: only,
    operatore: only,
    attrezzatura: only,
    unita: only,
  })
  .refine(isOrdered, ORDERED_PERIOD)
  .refine(isShort, SHORT_PERIOD);
export type RigheRequest = z.infer<typeof righeRequest>;
