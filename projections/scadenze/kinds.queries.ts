import { sql, type Expression } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { ownCodes, subjectOf, withKinds, type AddedKind } from '#contracts/modules/scadenze/with-kinds.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import { eb, statements } from '../database/compiled.ts';
import { prepareStatement, type StatementTarget } from '../database/prepared.ts';

interface Row {
  codice: string;
  nome: string | null;
  sanitario: number | null;
}

/** Selects the current document kinds `t` of a subject that the definition does not name. */
const addedKinds = (def: AnyRegister, soggetto: Expression<string | null>) =>
  statements
    .selectFrom(`${tipiDocumento.path} as t`)
    .where('t.soggetto', '=', soggetto)
    .where(
      't.codice',
      'not in',
      [...ownCodes(def)].map((code) => sql.lit(code)),
    )
    .where(({ not }) => not('t.eliminato'))
    .where(({ not }) => not('t.padre_eliminato'));

/** Statement that reads the current document kinds that the definition does not name, in their order. */
const statement = oncePer((def: AnyRegister) =>
  prepareStatement<Row>(() =>
    addedKinds(def, eb.val(''))
      .select(['t.codice', 't.nome', 't.sanitario'])
      .orderBy('t.ordine', (order) => order.asc().nullsLast())
      .orderBy('t.id'),
  ),
);

/** Returns the definition with the documents of all current kinds. */
export async function withTodaysKinds(db: StatementTarget, def: AnyRegister): Promise<AnyRegister> {
  const rows = await statement(def)(db, [subjectOf(def)]);
  return withKinds(def, rows.map(asKind));
}

const asKind = ({ codice, nome, sanitario }: Row): AddedKind => ({ codice, nome: nome ?? codice, sanitario: sanitario === 1 });

/** Builds SQL of the codes of the current added kinds as JSON text, to be used in a statement that reads records. */
export const todaysCodes = (def: AnyRegister): Expression<unknown> =>
  addedKinds(def, sql.lit(subjectOf(def))).select(({ cast, fn }) => {
    const codes = fn
      .agg<string[]>('json_agg', ['t.codice'])
      .orderBy('t.ordine', (order) => order.asc().nullsLast())
      .orderBy('t.id');
    return cast<string>(fn.coalesce(codes, sql.lit('[]')), 'text').as('codici');
  });
