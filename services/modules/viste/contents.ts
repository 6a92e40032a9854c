import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { PERIODS } from '#contracts/core/groups.ts';
import { columnsSchema, densitySchema } from '#contracts/core/list-preferences-request.ts';
import { isListColumn, RELATIVE_PERIODS, VIEW_LIMITS, type ViewContents } from '#contracts/core/saved-view.ts';
import { checkGrouping } from '#projections/registers/groups.queries.ts';
import { wholeList, type Filters } from '#projections/registers/register.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { isData } from '#services/registers/body.ts';

const text = (max: number) => z.string({ error: 'Serve un testo' }).max(max, { error: `Al massimo ${max} caratteri` });

/** Contents of a view, of any list. What they name is checked by `checkContents`. */
export const contentsSchema = z.strictObject({
  cerca: text(200).trim().default(''),
  filtri: z.record(text(80), z.unknown()).default({}),
  interruttori: z.record(text(40), text(200)).default({}),
  ordina: text(80).default(''),
  colonne: columnsSchema.optional(),
  gruppo: text(100).default(''),
  densita: densitySchema.optional(),
});

const refuse = (campo: string, messaggio: string): DomainError =>
  new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo, messaggio }] });

/**
 * Refuses contents that name a field, an operator or a column that the register's list does not have, with the name. The list's own
 * functions judge order, filters and grouping, as if the list were asked for.
 */
export function checkContents(
  catalogue: Dependencies['catalogue'],
  def: AnyRegister,
  { cerca, filtri, ordina, colonne, gruppo, ...others }: ViewContents,
  today: string,
): void {
  if (Buffer.byteLength(JSON.stringify({ filtri, colonne, ...others })) > VIEW_LIMITS.bytes)
    throw new DomainError('TROPPO_GRANDE', { message: `Una vista occupa al massimo ${VIEW_LIMITS.bytes} byte.` });
  const asked = Object.fromEntries(Object.entries(filtri).map(([name, condition]) => [name, withDays(name, condition, today)])) as Filters;
  wholeList(catalogue, def, { scope: 'all', utente: '', filtri: asked, cerca, ...(ordina === '' ? {} : { ordina }) }, today);
  if (gruppo !== '') checkGrouping(def, groupingOf(gruppo));
  const { ordine = [], visibili = {}, larghezze = {}, bloccate = [] } = colonne ?? {};
  const named = [...ordine, ...Object.keys(visibili), ...Object.keys(larghezze), ...bloccate];
  const unknown = named.find((name) => !isListColumn(def, catalogue.computedOf(def), name));
  if (unknown !== undefined) throw refuse('colonne', `Colonna sconosciuta: ${unknown}`);
}

/** Returns a condition as the list's call takes it: for days relative to today, a day. */
function withDays(name: string, condition: unknown, today: string): unknown {
  if (!isData(condition) || !Object.hasOwn(condition, 'periodo')) return condition;
  const { periodo, ...others } = condition;
  if (!RELATIVE_PERIODS.some((one) => one === periodo))
    throw refuse(name, `Periodo sconosciuto: serve uno fra ${RELATIVE_PERIODS.join(', ')}`);
  return { da: today, a: today, ...others };
}

function groupingOf(text: string): { field: string; period?: (typeof PERIODS)[number] } {
  const [field = '', word] = text.split(':');
  const period = PERIODS.find((one) => one === word);
  if (word !== undefined && period === undefined)
    throw refuse('gruppo', `Serve un campo, per una data anche campo:${PERIODS.join(', campo:')}`);
  return { field, ...(period === undefined ? {} : { period }) };
}
