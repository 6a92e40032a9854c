import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { MultiField, RefField } from '#contracts/core/fields.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { choiceFields } from '#contracts/core/choices.ts';
import { api } from '../lib/api-client.ts';
import type { LoadOptions, Option } from '../ui/inputs/options.ts';
import type { Row } from './row.ts';
import { registerKeys } from './keys.ts';

/** Choices shown at once; more typing narrows them. */
const CHOICES = 50;

type Selector = Pick<RefField, 'register' | 'value'> & { show?: readonly string[] };

/** The records a selector proposes for what is typed, asked of the server. */
export function loadSelector(catalogue: Catalogue, client: QueryClient, field: RefField | MultiField): LoadOptions {
  return async (query) => {
    const rows = await client.fetchQuery(selectorOptions(catalogue, field, { cerca: query.trim() }));
    return distinct(rows.map((row) => optionOf(catalogue, field, row)));
  };
}

/** The record behind the present value, for the words beside it. */
export function selectedOptions(catalogue: Catalogue, field: RefField, value: string | null) {
  return {
    ...selectorOptions(catalogue, field, { filtri: JSON.stringify({ [field.value]: value }) }),
    enabled: value !== null && field.show.some((name) => name !== field.value),
  };
}

/** The register's own order, where it is one of what a selector tells. */
function orderOf(catalogue: Catalogue, def: AnyRegister | undefined, value: string): string {
  return def && choiceFields(catalogue, def).includes(def.list.sort.replace(/^-/, '')) ? def.list.sort : value;
}

function selectorOptions(catalogue: Catalogue, field: Selector, query: Readonly<Record<string, string>>) {
  const asked = {
    scelta: 1,
    pagina: 1,
    righe: CHOICES,
    ordina: orderOf(catalogue, catalogue.register(field.register), field.value),
    ...query,
  };
  return queryOptions({
    queryKey: registerKeys.options(field.register, asked),
    queryFn: async ({ signal }) => (await api.get<{ data: Row[] }>(`/api/${field.register}`, { query: asked, signal })).data,
    staleTime: 30_000,
    retry: false,
  });
}

/**
 * The value, and beside it the other fields by which people know the record. A value that nobody
 * knows a record by (a number) is not shown: 'Nome - Telefono' stands for it.
 */
export function optionOf(catalogue: Catalogue, field: Selector, row: Row): Option {
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

/** A record with a colour of its own is known by it too. */
function colorOf(def: AnyRegister | undefined, row: Row): Pick<Option, 'color'> {
  const field = Object.entries(def?.fields ?? {}).find(([, { kind }]) => kind === 'color')?.[0];
  const color = field === undefined ? null : row[field];
  return typeof color === 'string' ? { color } : {};
}

/** All of them, asked once: for the names beside codes. */
export function choicesOptions(def: AnyRegister) {
  return queryOptions({
    queryKey: registerKeys.options(def.path, { tutti: true }),
    queryFn: async ({ signal }) => (await api.get<{ data: Row[] }>(`/api/${def.path}`, { query: { scelta: 1 }, signal })).data,
    staleTime: 300_000,
    retry: false,
  });
}

/** The record that a selector's value names; `null` when nobody is called so. */
export async function namedRecord(
  catalogue: Catalogue,
  client: QueryClient,
  field: Pick<RefField, 'register' | 'value'>,
  value: unknown,
): Promise<Row | null> {
  if (typeof value !== 'string' || value === '') return null;
  const rows = await client.fetchQuery(selectorOptions(catalogue, field, { filtri: JSON.stringify({ [field.value]: value }) }));
  return rows[0] ?? null;
}

/** Two records can hold the same text (a tipologia written twice): one choice. */
function distinct(options: readonly Option[]): Option[] {
  return [...new Map(options.filter((o) => o.value !== '').map((o) => [o.value, o])).values()];
}
