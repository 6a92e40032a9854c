import { expressionBuilder, sql, type Expression, type Kysely, type SqlBool } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Field, MultiField, RefField } from '#contracts/core/fields.ts';
import { targetsOf } from '#contracts/core/references.ts';
import type { ReadCatalogue } from '../catalogue.ts';
import type { ReadDatabase } from '../database.ts';
import { statements } from '../database/compiled.ts';
import type { RegistersByPath } from '../read-tables.ts';

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
      const { quanti, valori } = await db
        .withTables<RegistersByPath>()
        .selectFrom(`${def.path} as r`)
        .innerJoinLateral(valuesOf(campo, field), (join) => join.onTrue())
        .select(({ cast, fn }) => [
          cast<number>(fn.count(`r.${def.key.field}`).distinct(), 'integer').as('quanti'),
          sql<string[] | null>`(array_agg(distinct v.uno))[1:${sql.lit(MOST_NAMED)}]`.as('valori'),
        ])
        .where(eb.not('r.eliminato'))
        .where(eb.not('r.padre_eliminato'))
        .where(namesNothing(catalogue, field as RefField | MultiField))
        .executeTakeFirstOrThrow();
      return { campo, quanti, valori: valori ?? [] };
    }),
  );
  return found.filter(({ quanti }) => quanti > 0);
}

/** Builds expressions on a record `r` and a value `v` of its field. */
const eb = expressionBuilder<RegistersByPath & { v: { uno: string } }, 'r' | 'v'>();

/** Selects the values of a field of the record `r`, each as text. */
function valuesOf(campo: string, field: Field) {
  const value = eb.ref(`r.${campo}`);
  if (field.kind !== 'multi') return statements.selectNoFrom(eb.cast<string>(value, 'text').as('uno')).where(value, 'is not', null).as('v');
  const listed = eb.fn<string[]>('string_to_array', [eb.fn('nullif', [value, sql.lit('')]), sql.lit(', ')]);
  return statements.selectNoFrom(eb.fn<string>('unnest', [listed]).as('uno')).as('v');
}

function namesNothing(catalogue: ReadCatalogue, field: RefField | MultiField): Expression<SqlBool> {
  const among = field.kind === 'ref' ? field.among : undefined;
  const conditions: Expression<SqlBool>[] = (among ? [among] : targetsOf(field)).map(({ register, value }) => {
    const { parent } = catalogue.registerOrThrow(register);
    const named = eb
      .selectFrom(`${register} as t`)
      .select(eb.lit(1).as('one'))
      .where(eb.not('t.eliminato'))
      .where(eb.not('t.padre_eliminato'))
      .where(({ cast }) => eb(cast<string>(`t.${value}`, 'text'), '=', eb.ref('v.uno')));
    return eb.not(eb.exists(among && parent ? named.whereRef(`t.${parent.field}`, '=', `r.${among.by}`) : named));
  });
  if (field.kind === 'ref' && field.every !== undefined) conditions.push(eb('v.uno', '<>', field.every));
  return eb.and(conditions);
}
