import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { codesOf } from '#contracts/modules/scadenze/document-kind.ts';
import { mansioni } from '#contracts/registers/mansioni.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import type { requisiti } from '#contracts/registers/requisiti.ts';
import type { RowOf } from '#web/registers/row.ts';
import { allOptions } from '#web/registers/register.api.ts';

/** Option for a requirement of every site. */
export const EVERY_SITE = { value: '*', label: 'Ogni cantiere' } as const;

/** Names shown instead of codes and numbers. */
export interface Names {
  kinds: readonly RowOf<typeof tipiDocumento>[];
  /** "Carta di Identita o Patente" */
  kindsOf(row: Pick<RowOf<typeof requisiti>, 'soggetto' | 'tipo_documento'>): string;
  roleOf(id: unknown): string | null;
}

const NONE: readonly never[] = [];

export function useNames(): Names {
  const { data: kinds = NONE } = useQuery(allOptions(tipiDocumento, {}, 'ordine'));
  const { data: roles = NONE } = useQuery(allOptions(mansioni));
  return useMemo(() => {
    const names = new Map(kinds.map((kind) => [`${String(kind.soggetto)}/${String(kind.codice)}`, String(kind.nome)]));
    const descriptions = new Map(roles.map((role) => [String(role.id), String(role.descrizione)]));
    return {
      kinds,
      kindsOf: (row) =>
        codesOf(row.tipo_documento)
          .map((code) => names.get(`${String(row.soggetto)}/${code}`) ?? code)
          .join(' o '),
      roleOf: (id) => (id === null || id === undefined ? null : (descriptions.get(String(id)) ?? String(id))),
    };
  }, [kinds, roles]);
}
