import type { Row } from '#web/registers/row.ts';

type Filter = unknown;

/** A page of a list, as the portal's list call answers it; `null` where it asks for what only the portal knows. */
export function localList(rows: readonly Row[], query: URLSearchParams): { data: Row[]; totale: number } | null {
  const filters = parseFilters(query.get('filtri'));
  if (filters === null) return null;
  const columns = new Set(rows.flatMap((row) => Object.keys(row)));
  // with rows of this register none of which has it, it is the name of a set
  if (rows.length > 0 && Object.keys(filters).some((name) => !columns.has(name))) return null;
  const words = (query.get('cerca') ?? '').toLocaleLowerCase('it').split(/\s+/).filter(Boolean);
  const matches = rows.filter(
    (row) =>
      Object.entries(filters).every(([name, filter]) => passes(row[name] ?? null, filter)) && words.every((word) => mentions(row, word)),
  );
  const sorted = order(matches, query.get('ordina') ?? '');
  const size = Number(query.get('righe') ?? matches.length) || 1;
  const from = (Number(query.get('pagina') ?? 1) - 1) * size;
  return { data: sorted.slice(from, from + size), totale: matches.length };
}

function parseFilters(text: string | null): Record<string, Filter> | null {
  try {
    return text === null ? {} : (JSON.parse(text) as Record<string, Filter>);
  } catch {
    return null;
  }
}

function passes(value: string | number | null, filter: Filter): boolean {
  if (Array.isArray(filter)) return filter.some((one) => passes(value, one));
  if (typeof filter !== 'object' || filter === null) return String(value ?? '') === String(filter ?? '');
  const { da, a } = filter as { da?: string | number | null; a?: string | number | null };
  if (value === null) return (da ?? null) === null && (a ?? null) === null;
  return ((da ?? null) === null || compare(value, da!) >= 0) && ((a ?? null) === null || compare(value, a!) <= 0);
}

const mentions = (row: Row, word: string): boolean =>
  Object.values(row).some((value) => typeof value === 'string' && value.toLocaleLowerCase('it').includes(word));

function order(rows: readonly Row[], by: string): Row[] {
  const name = by.replace(/^-/, '');
  const sign = by.startsWith('-') ? -1 : 1;
  if (name === '') return [...rows];
  return rows.toSorted((one, other) => {
    const [a, b] = [one[name] ?? null, other[name] ?? null];
    // what is empty stands last, whichever way
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b);
  });
}

const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other), 'it', { numeric: true });
