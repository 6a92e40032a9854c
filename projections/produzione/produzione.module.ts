import { expressionBuilder, sql } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import { analisiProjection } from '../analisi/analisi.projection.ts';
import type { ReadModule } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import { produzioneProjection } from './produzione.projection.ts';

/** Builds expressions on the row `r` of a header and on its lines `p`. */
const eb = expressionBuilder<ReadDatabase & { p: ReadDatabase['produzione']; r: ReadDatabase['produzione_padre'] }, 'p' | 'r'>();

/** Selects the lines `p` of a header. */
const lines = eb.selectFrom('produzione as p').whereRef('p.id_intestazione', '=', 'r.id');

/** Selects the quantities of a header, each with the current unit of its work item. */
const quantities = lines
  .select(['p.id', 'p.quantita'])
  .select(({ selectFrom }) =>
    selectFrom('lavorazioni as l')
      .select('l.um')
      .whereRef('l.descrizione', '=', 'p.lavorazione')
      .where(({ not }) => not('l.eliminato'))
      .orderBy('l.id')
      .limit(eb.lit(1))
      .as('um'),
  )
  .where(({ not }) => not('p.eliminato'))
  .where('p.quantita', 'is not', null);

const sums = eb
  .selectFrom(quantities.as('u'))
  .select(({ fn }) => ['u.um', fn<number>('trim_scale', [fn.sum('u.quantita')]).as('quantita'), fn.min('u.id').as('prima')])
  .groupBy('u.um');

/** SQL of a header's quantities per unit, in the order of its lines: JSON text of `QuantitaUm[]`. */
const perUnit = eb.selectFrom(sums.as('q')).select(({ cast, fn, ref }) => {
  const quantity = jsonBuildObject({ um: ref('q.um'), quantita: ref('q.quantita') });
  return cast<string | null>(fn.agg('json_agg', [quantity]).orderBy('q.prima'), 'text').as('quantita_um');
});

/** SQL of the distinct values of a field of a header's lines, in the order of the lines. */
const names = (field: 'wbs' | 'lavorazione' | 'attrezzatura' | 'descrizione' | 'operatore' | 'note') => {
  const value = eb.ref(`p.${field}`);
  const named = lines
    .select(({ fn }) => [value.as('nome'), fn.min('p.id').as('prima')])
    .where(value, '<>', sql.lit(''))
    .groupBy(value);
  return eb.selectFrom(named.as('n')).select(({ fn }) =>
    fn
      .agg<string | null>('string_agg', ['n.nome', sql.lit(', ')])
      .orderBy('n.prima')
      .as('nomi'),
  );
};

/** SQL of the exact sum of a field of a header's lines. */
const total = (field: 'quantita' | 'produzione', decimals: number) =>
  eb.fn.coalesce(
    lines.select(({ fn, lit }) => fn<number | null>('trim_scale', [fn.sum(fn('round', [`p.${field}`, lit(decimals)]))]).as('somma')),
    eb.lit(0),
  );

/** Selects the lines of a header whose machine is rented. */
const rented = lines.select(eb.lit(1).as('one')).where('p.noleggio', '=', eb.lit(1));

/** SQL of a header's summary, equal to `summaryOf` over the lines as they stood at an instant. */
const summaryThen = {
  wbs: names('wbs'),
  lavorazioni: names('lavorazione'),
  quantita: total('quantita', 3),
  attrezzatura: names('attrezzatura'),
  descrizione: names('descrizione'),
  operatori: names('operatore'),
  note: names('note'),
  produzione: total('produzione', 2),
  noleggio: eb.cast<0 | 1>(eb.case().when(eb.exists(rented)).then(eb.lit(1)).else(eb.lit(0)).end(), 'smallint'),
};

export const produzioneReads: ReadModule = {
  name: 'produzione',
  projections: (catalogue) => [produzioneProjection(catalogue), analisiProjection(catalogue)],
  computed: { produzione_padre: { quantita_um: perUnit } },
  past: { computed: () => ({ produzione_padre: { quantita_um: perUnit } }), summary: { produzione_padre: summaryThen } },
};
