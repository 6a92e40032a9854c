import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { MultiField, RefField } from '#contracts/core/fields.ts';
import { register } from '#contracts/registers/index.ts';
import { api } from '../lib/api-client.ts';
import type { LoadOptions, Option } from '../ui/inputs/options.ts';
import type { Row } from './row.ts';
import { registerKeys } from './keys.ts';

/** Choices shown at once; more typing narrows them. */
const CHOICES = 50;

type Selector = Pick<RefField, 'register' | 'value'> & { show?: readonly string[] };

/** The records a selector proposes for what is typed, asked of the server. */
export function loadSelector(client: QueryClient, field: RefField | MultiField): LoadOptions {
  return async (query) => {
    const rows = await client.fetchQuery(selectorOptions(field, { cerca: query.trim() }));
    return distinct(rows.map((row) => optionOf(field, row)));
  };
}

/** The record behind the present value, for the words beside it. */
export function selectedOptions(field: RefField, value: string | null) {
  return {
    ...selectorOptions(field, { filtri: JSON.stringify({ [field.value]: value }) }),
    enabled: value !== null && field.show.some((name) => name !== field.value),
  };
}

function selectorOptions(field: Selector, query: Readonly<Record<string, string>>) {
  const asked = { pagina: 1, righe: CHOICES, ordina: register(field.register)?.list.sort ?? field.value, ...query };
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
export function optionOf(field: Selector, row: Row): Option {
  const value = String(row[field.value] ?? '');
  const show = field.show ?? [field.value];
  const words = show
    .filter((name) => name !== field.value)
    .map((name) => row[name])
    .filter(Boolean)
    .map(String);
  const color = colorOf(field.register, row);
  if (show.includes(field.value)) return { value, ...(words.length > 0 ? { detail: words.join(' ') } : {}), ...color };
  const [label = value, ...others] = words;
  return { value, label, ...(others.length > 0 ? { detail: `- ${others.join(' ')}` } : {}), ...color };
}

/** A record with a colour of its own is known by it too. */
function colorOf(path: string, row: Row): Pick<Option, 'color'> {
  const field = Object.entries(register(path)?.fields ?? {}).find(([, { kind }]) => kind === 'color')?.[0];
  const color = field === undefined ? null : row[field];
  return typeof color === 'string' ? { color } : {};
}

/** The record that a selector's value names; `null` when nobody is called so. */
export async function namedRecord(client: QueryClient, field: Pick<RefField, 'register' | 'value'>, value: unknown): Promise<Row | null> {
  if (typeof value !== 'string' || value === '') return null;
  const rows = await client.fetchQuery(selectorOptions(field, { filtri: JSON.stringify({ [field.value]: value }) }));
  return rows[0] ?? null;
}

/** Two records can hold the same text (a tipologia written twice): one choice. */
function distinct(options: readonly Option[]): Option[] {
  return [...new Map(options.filter((o) => o.value !== '').map((o) => [o.value, o])).values()];
}
