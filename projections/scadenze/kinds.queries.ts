import { sql, type RawBuilder } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { ownCodes, subjectOf, withKinds, type AddedKind } from '#contracts/modules/scadenze/with-kinds.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import { prepareStatement, type StatementTarget } from '../database/prepared.ts';
import { LIVE } from '../registers/register.table.ts';

interface Row {
  codice: string;
  nome: string | null;
  sanitario: number | null;
}

const ownList = (def: AnyRegister) => sql.join([...ownCodes(def)].map((code) => sql.lit(code)));

/** Statement that reads the current document kinds that the definition does not name, in their order. */
const statement = oncePer((def: AnyRegister) =>
  prepareStatement<Row>(
    () => sql`select codice, nome, sanitario from ${sql.table(tipiDocumento.path)}
      where soggetto = ${''} and codice not in (${ownList(def)}) and ${LIVE}
      order by ordine nulls last, id`,
  ),
);

/** Returns the definition with the documents of all current kinds. */
export async function withTodaysKinds(db: StatementTarget, def: AnyRegister): Promise<AnyRegister> {
  const rows = await statement(def)(db, [subjectOf(def)]);
  return withKinds(def, rows.map(asKind));
}

const asKind = ({ codice, nome, sanitario }: Row): AddedKind => ({ codice, nome: nome ?? codice, sanitario: sanitario === 1 });

/** Builds SQL of the codes of the current added kinds as JSON text, to be used in a statement that reads records. */
export const todaysCodes = (
  def: AnyRegister,
): RawBuilder<unknown> => sql`(select coalesce(json_agg(t.codice order by t.ordine nulls last, t.id), '[]')::text
  from ${sql.table(tipiDocumento.path)} t where t.soggetto = ${sql.lit(subjectOf(def))} and t.codice not in (${ownList(def)})
    and not t.eliminato and not t.padre_eliminato)`;
