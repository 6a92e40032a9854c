import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { missingCodes, requiredOf, type Requirement } from '#contracts/modules/scadenze/required.ts';
import { expiryField } from '#contracts/core/added-fields.ts';
import { personale } from '#contracts/registers/personale.ts';
import { requisiti } from '#contracts/registers/requisiti.ts';
import { useToday } from '#web/modules/scadenze/kinds.ts';
import type { Row, RowOf } from '#web/registers/row.ts';
import { allOptions } from '#web/registers/register.api.ts';

export type WorkerRow = RowOf<typeof personale>;

/** Workers' definition with the current document kinds, and the requirements. */
export interface DocumentRules {
  def: typeof personale;
  /** Requirements; `null` while unknown: then every absent document counts as missing. */
  requirements: readonly Requirement[] | null;
}

export const NOTHING_KNOWN: DocumentRules = { def: personale, requirements: null };

const asRequirement = (row: RowOf<typeof requisiti>): Requirement => row as unknown as Requirement;

/** Returns definition and requirements; the result keeps its identity while neither changes. */
export function useDocumentRules(): DocumentRules {
  const def = useToday(personale);
  const { data } = useQuery(allOptions(requisiti, { soggetto: 'lavoratore' }, requisiti.key.field));
  return useMemo(() => ({ def, requirements: data?.map(asRequirement) ?? null }), [def, data]);
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const missingByRow = new WeakMap<DocumentRules, WeakMap<WorkerRow, ReadonlySet<string>>>();

/**
 * Returns the fields of the required documents that a worker lacks and no other document replaces; `null` while requirements are unknown.
 * Results are cached, since a list calls this for every cell.
 */
export function missingOf(row: WorkerRow, rules: DocumentRules, today: string): ReadonlySet<string> | null {
  const { requirements } = rules;
  if (requirements === null) return null;
  const rows = missingByRow.get(rules) ?? new WeakMap<WorkerRow, ReadonlySet<string>>();
  missingByRow.set(rules, rows);
  const cached = rows.get(row);
  if (cached) return cached;
  const required = requiredOf(
    { soggetto: 'lavoratore', mansione: Number(row.mansione ?? 0) || null, extra_ue: Number(row.extra_ue ?? 0) },
    requirements,
  );
  // added documents are fields of today's definition alone
  const values: Row = row;
  const missing = missingCodes(required, (codice) => ({ file: text(values[codice]), scadenza: text(values[expiryField(codice)]) }), today);
  rows.set(row, missing);
  return missing;
}
