import type { Kysely, NotNull } from 'kysely';
import { OTHER_KINDS, type BoardSubject } from '#contracts/modules/scadenze/board.ts';
import { SPECIFIED_KINDS } from '#contracts/modules/scadenze/default-kinds.ts';
import { codesOf } from '#contracts/modules/scadenze/document-kind.ts';
import type { ReadDatabase } from '../database.ts';
import type { Column } from '../engine/columns.ts';
import { jsonRows } from '../json-rows.ts';
import { LIVE } from '../registers/register.table.ts';
import { eb, firstCode, type RowAlias } from './board-aliases.ts';

/** A kind of due item, as the board shows it. */
export interface BoardKind {
  soggetto: BoardSubject;
  codice: string;
  nome: string;
  responsabile: string | null;
  sanitario: 0 | 1;
  blocca: 0 | 1;
}

export interface BoardKinds {
  all: readonly BoardKind[];
  /** Returns the kind of a row. If one of several kinds meets the requirement, the name joins the names of all. */
  of(soggetto: BoardSubject, tipo: string): Omit<BoardKind, 'soggetto' | 'codice' | 'blocca'>;
}

const key = (soggetto: string, codice: string): string => `${soggetto}/${codice}`;

/** Returns the kinds of the register, default kinds that the register lacks, and due items that are no documents. */
export async function boardKinds(db: Kysely<ReadDatabase>): Promise<BoardKinds> {
  const rows = await db
    .selectFrom('tipi_documento')
    .select(({ fn, lit }) => [
      'soggetto',
      'codice',
      'nome',
      'responsabile',
      fn.coalesce('sanitario', lit(0)).as('sanitario'),
      fn.coalesce('blocca', lit(0)).as('blocca'),
    ])
    .where(LIVE)
    .where('soggetto', 'is not', null)
    .where('codice', 'is not', null)
    .orderBy('ordine', (order) => order.asc().nullsLast())
    .orderBy('id')
    .$narrowType<{ soggetto: BoardSubject; codice: NotNull; nome: NotNull }>()
    .execute();
  const kinds = new Map<string, BoardKind>();
  const plain = { responsabile: null, sanitario: 0, blocca: 0 } as const;
  for (const { soggetto, codice, nome, sanitario, blocca } of SPECIFIED_KINDS)
    kinds.set(key(soggetto, codice), { soggetto, codice, nome, responsabile: null, sanitario: sanitario ? 1 : 0, blocca: blocca ? 1 : 0 });
  for (const row of rows) kinds.set(key(row.soggetto, row.codice), row);
  for (const one of OTHER_KINDS) kinds.set(key(one.soggetto, one.codice), { ...one, ...plain });
  return {
    all: [...kinds.values()],
    of(soggetto, tipo) {
      const found = codesOf(tipo).map((codice) => kinds.get(key(soggetto, codice)) ?? { nome: codice, ...plain });
      return {
        nome: found.map(({ nome }) => nome).join(' o '),
        responsabile: found[0]?.responsabile ?? null,
        sanitario: found.some(({ sanitario }) => sanitario === 1) ? 1 : 0,
      };
    },
  };
}

const KIND_COLUMNS: readonly Column[] = [
  { name: 'soggetto', type: 'text' },
  { name: 'codice', type: 'text' },
  { name: 'nome', type: 'text' },
  { name: 'responsabile', type: 'text' },
];

/** Table `k` of the kinds. */
export const kindTable = ({ all }: BoardKinds) =>
  jsonRows(
    all.map(({ soggetto, codice, nome, responsabile }) => ({ soggetto, codice, nome, responsabile })),
    'k',
    KIND_COLUMNS,
  );

/** Selects the first kind `k` of a row. */
export const firstKind = (row: RowAlias, kinds: BoardKinds) =>
  eb
    .selectFrom(kindTable(kinds))
    .whereRef('k.soggetto', '=', `${row}.soggetto`)
    .where((of) => of('k.codice', '=', firstCode(row)))
    .limit(eb.lit(1));
