import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import { PERIODS } from '#contracts/core/groups.ts';
import { columnsSchema, densitySchema } from '#contracts/core/list-preferences-request.ts';
import { RELATIVE_PERIODS, VIEW_LIMITS, type ViewContents } from '#contracts/core/saved-view.ts';
import type { Filters } from '#projections/registers/register.queries.ts';
import { isData } from '#services/registers/body.ts';

const text = (max: number) => z.string({ error: 'Serve un testo' }).max(max, { error: `Al massimo ${max} caratteri` });

/** Schema of a view's contents, for any list. Names of fields and columns are checked by the list itself. */
export const contentsSchema = z.strictObject({
  cerca: text(200).trim().default(''),
  filtri: z.record(text(80), z.unknown()).default({}),
  interruttori: z.record(text(40), text(200)).default({}),
  ordina: text(80).default(''),
  colonne: columnsSchema.optional(),
  gruppo: text(100).default(''),
  densita: densitySchema.optional(),
});

export const refuse = (campo: string, messaggio: string): DomainError =>
  new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo, messaggio }] });

/** Throws `TROPPO_GRANDE` for contents above the size limit of a view. */
export function checkSize({ filtri, colonne, interruttori, gruppo, densita }: ViewContents): void {
  if (Buffer.byteLength(JSON.stringify({ filtri, colonne, interruttori, gruppo, densita })) > VIEW_LIMITS.bytes)
    throw new DomainError('TROPPO_GRANDE', { message: `Una vista occupa al massimo ${VIEW_LIMITS.bytes} byte.` });
}

/** Returns the filters of a view in the form of a list request, with relative days resolved. */
export const conditionsOn = (filtri: ViewContents['filtri'], today: string): Filters =>
  Object.fromEntries(Object.entries(filtri).map(([name, condition]) => [name, withDays(name, condition, today)])) as Filters;

/** Throws 400 for a column that the list does not have. */
export function checkColumns(columns: ViewContents['colonne'], isColumn: (name: string) => boolean): void {
  const { ordine = [], visibili = {}, larghezze = {}, bloccate = [] } = columns ?? {};
  const unknown = [...ordine, ...Object.keys(visibili), ...Object.keys(larghezze), ...bloccate].find((name) => !isColumn(name));
  if (unknown !== undefined) throw refuse('colonne', `Colonna sconosciuta: ${unknown}`);
}

/** Returns a filter in the form of a list request; days relative to today become dates. */
function withDays(name: string, condition: unknown, today: string): unknown {
  if (!isData(condition) || !Object.hasOwn(condition, 'periodo')) return condition;
  const { periodo, ...others } = condition;
  if (!RELATIVE_PERIODS.some((one) => one === periodo))
    throw refuse(name, `Periodo sconosciuto: serve uno fra ${RELATIVE_PERIODS.join(', ')}`);
  return { da: today, a: today, ...others };
}

/** Returns the column by which a view is grouped, with the period for a date column. Throws 400 for an unknown period. */
export function groupingOf(text: string): { field: string; period?: (typeof PERIODS)[number] } {
  const [field = '', word] = text.split(':');
  const period = PERIODS.find((one) => one === word);
  if (word !== undefined && period === undefined)
    throw refuse('gruppo', `Serve un campo, per una data anche campo:${PERIODS.join(', campo:')}`);
  return { field, ...(period === undefined ? {} : { period }) };
}
