import { sql } from 'kysely';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { oncePer } from '#contracts/core/once-per.ts';
import { ownCodes, subjectOf, withKinds, type AddedKind } from '#contracts/modules/scadenze/with-kinds.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import { prepared, type Asked } from '../database/prepared.ts';
import { LIVE } from '../registers/register.table.ts';

interface Row {
  codice: string;
  nome: string | null;
  sanitario: number | null;
}

/** The kinds that the definition does not name, in their order. */
const statement = oncePer((def: AnyRegister) =>
  prepared<Row>(
    () => sql`select codice, nome, sanitario from ${sql.table(tipiDocumento.path)}
      where soggetto = ${''} and codice not in (${sql.join([...ownCodes(def)].map((code) => sql.lit(code)))}) and ${LIVE}
      order by ordine nulls last, id`,
  ),
);

/** A definition with the documents of the kinds of today. */
export async function withTodaysKinds(db: Asked, def: AnyRegister): Promise<AnyRegister> {
  const rows = await statement(def)(db, [subjectOf(def)]);
  return withKinds(def, rows.map(asKind));
}

const asKind = ({ codice, nome, sanitario }: Row): AddedKind => ({ codice, nome: nome ?? codice, sanitario: sanitario === 1 });
