import type { Pool } from 'pg';

/** SQL for all rows that a write leaves of a record. */
const LEFT = `select jsonb_build_object(
  'eventi', (select jsonb_agg(to_jsonb(e) order by e.version) from public.eventi e where e.stream = 'manutenzioni-' || $1),
  'manutenzioni', (select to_jsonb(m) from letture.manutenzioni m where m.id = $1::bigint),
  'manutenzioni_passato', (select jsonb_agg(to_jsonb(p) order by p.al) from letture.manutenzioni_passato p where p.id = $1::bigint),
  'cerca', (select to_jsonb(r) from letture.cerca r where r.tabella = 'manutenzioni' and r.id = $1),
  'storico', (select jsonb_agg(to_jsonb(s) order by s.versione) from letture.storico s where s.tabella = 'manutenzioni' and s.id = $1),
  'storico_stato', (select to_jsonb(s) from letture.storico_stato s where s.tabella = 'manutenzioni' and s.id = $1),
  'scadenze_fonti', (select to_jsonb(f) from letture.scadenze_fonti f where f.tabella = 'manutenzioni' and f.id = $1),
  'numeri_riservati', (select count(*) from public.numeri_riservati n where n.sequenza = 'manutenzioni' and n.numero = $1::bigint)
)::text as rows`;

/** Throws if the rows of two records, each in its own database, differ in more than number, times, position and identifiers. */
export async function sameRows(one: { pool: Pool; id: number }, other: { pool: Pool; id: number }): Promise<void> {
  const [a, b] = await Promise.all([one, other].map(leftOf));
  if (a !== b) throw new Error(`the portal and the floor do not leave the same rows\n${a}\n${b}`);
}

async function leftOf({ pool, id }: { pool: Pool; id: number }): Promise<string> {
  const { rows } = await pool.query<{ rows: string }>(LEFT, [String(id)]);
  return rows[0]!.rows
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'moment')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'identifier')
    .replaceAll(/"position": \d+|"\d{19}"/g, 'position')
    .replaceAll(new RegExp(`\\b${id}\\b`, 'g'), 'number');
}
