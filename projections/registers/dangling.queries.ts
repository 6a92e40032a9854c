import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Field, MultiField, RefField } from '#contracts/core/fields.ts';
import { targetsOf } from '#contracts/core/references.ts';
import type { ReadCatalogue } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';

/** A field with references to missing records: the number of records that have one, and the first of the missing values. */
export interface Dangling {
  campo: string;
  quanti: number;
  valori: string[];
}

const MOST_NAMED = 5;

/** Returns the fields of a register's live records that reference missing records: values older than the rule, or targets deleted since. */
export async function danglingIn(db: Kysely<ReadDatabase>, catalogue: ReadCatalogue, def: AnyRegister): Promise<Dangling[]> {
  const fields = Object.entries(def.fields).filter(([, field]) => targetsOf(field).length > 0 && !field.computed);
  const found = await Promise.all(
    fields.map(async ([campo, field]) => {
      const { rows } = await sql<{
        quanti: number;
        valori: string[] | null;
      }>`select count(distinct r.${sql.id(def.key.field)})::integer as quanti,
        (array_agg(distinct v.uno))[1:${sql.lit(MOST_NAMED)}] as valori
        from ${sql.table(def.path)} r cross join lateral ${valuesOf(campo, field)} v(uno)
        where not r.eliminato and not r.padre_eliminato and ${namesNothing(catalogue, field as RefField | MultiField)}`.execute(db);
      return { campo, quanti: rows[0]?.quanti ?? 0, valori: rows[0]?.valori ?? [] };
    }),
  );
  return found.filter(({ quanti }) => quanti > 0);
}

const valuesOf = (campo: string, field: Field): RawBuilder<unknown> =>
  field.kind === 'multi'
    ? sql`unnest(string_to_array(nullif(r.${sql.id(campo)}, ''), ', '))`
    : sql`(select r.${sql.id(campo)}::text where r.${sql.id(campo)} is not null)`;

function namesNothing(catalogue: ReadCatalogue, field: RefField | MultiField): RawBuilder<unknown> {
  const among = field.kind === 'ref' ? field.among : undefined;
  const conditions = (among ? [among] : targetsOf(field)).map(({ register, value }) => {
    const { parent } = catalogue.known(register);
    const here = among && parent ? sql`and t.${sql.id(parent.field)} = r.${sql.id(among.by)}` : sql``;
    return sql`not exists (select 1 from ${sql.table(register)} t
      where not t.eliminato and not t.padre_eliminato and t.${sql.id(value)}::text = v.uno ${here})`;
  });
  if (field.kind === 'ref' && field.every !== undefined) conditions.push(sql`v.uno <> ${field.every}`);
  return sql.join(conditions, sql` and `);
}
