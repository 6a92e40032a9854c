import { sql } from 'kysely';
import { COMPONENTI } from '#contracts/registers/manut-macchinari.ts';
import { statements } from '../database/compiled.ts';
import { upsertRows } from '../engine/bulk.ts';
import { together, type BatchTransaction } from '../engine/transaction.ts';
import { anyOf } from '../registers/register.table.ts';
import { deadlinesOf, type PlanRow, type Work } from './plan.ts';
import { recomputePace } from './pace.ts';
import { DEADLINES } from './scadenze.table.ts';

interface Macchina {
  matricola: string;
  descrizione: string | null;
  first: number | null;
  current: number | null;
}

/** A value with the machine it belongs to. */
type Of<T> = T & { matricola: string };

/** Recomputes the deadlines and the hours per day of these machines. The cost does not grow with the number of their records. */
export async function recompute(tx: BatchTransaction, matricole: readonly string[]): Promise<void> {
  if (matricole.length === 0) return;
  const [macchine, last, planned] = await together([
    readMacchine(tx, matricole),
    readLast(tx, matricole),
    readPlan(tx, matricole),
    recomputePace(tx, matricole),
  ]);
  const works = Map.groupBy(last, (one) => one.matricola);
  const plans = Map.groupBy(planned, (one) => one.matricola);
  const rows = macchine.flatMap(({ matricola, descrizione, first, current }) =>
    deadlinesOf({ works: works.get(matricola) ?? [], plan: plans.get(matricola) ?? [], first, current }).map((deadline) => ({
      matricola,
      descrizione,
      ...deadline,
    })),
  );
  tx.send(statements.deleteFrom(DEADLINES.table).where('matricola', '=', anyOf(matricole, 'text')).compile());
  upsertRows(tx, DEADLINES, rows);
}

/** Returns the existing machines, with the lowest and the highest reading of all their records. */
async function readMacchine(tx: BatchTransaction, matricole: readonly string[]): Promise<Macchina[]> {
  const rows = await tx.query(sql<Macchina>`select m.matricola, m.valori->>'descrizione' as descrizione,
      (select f.ore from scadenze_fonti f where f.matricola = m.matricola and f.esiste and f.ore is not null
        order by f.ore nulls first limit 1) as first,
      (select f.ore from scadenze_fonti f where f.matricola = m.matricola and f.esiste order by f.ore desc nulls last limit 1) as current
    from scadenze_fonti m where m.tabella = 'macchinari' and m.id = any(${matricole}::text[]) and m.esiste`);
  return rows;
}

/** Returns the rows of their plans that set an interval; at most one per component is used. */
async function readPlan(tx: BatchTransaction, matricole: readonly string[]): Promise<Of<PlanRow>[]> {
  return tx.query(sql<Of<PlanRow>>`select f.matricola, f.id::bigint as id, f.valori->>'componente' as componente,
      (f.valori->>'ogni_ore')::numeric as ogni_ore, (f.valori->>'ogni_mesi')::numeric as ogni_mesi, f.valori->>'dal' as dal
    from scadenze_fonti f where f.tabella = 'manutMacchinari' and f.matricola = any(${matricole}::text[]) and f.esiste
      and f.valori->>'componente' = any(${COMPONENTI}::text[])`);
}

/** Returns the newest work and the newest reading of each item: two index lookups per item, however many records exist. */
async function readLast(tx: BatchTransaction, matricole: readonly string[]): Promise<Of<Work>[]> {
  const rows = await tx.query(sql<Of<Work>>`with recursive voci as (
      select m.matricola, (select min(v.voce) from scadenze_voci v where v.matricola = m.matricola) as voce
      from unnest(${matricole}::text[]) as m(matricola)
      union all
      select p.matricola, (select min(v.voce) from scadenze_voci v where v.matricola = p.matricola and v.voce > p.voce)
      from voci p where p.voce is not null
    )
    select u.id, u.data, u.voce, u.ore_scadenza, u.ore, u.lavoro, u.matricola from voci
    cross join (values (true), (false)) as k(lavoro)
    cross join lateral (select * from scadenze_voci v where v.matricola = voci.matricola and v.voce = voci.voce and v.lavoro = k.lavoro
      order by v.data desc nulls last, v.id desc limit 1) u
    where voci.voce is not null`);
  return rows;
}
