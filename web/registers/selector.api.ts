import type { NameOf } from '#contracts/core/typed-record.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { MultiField, RefField } from '#contracts/core/fields.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { choiceFields } from '#contracts/core/choices.ts';
import { api } from '../lib/api-client.ts';
import type { LoadOptions, Option } from '../ui/inputs/options.ts';
import type { RowOf } from './row.ts';
import { registerKeys } from './keys.ts';

/** Maximum of choices requested at once; more typing narrows them. */
const CHOICES = 50;

/** Row of a selector's choice: key, name and the fields that references show, see `choiceFields`. */
export type ChosenRow<D extends AnyRegister = AnyRegister> = Partial<RowOf<D>>;

type Selector = Pick<RefField, 'register' | 'value'> & { show?: readonly string[] };

/** Returns a function that requests the choices of a selector for a typed text. */
export function loadSelector(catalogue: Catalogue, client: QueryClient, field: RefField | MultiField): LoadOptions {
  return async (query) => {
    const rows = await client.fetchQuery(selectorOptions(catalogue, field, { cerca: query.trim() }));
    return distinct(rows.map((row) => optionOf(catalogue, field, row)));
  };
}

/** Query for the record of a selector's current value, whose further fields are shown beside the value. */
export function selectedOptions(catalogue: Catalogue, field: RefField, value: string | null) {
  return {
    ...selectorOptions(catalogue, field, { filtri: JSON.stringify({ [field.value]: value }) }),
    enabled: value !== null && field.show.some((name) => name !== field.value),
  };
}

/** Returns the sort order of the choices: the register's own if a selector may read that field, else by the value. */
function orderOf(catalogue: Catalogue, def: AnyRegister | undefined, value: string): string {
  return def && choiceFields(catalogue, def).includes(def.list.sort.replace(/^-/, '')) ? def.list.sort : value;
}

function selectorOptions(catalogue: Catalogue, field: Selector, query: Readonly<Record<string, string>>) {
  const listQuery = {
    scelta: 1,
    pagina: 1,
    righe: CHOICES,
    ordina: orderOf(catalogue, catalogue.register(field.register), field.value),
    ...query,
  };
  return queryOptions({
    queryKey: registerKeys.options(field.register, listQuery),
    queryFn: async ({ signal }) => (await api.get<{ data: ChosenRow[] }>(`/api/${field.register}`, { query: listQuery, signal })).data,
    staleTime: 30_000,
    retry: false,
  });
}

/**
 * Returns a record as a choice: the value, with the record's other known fields beside it. A value that means nothing to people (a number)
 * is replaced by those fields: 'Nome - Telefono'.
 */
export function optionOf(catalogue: Catalogue, field: Selector, row: ChosenRow): Option {
  const value = String(row[field.value] ?? '');
  const show = field.show ?? [field.value];
  const words = show
    .filter((name) => name !== field.value)
    .map((name) => row[name])
    .filter(Boolean)
    .map(String);
  const color = colorOf(catalogue.register(field.register), row);
  if (show.includes(field.value)) return { value, ...(words.length > 0 ? { detail: words.join(' ') } : {}), ...color };
  const [label = value, ...others] = words;
  return { value, label, ...(others.length > 0 ? { detail: `- ${others.join(' ')}` } : {}), ...color };
}

/** Returns the colour of a record that has a colour field. */
function colorOf(def: AnyRegister | undefined, row: ChosenRow): Pick<Option, 'color'> {
  const field = Object.entries(def?.fields ?? {}).find(([, { kind }]) => kind === 'color')?.[0];
  const color = field === undefined ? null : row[field];
  return typeof color === 'string' ? { color } : {};
}

/** Query for all choices of a register, cached for five minutes, for the names beside codes. */
export function choicesOptions<D extends AnyRegister>(def: D) {
  return queryOptions({
    queryKey: registerKeys.options(def.path, { tutti: true }),
    queryFn: async ({ signal }) => (await api.get<{ data: ChosenRow<D>[] }>(`/api/${def.path}`, { query: { scelta: 1 }, signal })).data,
    staleTime: 300_000,
    retry: false,
  });
}

/** Finds the record that a selector's value names; resolves to `null` if there is none. */
export async function namedRecord<D extends AnyRegister>(
  catalogue: Catalogue,
  client: QueryClient,
  { register, value: name }: { register: D; value: NameOf<D> },
  value: unknown,
): Promise<ChosenRow<D> | null> {
  if (typeof value !== 'string' || value === '') return null;
  const field = { register: register.path, value: name };
  const rows = await client.fetchQuery(selectorOptions(catalogue, field, { filtri: JSON.stringify({ [name]: value }) }));
  return (rows[0] as ChosenRow<D> | undefined) ?? null;
}

/** Removes empty and repeated values: two records may have the same text. */
function distinct(options: readonly Option[]): Option[] {
  return [...new Map(options.filter((o) => o.value !== '').map((o) => [o.value, o])).values()];
}
