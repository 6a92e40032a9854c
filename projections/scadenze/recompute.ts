import { sql } from 'kysely';
import { upsertRows, type Target } from '../engine/bulk.ts';
import { together, type BatchTransaction } from '../engine/transaction.ts';
import { scadenzeOf, type Intervento } from './formula.ts';
import { SCADENZE_COLUMNS } from './scadenze.table.ts';

interface Macchina {
  matricola: string;
  descrizione: string | null;
  ore: number | null;
}

const DEADLINES: Target = {
  table: 'scadenze_manutenzione',
  columns: SCADENZE_COLUMNS,
  key: ['matricola', 'manutenzione'],
  ifExists: 'replace',
};

/** The deadlines of these machines, made again. The cost does not grow with their records. */
export async function recompute(tx: BatchTransaction, matricole: readonly string[]): Promise<void> {
  if (matricole.length === 0) return;
  const [macchine, last] = await together([readMacchine(tx, matricole), readLast(tx, matricole)]);
  const interventi = Map.groupBy(last, (i) => i.matricola);
  const rows = macchine.flatMap(({ matricola, descrizione, ore }) =>
    scadenzeOf(interventi.get(matricola) ?? [], [ore]).map((scadenza) => ({ matricola, descrizione, ...scadenza })),
  );
  tx.send(sql`delete from scadenze_manutenzione where matricola = any(${matricole}::text[])`);
  upsertRows(tx, DEADLINES, rows);
}

/** Those that exist, with the highest reading of all their records. */
async function readMacchine(tx: BatchTransaction, matricole: readonly string[]): Promise<Macchina[]> {
  const rows = await tx.query(sql<Macchina>`select m.matricola, m.valori->>'descrizione' as descrizione,
      (select f.ore from scadenze_fonti f where f.matricola = m.matricola and f.esiste order by f.ore desc nulls last limit 1) as ore
    from scadenze_fonti m where m.tabella = 'macchinari' and m.id = any(${matricole}::text[]) and m.esiste`);
  return rows;
}

/** The newest record of each item: one look in the index per item, however many records there are. */
async function readLast(tx: BatchTransaction, matricole: readonly string[]): Promise<(Intervento & { matricola: string })[]> {
  const rows = await tx.query(sql<Intervento & { matricola: string }>`with recursive voci as (
      select m.matricola, (select min(v.voce) from scadenze_voci v where v.matricola = m.matricola) as voce
      from unnest(${matricole}::text[]) as m(matricola)
      union all
      select p.matricola, (select min(v.voce) from scadenze_voci v where v.matricola = p.matricola and v.voce > p.voce)
      from voci p where p.voce is not null
    )
    select u.id, u.data, u.voce, u.ore_scadenza, u.matricola from voci
    cross join lateral (select * from scadenze_voci v where v.matricola = voci.matricola and v.voce = voci.voce
      order by v.data desc nulls last, v.id desc limit 1) u
    where voci.voce is not null`);
  return rows;
}
