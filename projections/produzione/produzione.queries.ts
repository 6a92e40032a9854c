import { sql, type Expression, type Kysely } from 'kysely';
import type { RigaMese } from '#contracts/modules/produzione.ts';
import type { Scope } from '#contracts/core/permissions.ts';
import { ownedBy } from '../andamento/andamento.queries.ts';
import type { ReadDatabase } from '../database.ts';

export interface MonthRequest {
  anno: number;
  /** 1–12. */
  mese: number;
  /** Work item whose lines are counted. */
  val: string;
  /** Restricts the sites; `undefined`: those active in the month. */
  commesse?: readonly string[];
  /** The reader's scope on production; with `own`, the headers of `utente`. */
  scope: Scope;
  /** The reader's scope on sites: client and address of other sites are not disclosed. */
  cantieri: Scope;
  utente: string;
}

/** Returns the monthly overview, one row per site, ordered by key. */
export async function monthOf(db: Kysely<ReadDatabase>, request: MonthRequest): Promise<RigaMese[]> {
  const { anno, mese, val, commesse, scope, cantieri, utente } = request;
  const first = `${anno}-${String(mese).padStart(2, '0')}-01`;
  const lastDay = new Date(Date.UTC(anno, mese, 0)).getUTCDate();
  const end = `${first.slice(0, 8)}${lastDay}`;
  const sites = { scope: cantieri, utente };
  const counts = db
    .selectFrom('produzione as l')
    .innerJoin('produzione_padre as p', 'p.id', 'l.id_intestazione')
    .select(({ cast, fn }) => [
      'l.commessa',
      cast<number>(fn('date_part', [sql.lit('day'), 'l.data']), 'integer').as('giorno'),
      cast<number>(fn.countAll(), 'integer').as('quante'),
    ])
    .where(({ not }) => not('l.eliminato'))
    .where(({ not }) => not('l.padre_eliminato'))
    .where('l.lavorazione', '=', val)
    .where(({ eb, lit }) => eb('l.fermo', 'is distinct from', lit(1)))
    .where(({ between }) => between('l.data', first, end))
    .where(({ ref }) => ownedBy(ref('p.utente'), { scope, utente }))
    .groupBy(['l.commessa', 'giorno']);
  const days = db
    .selectFrom(counts.as('q'))
    .select(({ fn }) => ['q.commessa', fn.agg<Record<string, number>>('jsonb_object_agg', ['q.giorno', 'q.quante']).as('giorni')])
    .groupBy('q.commessa');
  const rows = await db
    .selectFrom('cantieri as c')
    .leftJoin(days.as('n'), 'n.commessa', 'c.commessa')
    .select(({ case: when, ref }) => {
      const ifSeen = <T>(value: Expression<T>) =>
        when()
          .when(ownedBy(ref('c.utente'), sites))
          .then(value)
          .end();
      return ['c.commessa', ifSeen(ref('c.committente')).as('committente'), ifSeen(ref('c.indirizzo')).as('indirizzo'), 'n.giorni'];
    })
    .where(({ not }) => not('c.eliminato'))
    .where((of) => {
      const seen = ownedBy(of.ref('c.utente'), sites);
      const isActive = of('n.giorni', 'is not', null);
      if (commesse) return of.and([of('c.commessa', '=', of.fn.any(of.val([...commesse]))), of.or([seen, isActive])]);
      // a reader limited to own production gets the sites of that production; other readers also get the sites open in the month
      if (scope !== 'all') return isActive;
      const begun = of.or([of('c.data_inizio', 'is', null), of('c.data_inizio', '<=', end)]);
      const unfinished = of.or([of('c.data_fine', 'is', null), of('c.data_fine', '>=', first)]);
      return of.or([of.and([seen, begun, unfinished]), isActive]);
    })
    .orderBy('c.commessa', (order) => order.collate('it-x-icu'))
    .execute();
  return rows.map(({ giorni, ...site }) => ({ ...site, giorni: Array.from({ length: lastDay }, (_, i) => giorni?.[String(i + 1)] ?? 0) }));
}
