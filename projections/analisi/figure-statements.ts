import { sql, type Expression, type JoinBuilder } from 'kysely';
import { jsonBuildObject } from 'kysely/helpers/postgres';
import type { Figure, Righe } from '#contracts/modules/analisi.ts';
import type { Scope } from '#contracts/core/permissions.ts';
import { eb, italian, read, type Days, type Lines, type ReaderScopes, type Rows, type Source, type Tables } from './sources.ts';

/** Condition that the reader may see the record. */
const readable = (alias: 'c' | 'm' | 'n', scope: Scope, utente: string) =>
  ({
    all: eb.not(`${alias}.eliminato`),
    own: eb.and([eb.not(`${alias}.eliminato`), eb(`${alias}.utente`, '=', utente)]),
    none: eb.lit(false),
  })[scope];

/** Joins the site of the quantities, if the reader may see it. */
const site =
  ({ cantieri, utente }: ReaderScopes) =>
  <DB extends { g: { commessa: string | null }; c: Tables['cantieri'] }, TB extends keyof DB>(join: JoinBuilder<DB, TB>) =>
    join.on(eb('c.commessa', '=', eb.ref('g.commessa'))).on(readable('c', cantieri, utente));

const STREET = eb.fn.coalesce('c.via', 'c.indirizzo');

/**
 * Selects each equipment of the lines once, with its description: from the machine's record, else the rental's, if the reader may see them.
 */
function equipment(
  lines: Lines,
  { macchinari, noleggi, utente }: ReaderScopes,
): Rows<{ attrezzatura: string | null; descrizione: string | null }> {
  const found = read
    .selectFrom(lines)
    .select('g.attrezzatura')
    .distinct()
    .where(({ not }) => not('g.fermo'));
  return read.selectFrom(found.as('e')).select(({ fn, selectFrom }) => [
    'e.attrezzatura',
    fn
      .coalesce(
        selectFrom('macchinari as m')
          .select('m.descrizione')
          .whereRef('m.matricola', '=', 'e.attrezzatura')
          .where(readable('m', macchinari, utente))
          .$asScalar(),
        selectFrom('noleggi as n')
          .select('n.descrizione')
          .whereRef('n.matricola', '=', 'e.attrezzatura')
          .where(readable('n', noleggi, utente))
          .orderBy('n.id')
          .limit(1)
          .$asScalar(),
      )
      .as('descrizione'),
  ]);
}

/** Removes trailing zeros of an exact number. */
const trimmed = (value: Expression<number>) => eb.fn<number>('trim_scale', [value]);

const SUM = {
  quantity: eb(eb.fn.sum<number>('g.millesimi'), '/', eb.lit(1000)),
  euro: eb(eb.fn.sum<number>('g.centesimi'), '/', eb.lit(100)),
};
const QUANTITY = trimmed(SUM.quantity);
const EURO = trimmed(SUM.euro);
const DAYS = eb.fn.count<number>('g.data').distinct();

/** Selects the quantities per work item; a figure adds the columns by which it groups them too. */
const quantities = (lines: Lines) =>
  read
    .selectFrom(lines)
    .select(['g.lavorazione', QUANTITY.as('quantita')])
    .where(({ not }) => not('g.fermo'))
    .groupBy('g.lavorazione');

/** JSON text of the quantities `g` of a group, with the color of their work item `l`. */
const WORK = eb
  .cast<string>(
    eb.fn
      .jsonAgg(jsonBuildObject({ lavorazione: eb.ref('g.lavorazione'), quantita: eb.ref('g.quantita'), colore: eb.ref('l.colore') }))
      .orderBy('g.lavorazione', italian),
    'text',
  )
  .as('lavorazioni');

/** Selects each work item's day with the first quantity in the given order: its lowest or highest day. */
function extreme(days: Days, direction: 'asc' | 'desc'): Rows<Righe['highest']> {
  const first = read
    .selectFrom(days)
    .distinctOn('g.lavorazione')
    .select(['g.lavorazione', 'g.millesimi', 'g.data'])
    .orderBy('g.lavorazione')
    .orderBy('g.millesimi', direction)
    .orderBy('g.data');
  return read
    .selectFrom(first.as('g'))
    .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
    .select(['g.lavorazione', trimmed(eb('g.millesimi', '/', eb.lit(1000))).as('value'), 'g.data as date', 'l.colore'])
    .orderBy('g.lavorazione', italian);
}

/** Builds the query of each figure. */
export const STATEMENTS: { [F in Figure]: (from: Source, seen: ReaderScopes) => Rows<Righe[F]> } = {
  perDay({ lines }, seen) {
    const daily = read
      .selectFrom(lines())
      .select(['g.data', 'g.lavorazione', 'g.commessa', 'g.wbs', 'g.note', QUANTITY.as('quantita')])
      // a standstill line counts no quantity; its note gives the reason
      .where(({ eb: of, not, or }) => or([not('g.fermo'), of('g.note', 'is not', null)]))
      .groupBy(['g.data', 'g.lavorazione', 'g.commessa', 'g.wbs', 'g.note']);
    return read
      .selectFrom(daily.as('g'))
      .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
      .leftJoin('cantieri as c', site(seen))
      .select(({ cast, fn, ref }) => [
        'g.data as date',
        cast<string>(
          fn
            .jsonAgg(
              jsonBuildObject({
                lavorazione: ref('g.lavorazione'),
                quantita: ref('g.quantita'),
                commessa: ref('g.commessa'),
                wbs: ref('g.wbs'),
                note: ref('g.note'),
                colore: ref('l.colore'),
                committente: ref('c.committente'),
                via: STREET,
              }),
            )
            .orderBy('g.lavorazione', italian)
            .orderBy('g.commessa', italian)
            .orderBy('g.wbs', italian)
            .orderBy('g.note', italian),
          'text',
        ).as('lavorazioni'),
      ])
      .groupBy('g.data')
      .orderBy('g.data');
  },
  equipmentPerDay({ lines }, seen) {
    const daily = quantities(lines())
      .select(({ fn }) => ['g.data', 'g.attrezzatura', fn.max('g.descrizione').as('descrizione')])
      .groupBy(['g.data', 'g.attrezzatura']);
    const perDay = read
      .selectFrom(daily.as('g'))
      .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
      .select(({ fn }) => [
        'g.data as date',
        'g.attrezzatura',
        fn.max('g.descrizione').as('descrizione'),
        fn<number>('trim_scale', [fn.sum('g.quantita')]).as('somma'),
        WORK,
      ])
      .groupBy(['g.data', 'g.attrezzatura']);
    return read
      .selectFrom(perDay.as('g'))
      .leftJoin(equipment(lines(), seen).as('a'), 'a.attrezzatura', 'g.attrezzatura')
      .select(['g.date', 'g.attrezzatura'])
      .select(({ fn }) => fn.coalesce('g.descrizione', 'a.descrizione').as('descrizione'))
      .select(['g.somma', 'g.lavorazioni'])
      .orderBy('g.date')
      .orderBy('g.attrezzatura', italian);
  },
  perSite: ({ lines }, seen) =>
    read
      .selectFrom(quantities(lines()).select('g.commessa').groupBy('g.commessa').as('g'))
      .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
      .leftJoin('cantieri as c', site(seen))
      .select(['g.commessa as cantieri', 'c.committente', STREET.as('via'), WORK])
      .groupBy(['g.commessa', 'c.committente', STREET])
      .orderBy('g.commessa', italian),
  perEquipment({ lines }, seen) {
    const work = read
      .selectFrom(quantities(lines()).select('g.attrezzatura').groupBy('g.attrezzatura').as('g'))
      .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
      .select(['g.attrezzatura', WORK])
      .groupBy('g.attrezzatura');
    const named = read
      .selectFrom(lines())
      .select(({ fn }) => ['g.attrezzatura', fn.max('g.descrizione').as('descrizione')])
      .where(({ not }) => not('g.fermo'))
      .groupBy('g.attrezzatura');
    const described = read
      .selectFrom(named.as('g'))
      .leftJoin(equipment(lines(), seen).as('a'), 'a.attrezzatura', 'g.attrezzatura')
      .select(({ fn }) => ['g.attrezzatura', fn.coalesce('g.descrizione', 'a.descrizione').as('descrizione')]);
    return (
      read
        .selectFrom(work.as('e'))
        // a missing equipment counts as an empty text, so that its lines form a group and PostgreSQL can use a hash join
        .innerJoin(described.as('d'), (join) =>
          join.on(({ eb: of, fn }) => of(fn.coalesce('d.attrezzatura', sql.lit('')), '=', fn.coalesce('e.attrezzatura', sql.lit('')))),
        )
        .select(['e.attrezzatura', 'd.descrizione', 'e.lavorazioni'])
        .orderBy('e.attrezzatura', italian)
    );
  },
  perOperator: ({ lines }) =>
    read
      .selectFrom(quantities(lines()).select('g.operatore').groupBy('g.operatore').as('g'))
      .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
      .select(['g.operatore', WORK])
      .groupBy('g.operatore')
      .orderBy('g.operatore', italian),
  valuePerSite({ lines }) {
    const values = read
      .selectFrom(lines())
      .select(['g.lavorazione', 'g.commessa', EURO.as('produzione')])
      .where(({ not }) => not('g.fermo'))
      .groupBy(['g.lavorazione', 'g.commessa']);
    return read
      .selectFrom(values.as('g'))
      .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
      .select(({ cast, fn, ref }) => [
        'g.lavorazione',
        'l.colore',
        cast<string>(
          fn
            .jsonAgg(
              jsonBuildObject({
                lavorazione: ref('g.lavorazione'),
                commessa: ref('g.commessa'),
                produzione: ref('g.produzione'),
                colore: ref('l.colore'),
              }),
            )
            .orderBy('g.commessa', italian),
          'text',
        ).as('lavorazioni'),
      ])
      .groupBy(['g.lavorazione', 'l.colore'])
      .orderBy('g.lavorazione', italian);
  },
  share({ days }) {
    const values = read
      .selectFrom(days())
      .select(['g.lavorazione', EURO.as('value')])
      .groupBy('g.lavorazione');
    const total = eb.fn<number | null>('nullif', [eb.fn.sum('g.value').over(), eb.lit(0)]);
    const percent = eb.fn<number>('round', [eb(eb(eb.lit<number>(100), '*', eb.ref('g.value')), '/', total), eb.lit(2)]);
    return read
      .selectFrom(values.as('g'))
      .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
      .select(['g.lavorazione', 'g.value', eb.fn.coalesce(trimmed(percent), eb.lit(0)).as('produzione'), 'l.colore'])
      .orderBy('g.lavorazione', italian);
  },
  averageValue({ days }) {
    const perDay = eb(SUM.euro, '/', eb.fn<number | null>('nullif', [DAYS, eb.lit(0)]));
    const rounded = eb.fn<number>('round', [perDay, eb.lit(2)]);
    return read.selectFrom(days()).select(eb.fn.coalesce(rounded, eb.lit(0)).as('value'));
  },
  averages({ days }) {
    const average = trimmed(eb.fn<number>('round', [eb(SUM.quantity, '/', DAYS), eb.lit(3)]));
    const values = read
      .selectFrom(days())
      .select(['g.lavorazione', average.as('value')])
      .groupBy('g.lavorazione');
    return read
      .selectFrom(values.as('g'))
      .leftJoin('voci as l', 'l.descrizione', 'g.lavorazione')
      .select(['g.lavorazione', 'g.value', 'l.colore'])
      .orderBy('g.lavorazione', italian);
  },
  highest: ({ days }) => extreme(days(), 'desc'),
  lowest: ({ days }) => extreme(days(), 'asc'),
  totalValue: ({ days }) => read.selectFrom(days()).select(({ fn, lit }) => fn.coalesce(EURO, lit(0)).as('value')),
};
