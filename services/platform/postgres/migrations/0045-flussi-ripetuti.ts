import { sql, type Kysely } from 'kysely';

/** Replacements in the text of the function `eventi_aggiungi`. */
const CHANGES: readonly (readonly [before: string, after: string])[] = [
  [
    `  v_attuali integer[];
`,
    `  v_attuali integer[];
  -- of each append: the one to the same stream before it, and the version it leaves
  v_prima integer[];
  v_finali integer[] := array_fill(0, array[cardinality(p_stream)]);
`,
  ],
  [
    `         (select array_agg(coalesce((select max(e.version) from public.eventi e where e.stream = s.stream), 0) order by s.i)
            from unnest(p_stream) with ordinality as s(stream, i))
    into v_noti, v_attuali;
`,
    `         (select array_agg(coalesce((select max(e.version) from public.eventi e where e.stream = s.stream), 0) order by s.i)
            from unnest(p_stream) with ordinality as s(stream, i)),
         (select array_agg(s.prima order by s.i)
            from (select u.i, lag(u.i::integer) over (partition by u.stream order by u.i) as prima
                    from unnest(p_stream) with ordinality as u(stream, i)) as s)
    into v_noti, v_attuali, v_prima;
`,
  ],
  [
    `    esito := null;
`,
    `    esito := null;
    if v_prima[i] is not null then v_attuali[i] := v_finali[v_prima[i]]; end if;
    v_finali[i] := v_attuali[i];
`,
  ],
  [
    `        versione := versione + p_quanti[i];
`,
    `        versione := versione + p_quanti[i];
        v_finali[i] := versione;
`,
  ],
];

/** Lets a stream occur several times among the appends of one call. Each append then expects the version that the earlier ones leave. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changed(db, CHANGES);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await changed(
    db,
    CHANGES.map(([before, after]) => [after, before]),
  );
}

/** Replaces the function `eventi_aggiungi` with its text after these replacements. Throws if a text to replace is missing. */
async function changed(db: Kysely<unknown>, changes: typeof CHANGES): Promise<void> {
  const { rows } = await sql<{ text: string }>`select pg_get_functiondef('public.eventi_aggiungi'::regproc) as text`.execute(db);
  let text = rows[0]?.text ?? '';
  for (const [before, after] of changes) {
    if (!text.includes(before)) throw new Error(`eventi_aggiungi does not hold: ${before}`);
    text = text.replace(before, () => after);
  }
  await sql.raw(text).execute(db);
}
