import { z } from 'zod';
import { daySchema } from '../core/request-schema.ts';
import { OPERAZIONI, type Operation } from './analisi.ts';

const MAX_VALUES = 1000;

/**
 * Parses the values of a list parameter, which may be repeated or joined by commas. Each value is plain or quoted (`'A','B'`). A quote
 * inside a quoted value may be doubled; a value with a comma must be quoted.
 */
export function listValues(parameter: unknown): string[] {
  const texts = Array.isArray(parameter) ? parameter.map(String) : typeof parameter === 'string' ? [parameter] : [];
  const values = texts.flatMap((text) =>
    [...text.matchAll(/\s*(?:'((?:[^']|'(?!\s*(?:,|$)))*)'|"((?:[^"]|"(?!\s*(?:,|$)))*)"|([^,]*))\s*(?:,|$)/g)].map(
      ([, single, double, plain = '']) => single?.replaceAll("''", "'") ?? double?.replaceAll('""', '"') ?? plain.trim(),
    ),
  );
  return [...new Set(values.filter((value) => value !== ''))];
}

const list = z.preprocess(listValues, z.array(z.string()).max(MAX_VALUES, { error: `Al massimo ${MAX_VALUES} valori` }));
const isOperation = (name: unknown): name is Operation => typeof name === 'string' && Object.hasOwn(OPERAZIONI, name);

/** Query of `GET api/analysis`. `utente` is taken from the session, whatever the query says. */
export const analysisRequest = z
  .object({
    operazione: z.preprocess(
      (v) => (v === undefined ? [] : Array.isArray(v) ? v : [v]),
      z
        .array(z.custom<Operation>(isOperation, { error: 'Operazione sconosciuta' }))
        .min(1, { error: "Serve l'operazione" })
        .max(60, { error: 'Al massimo 60 operazioni' }),
    ),
    dal: daySchema,
    al: daySchema,
    lav: list,
    can: list,
    wbs: list,
    /** Sites to which every operation is restricted, in addition to the other lists. */
    commessa: list,
  })
  .refine(({ dal, al }) => dal <= al, { path: ['al'], error: 'Il periodo finisce prima di cominciare' });
export type AnalysisRequest = z.infer<typeof analysisRequest>;
