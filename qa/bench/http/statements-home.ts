import type { Pool } from 'pg';
import type { Figure } from '#contracts/modules/analisi.ts';

/** Calendar dates, both included. */
export interface Period {
  dal: string;
  al: string;
}

const ITEM = 'left join letture.lavorazioni l on l.descrizione = e.lavorazione and not l.eliminato';
const SITE = 'left join letture.cantieri c on c.commessa = e.commessa and not c.eliminato';
const MACHINE = 'left join letture.macchinari m on m.matricola = e.attrezzatura and not m.eliminato';
/** Builds the statement of quantities by work item, for each value of a column. */
const perItem = (
  column: string,
  select: string,
  join = '',
  group = '',
): string => `select ${select}, json_agg(json_build_object('lavorazione', e.lavorazione, 'quantita', e.q, 'colore', l.colore)) as lavorazioni
  from (select ${column}, lavorazione, coalesce(sum(quantita), 0) as q from attive group by ${column}, lavorazione) e ${ITEM} ${join} group by e.${column}${group}`;
const extreme = (
  direction: string,
): string => `select e.lavorazione, e.value, e.date, l.colore from (select distinct on (lavorazione) lavorazione, value, date from
  (select lavorazione, data as date, coalesce(sum(quantita), 0) as value from attive group by lavorazione, data) g order by lavorazione, value ${direction}, date) e ${ITEM}`;

/** Handwritten statements of the dashboard's figures over single lines. */
const FIGURES: Readonly<Record<Figure, string>> = {
  perDay: `select e.data as date, json_agg(json_build_object('lavorazione', e.lavorazione, 'quantita', e.q, 'commessa', e.commessa, 'wbs', e.wbs, 'note', e.note, 'colore', l.colore, 'committente', c.committente, 'via', coalesce(c.via, c.indirizzo))) as lavorazioni
    from (select data, lavorazione, commessa, wbs, note, coalesce(sum(quantita) filter (where fermo is distinct from 1), 0) as q from righe where fermo is distinct from 1 or note is not null group by data, lavorazione, commessa, wbs, note) e ${ITEM} ${SITE} group by e.data`,
  equipmentPerDay: `select e.data as date, e.attrezzatura, m.descrizione, sum(e.q) as somma, json_agg(json_build_object('lavorazione', e.lavorazione, 'quantita', e.q, 'colore', l.colore)) as lavorazioni
    from (select data, attrezzatura, lavorazione, coalesce(sum(quantita), 0) as q from attive group by data, attrezzatura, lavorazione) e ${ITEM} ${MACHINE} group by e.data, e.attrezzatura, m.descrizione`,
  perSite: perItem(
    'commessa',
    'e.commessa as cantieri, c.committente, coalesce(c.via, c.indirizzo) as via',
    SITE,
    ', c.committente, coalesce(c.via, c.indirizzo)',
  ),
  perEquipment: perItem('attrezzatura', 'e.attrezzatura, m.descrizione', MACHINE, ', m.descrizione'),
  perOperator: perItem('operatore', 'e.operatore'),
  valuePerSite: `select e.lavorazione, l.colore, json_agg(json_build_object('lavorazione', e.lavorazione, 'commessa', e.commessa, 'produzione', e.v, 'colore', l.colore)) as lavorazioni
    from (select lavorazione, commessa, coalesce(sum(produzione), 0) as v from attive group by lavorazione, commessa) e ${ITEM} group by e.lavorazione, l.colore`,
  share: `select e.lavorazione, e.v as value, coalesce(round(100 * e.v / nullif(sum(e.v) over (), 0), 2), 0) as produzione, l.colore from (select lavorazione, coalesce(sum(produzione), 0) as v from attive group by lavorazione) e ${ITEM}`,
  averageValue: 'select coalesce(round(sum(produzione) / nullif(count(distinct data), 0), 2), 0) as value from attive',
  averages: `select e.lavorazione, e.value, l.colore from (select lavorazione, round(coalesce(sum(quantita), 0) / count(distinct data), 3) as value from attive group by lavorazione) e ${ITEM}`,
  highest: extreme('desc'),
  lowest: extreme('asc'),
  totalValue: 'select coalesce(sum(produzione), 0) as value from attive',
};

const LEGEND = `select e.lavorazione, l.um, l.colore from (select distinct lavorazione from attive where lavorazione is not null) e ${ITEM}`;
const LINES =
  'with righe as materialized (select * from public.bench_righe where data between $1 and $2), attive as materialized (select * from righe where fermo is distinct from 1)';
const rowsOf = (statement: string): string => `(select coalesce(json_agg(t), '[]') from (${statement}) t)`;

export function homeStatements(pool: Pool) {
  return {
    /** Reads one figure, or with `tutto` all figures and the legend in one statement. */
    async home(figure: string, { dal, al }: Period): Promise<Record<string, unknown>> {
      const asked = figure === 'tutto' ? { ...FIGURES, legend: LEGEND } : { [figure]: FIGURES[figure as Figure] };
      const columns = Object.entries(asked).map(([name, statement]) => `${rowsOf(statement)} as "${name}"`);
      const { rows } = await pool.query<Record<string, unknown>>({
        name: `b_home_${figure}`,
        text: `${LINES} select ${columns.join(', ')}`,
        values: [dal, al],
      });
      return rows[0]!;
    },
  };
}

/** Creates the table `bench_righe` of all lines that are not deleted, with an index on the date. */
export async function prepareLines(pool: Pool): Promise<void> {
  await pool.query(`drop table if exists public.bench_righe;
    create table public.bench_righe as select data, commessa, wbs, lavorazione, operatore, attrezzatura, note, fermo, quantita, produzione from letture.produzione where not eliminato and not padre_eliminato;
    create index on public.bench_righe (data)`);
  await pool.query('vacuum analyze public.bench_righe');
}
