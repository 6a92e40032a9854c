import { expressionBuilder, sql, type Expression, type Kysely } from 'kysely';
import { addedFields, isAdded } from '#contracts/core/added-fields.ts';
import type { Moment } from '#contracts/core/as-of.ts';
import { CHANGE_KINDS, type ChangedField, type ChangedRecord, type ChangeKind } from '#contracts/core/comparison.ts';
import { labelOf, type AnyRegister, type Values } from '#contracts/core/define-register.ts';
import type { Scope } from '#contracts/core/permissions.ts';
import { recordName } from '#contracts/core/record-name.ts';
import { RESERVED_MARK } from '#contracts/core/reserved-marks.ts';
import type { ReadCatalogue } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import { eb, rowCount, runStatement, statements } from '../database/compiled.ts';
import type { RegistersByPath } from '../read-tables.ts';
import { asOf, instant } from './as-of.ts';
import { searchConditions } from './filters.ts';
import { anyOf, keyColumn, LIVE, order, pastTable, ADDED_COLUMN, SEARCH_COLUMN, valuesColumns, sharedColumns } from './register.table.ts';
import { scopeOf } from './register.queries.ts';

export interface ComparisonRequest {
  scope: Scope;
  utente: string;
  da: Moment;
  a: Moment;
  cerca?: string;
  tipo?: ChangeKind;
}

type Row = Record<string, unknown>;
type Key = string | number;
type Db = Kysely<ReadDatabase>;

export interface Difference {
  id: Key;
  tipo: ChangeKind;
  campi: string[];
}

/** Returns a page of the records that differ between two instants, and how many there are of each kind. */
export async function compareLists(
  db: Db,
  catalogue: ReadCatalogue,
  def: AnyRegister,
  { pagina, righe, ...request }: ComparisonRequest & { pagina: number; righe: number },
): Promise<{ data: ChangedRecord[]; totale: number; conteggi: Record<ChangeKind, number> }> {
  const [conteggi, found] = await Promise.all([
    countKinds(db, catalogue, def, request),
    runStatement(
      db,
      differences(catalogue, def, request)
        .limit(righe)
        .offset((pagina - 1) * righe),
    ),
  ]);
  return { data: await inWords(db, catalogue, def, { request, found }), totale: countedOf(conteggi, request), conteggi };
}

const countedOf = (counts: Record<ChangeKind, number>, { tipo }: ComparisonRequest): number =>
  tipo ? counts[tipo] : Object.values(counts).reduce((sum, n) => sum + n, 0);

/** Counts the records that differ between two instants; with `tipo` those of one kind. */
export const countDifferences = async (db: Db, catalogue: ReadCatalogue, def: AnyRegister, request: ComparisonRequest): Promise<number> =>
  countedOf(await countKinds(db, catalogue, def, request), request);

/** Counts the records that differ between two instants, by kind; `tipo` is left aside. */
async function countKinds(
  db: Db,
  catalogue: ReadCatalogue,
  def: AnyRegister,
  request: ComparisonRequest,
): Promise<Record<ChangeKind, number>> {
  const kinds = statements
    .selectFrom(changedRecords(catalogue, def, request).as('c'))
    .select(['tipo', rowCount.as('quanti')])
    .groupBy('tipo');
  const rows = await runStatement(db, kinds);
  const of = (kind: ChangeKind): number => rows.find(({ tipo }) => tipo === kind)?.quanti ?? 0;
  return Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, of(kind)])) as Record<ChangeKind, number>;
}

/** Builds the statement of all differing records, in the order of their key: `id`, `tipo` and the names of the changed fields. */
export function differences(catalogue: ReadCatalogue, def: AnyRegister, request: ComparisonRequest) {
  const all = statements
    .selectFrom(changedRecords(catalogue, def, request).as('c'))
    .select(['id', 'tipo', 'campi'])
    .orderBy(order('id', keyColumn(def).type))
    .$castTo<Difference>();
  return request.tipo ? all.where('tipo', '=', request.tipo) : all;
}

/** Returns the fields that a comparison looks at: what is computed does not count. */
const comparedFields = (def: AnyRegister): string[] => [
  ...valuesColumns(def)
    .map(({ name }) => name)
    .filter((name) => name !== def.key.field && !def.fields[name]?.computed),
  ...addedFields(def).map(([name]) => name),
];

/** Builds expressions on the earlier (`d`) and the later (`a`) state of a record. */
const states = expressionBuilder<RegistersByPath, 'a' | 'd'>();

/** Selects what past rows have too of a row `r`, and the text that a search reads. */
const storedColumns = (def: AnyRegister) =>
  [...sharedColumns(def).map(({ name }) => name), SEARCH_COLUMN].map((name) => eb.ref(`r.${name}`).as(name));

function changedRecords(catalogue: ReadCatalogue, def: AnyRegister, request: ComparisonRequest) {
  const [was, becomes] = [`d.${def.key.field}`, `a.${def.key.field}`] as const;
  const side = ({ al }: Moment) => {
    const rows = statements.selectFrom(`${def.path} as r`).select(storedColumns(def)).where(LIVE);
    return eb.parens(asOf(catalogue, rows.where(eb.and(scopeOf(catalogue, def, request))), al));
  };
  const [added, removed] = [states(was, 'is', null), states(becomes, 'is', null)];
  const differing = comparedFields(def).map((name) =>
    states
      .case()
      .when(states(content(def, name, 'd'), 'is distinct from', content(def, name, 'a')))
      .then(states.cast<string>(states.val(name), 'text'))
      .end(),
  );
  const compared = statements
    .selectFrom(side(request.da).as('d'))
    .fullJoin(side(request.a).as('a'), becomes, was)
    .select([
      states.fn.coalesce(becomes, was).$castTo<Key>().as('id'),
      states.case().when(added).then(kind('aggiunto')).when(removed).then(kind('tolto')).else(kind('cambiato')).end().as('tipo'),
      states
        .case()
        .when(states.or([added, removed]))
        .then(texts([]))
        .else(states.fn<string[]>('array_remove', [texts(differing), states.lit(null)]))
        .end()
        .as('campi'),
      states.fn.coalesce(`a.${SEARCH_COLUMN}`, `d.${SEARCH_COLUMN}`).as(SEARCH_COLUMN),
    ])
    .where(states.or([added, removed, states('a.versione', '<>', states.ref('d.versione'))]));
  return statements
    .selectFrom(compared.as('r'))
    .select(['r.id', 'r.tipo', 'r.campi'])
    .where(({ eb: row, fn, lit, or }) =>
      or([row('r.tipo', '<>', kind('cambiato')), row(fn<number>('cardinality', ['r.campi']), '>', lit(0))]),
    )
    .where(eb.and(searchConditions(request.cerca ?? '')));
}

const kind = (name: ChangeKind) => sql.lit(name);

const texts = (values: readonly Expression<string | null>[]) => sql<string[]>`array[${sql.join(values)}]::text[]`;

/** Returns SQL of what is compared of a field; of a file also its version. */
function content(def: AnyRegister, name: string, alias: 'a' | 'd'): Expression<unknown> {
  const value: Expression<unknown> = isAdded(def, name)
    ? states.ref(`${alias}.${ADDED_COLUMN}`, '->>').key(name)
    : states.ref(`${alias}.${name}`);
  if (!isFile(def, name)) return value;
  return states.refTuple(value, states.fn('jsonb_extract_path_text', [`${alias}.archivio`, sql.lit(name), sql.lit('versione')]));
}

const isFile = ({ fields }: AnyRegister, name: string): boolean => fields[name]?.kind === 'document' || fields[name]?.kind === 'photo';

interface FoundDifferences {
  request: ComparisonRequest;
  found: readonly Difference[];
}

/** Reads names, values and the last change of each field for some of the differing records. */
export async function inWords(
  db: Db,
  catalogue: ReadCatalogue,
  def: AnyRegister,
  { request, found }: FoundDifferences,
): Promise<ChangedRecord[]> {
  if (found.length === 0) return [];
  const keys = found.map(({ id }) => id);
  const [before, after, versions] = await Promise.all([
    rowsAt(db, catalogue, def, { keys, at: request.da.al }),
    rowsAt(db, catalogue, def, { keys, at: request.a.al }),
    versionsBetween(db, def, keys, request),
  ]);
  const [parentsBefore, parentsAfter] = await Promise.all([
    parentsOf(db, catalogue, def, { rows: before, at: request.da.al }),
    parentsOf(db, catalogue, def, { rows: after, at: request.a.al }),
  ]);
  return found.map(({ id, tipo, campi }) => {
    const [was, becomes] = [before.get(String(id)), after.get(String(id))];
    const row = becomes ?? was ?? {};
    const parents = becomes ? parentsAfter : parentsBefore;
    const above = def.parent && parents.get(String(row[def.parent.field]));
    const parentDef = def.parent && catalogue.registerOrThrow(def.parent.register);
    const nome = recordName(
      catalogue,
      def,
      { id: String(id), values: row as Values },
      above && parentDef ? { id: String(above[parentDef.key.field]), values: above as Values } : undefined,
    );
    const steps = versions.get(String(id)) ?? [];
    return { id, nome, tipo, campi: campi.map((name) => fieldOf(def, name, { was, becomes, steps })) };
  });
}

interface Sides {
  was: Row | undefined;
  becomes: Row | undefined;
  /** The states of the record in between, in order, the one at the beginning included. */
  steps: readonly Row[];
}

function fieldOf(def: AnyRegister, name: string, { was, becomes, steps }: Sides): ChangedField {
  const last = steps.findLast((step, n) => n > 0 && textOf(def, name, steps[n - 1]) !== textOf(def, name, step));
  const shown = (row: Row | undefined) => shownValue(def, name, row);
  return {
    campo: name,
    etichetta: labelOf(def, name),
    prima: shown(was),
    dopo: shown(becomes),
    utente: last ? String(last['modificato_da']) : null,
    quando: last ? (last['modificato'] as Date).toISOString() : null,
  };
}

const valueOf = (def: AnyRegister, name: string, row: Row | undefined): unknown =>
  (isAdded(def, name) ? (row?.[ADDED_COLUMN] as Row | null | undefined)?.[name] : row?.[name]) ?? null;

const versionOf = (name: string, row: Row | undefined): number | null =>
  ((row?.['archivio'] as Record<string, { versione: number }> | undefined)?.[name]?.versione ?? null) as number | null;

const textOf = (def: AnyRegister, name: string, row: Row | undefined): string =>
  JSON.stringify([valueOf(def, name, row), isFile(def, name) ? versionOf(name, row) : null]);

/** Returns a value as the history shows it: a file with its version, a reserved document as a mark. */
function shownValue(def: AnyRegister, name: string, row: Row | undefined): ChangedField['prima'] {
  const value = valueOf(def, name, row) as string | number | null;
  const field = def.fields[name];
  if (value === null) return null;
  if (field?.kind === 'document' && field.reserved) return RESERVED_MARK;
  const versione = isFile(def, name) ? versionOf(name, row) : null;
  return versione === null ? value : { percorso: String(value), versione };
}

/** Returns the rows of some keys at an instant, by key. */
async function rowsAt(
  db: Db,
  catalogue: ReadCatalogue,
  def: AnyRegister,
  { keys, at }: { keys: readonly Key[]; at: string },
): Promise<Map<string, Row>> {
  const statement = statements
    .selectFrom(`${def.path} as r`)
    .select(storedColumns(def))
    .where(`r.${def.key.field}`, '=', anyOf(keys, keyColumn(def).type));
  return byKey(def, await runStatement<Row>(db, asOf(catalogue, statement, at)));
}

const byKey = (def: AnyRegister, rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [String(row[def.key.field]), row]));

async function parentsOf(
  db: Db,
  catalogue: ReadCatalogue,
  def: AnyRegister,
  { rows, at }: { rows: ReadonlyMap<string, Row>; at: string },
): Promise<Map<string, Row>> {
  if (!def.parent) return new Map();
  const { field, register } = def.parent;
  const keys = [...rows.values()].flatMap((row) => (row[field] === null ? [] : [row[field] as Key]));
  return rowsAt(db, catalogue, catalogue.registerOrThrow(register), { keys: [...new Set(keys)], at });
}

/** Returns the states that lists showed of some records from one instant to the other, in order, by key. */
async function versionsBetween(
  db: Db,
  def: AnyRegister,
  keys: readonly Key[],
  { da, a }: Pick<ComparisonRequest, 'da' | 'a'>,
): Promise<Map<string, Row[]>> {
  const columns = [def.key.field, 'modificato', 'modificato_da', 'archivio', 'dal', ...(def.takesKinds ? [ADDED_COLUMN] : [])];
  const names = [...new Set([...columns, ...valuesColumns(def).map(({ name }) => name)])];
  const of = (table: string) =>
    statements
      .selectFrom(`${table} as r`)
      .select(names.map((name) => eb.ref(`r.${name}`).as(name)))
      .where(`r.${def.key.field}`, '=', anyOf(keys, keyColumn(def).type))
      .where('r.dal', '<=', instant(a.al));
  const past = of(pastTable(def)).where('r.al', '>', instant(da.al));
  const rows = await runStatement<Row>(db, past.unionAll(of(def.path).where(LIVE)).orderBy('dal'));
  return Map.groupBy(rows, (row) => String(row[def.key.field]));
}
