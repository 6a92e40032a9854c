import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import { normaliseDate } from '#contracts/core/dates.ts';
import type { HistoryField } from '#contracts/core/history.ts';
import { FILE_KINDS } from '#contracts/core/record-change.ts';
import type { Area } from '#contracts/modules/areas.ts';
import { SET_UP_ORIGINS, type TRAIL_COLUMNS } from '#contracts/modules/trail.ts';
import type { ListColumn } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import { listColumns } from '../list-columns.ts';
import { columnConditions, type Filters } from '../registers/filters.ts';
import { romeDay, romeMidnight } from '../rome-days.ts';
import type { TrailSelection, Visibility } from './trail-request.ts';

/** Aliases that the statements name: an entry `s`, another one `t`, and an entry `e` of a page. */
interface TrailAliases extends ReadDatabase {
  s: ReadDatabase['storico'];
  t: ReadDatabase['storico'];
  e: ReadDatabase['storico'];
}

/** Alias of an entry in a condition. */
type Alias = 's' | 't';
export type Condition = Expression<SqlBool>;

/** Builds expressions over the aliases of the trail. */
export const eb = expressionBuilder<TrailAliases, Alias | 'e'>();

/** Returns the columns of entry `a` by which the trail can be filtered. */
export function columnsOf(a: Alias): ReadonlyMap<string, ListColumn> {
  const text = (name: 'utente' | 'nome' | 'oggetto' | 'frase' | 'tipo' | 'tabella' | 'area' | 'origine' | 'evento' | 'motivo') =>
    ['text', eb.ref(`${a}.${name}`)] as const;
  const done = [eb.ref(`${a}.utente`), eb.ref(`${a}.nome`), eb.ref(`${a}.frase`), eb.ref(`${a}.oggetto`)];
  const fields = eb
    .selectFrom(eb.fn<{ value: HistoryField }>('jsonb_array_elements', [`${a}.campi`]).as('c'))
    .select(({ fn, ref }) => {
      const part = (name: keyof HistoryField) => ref('c.value', '->>').key(name);
      const [before, after] = [fn.coalesce(part('primaNome'), part('prima')), fn.coalesce(part('dopoNome'), part('dopo'))];
      const words = fn<string>('concat_ws', [sql.lit(' '), part('etichetta'), before, after]);
      return fn.agg<string | null>('string_agg', [words, sql.lit('; ')]).as('words');
    })
    .$asScalar();
  const columns: Record<keyof typeof TRAIL_COLUMNS, readonly [ListColumn['type'], Expression<unknown>]> = {
    quando: ['date', romeDay(eb.ref(`${a}.quando`))],
    fatto: ['text', eb.fn<string>('concat_ws', [sql.lit(' '), ...done])],
    campi: ['text', fields],
    utente: text('utente'),
    nome: text('nome'),
    record: text('oggetto'),
    frase: text('frase'),
    tipo: text('tipo'),
    tabella: text('tabella'),
    area: text('area'),
    origine: text('origine'),
    evento: text('evento'),
    motivo: text('motivo'),
  };
  return listColumns(columns);
}

/** Conditions on columns. Bounds of days are also put as instants, which the index by instant answers. */
function conditionsOn(filters: Readonly<Record<string, unknown>>, a: Alias): Condition[] {
  const columns = columnsOf(a);
  const where = Object.entries(filters as Filters).flatMap(([name, condition]) => columnConditions(columns, name, condition));
  const { da, a: to } = (filters['quando'] ?? {}) as { da?: unknown; a?: unknown };
  const [first, last] = [normaliseDate(da), normaliseDate(to)];
  return [
    ...where,
    ...(typeof first === 'string' ? [eb(`${a}.quando`, '>=', romeMidnight(first))] : []),
    ...(typeof last === 'string' ? [eb(`${a}.quando`, '<', romeMidnight(last, 1))] : []),
  ];
}

/** Condition on an entry `a`. */
export function whichEntries(
  { utente, area, visible, evento, tabella, id, dal, al, gruppo, solo, sistema, filtri = {}, cerca }: TrailSelection,
  a: Alias,
): Condition {
  const words = (cerca ?? '').normalize('NFC').split(/\s+/).filter(Boolean);
  const setUp = eb(`${a}.origine`, '=', eb.fn.any(eb.val([...SET_UP_ORIGINS])));
  return eb.and([
    ...(visible === undefined ? [] : [seenBy(visible, a)]),
    ...(utente === undefined ? [] : [eb(`${a}.utente`, '=', utente)]),
    ...(area === undefined ? [] : [eb(`${a}.area`, '=', area)]),
    ...(evento === undefined ? [] : [eb(eb.val(evento), 'in', [eb.ref(`${a}.evento`), eb.ref(`${a}.tipo`)])]),
    ...(tabella === undefined ? [] : [eb(`${a}.tabella`, '=', tabella)]),
    ...(id === undefined ? [] : [eb(`${a}.id`, '=', id)]),
    ...(gruppo === undefined ? [] : [eb(`${a}.gruppo`, '=', gruppo)]),
    ...(solo === undefined ? [] : [changesRecord(a)]),
    ...(sistema === undefined ? [] : [sistema === 'solo' ? setUp : eb.not(setUp)]),
    ...(dal === undefined ? [] : [eb(`${a}.quando`, '>=', romeMidnight(dal))]),
    ...(al === undefined ? [] : [eb(`${a}.quando`, '<', romeMidnight(al, 1))]),
    ...conditionsOn(filtri, a),
    ...words.map((word) => eb(`${a}.testo`, 'ilike', `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)),
  ]);
}

function seenBy({ tutte, proprie, utente }: Visibility, a: Alias): Condition {
  const isIn = (areas: readonly Area[]) => eb(`${a}.area`, '=', eb.fn.any(eb.val([...areas])));
  return eb.or([isIn(tutte), eb.and([isIn(proprie), eb(`${a}.proprietario`, '=', utente)])]);
}

/** Builds the SQL form of `leavesAnother`: the condition that an entry changes a record. */
const changesRecord = (a: Alias): Condition =>
  eb.and([
    eb(`${a}.tipo`, 'not in', ['aperto', 'altro']),
    eb.not(
      eb.and([
        eb(`${a}.tipo`, '=', eb.fn.any(eb.val([...FILE_KINDS]))),
        eb(`${a}.campi`, '=', eb.cast<HistoryField[]>(sql.lit('[]'), 'jsonb')),
      ]),
    ),
  ]);
