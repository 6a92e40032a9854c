import { z } from 'zod';
import { whyNotTogether } from '#contracts/core/change-together.ts';
import { romeDate } from '#contracts/core/dates.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { DomainError, type WrongField } from '#contracts/core/errors.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import { MOST_RECORDS, ROWS_PER_PAGE } from '#contracts/modules/modifiche.ts';
import { readList, type Filters } from '#projections/registers/register.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { readKey, valuesOfBody } from '#services/registers/body.ts';

const MOST_FIELDS = 100;
const flag = z.literal(1, { error: 'Serve 1' }).optional();
const whole = (max: number) =>
  z
    .int({ error: 'Serve un numero intero' })
    .min(1, { error: `Serve un numero da 1 a ${max}` })
    .max(max, { error: `Serve un numero da 1 a ${max}` });

export const bodySchema = z
  .object({
    ids: z
      .array(z.union([z.string(), z.number()], { error: 'Serve la chiave di un record' }), { error: 'Serve un elenco di chiavi' })
      .min(1, { error: 'Serve almeno una chiave' })
      .max(MOST_RECORDS, { error: `Al massimo ${MOST_RECORDS} record per volta` })
      .optional(),
    filtri: z.record(z.string(), z.unknown(), { error: 'Serve un oggetto' }).optional(),
    cerca: z.string({ error: 'Serve un testo' }).max(200, { error: 'Al massimo 200 caratteri' }).trim().optional(),
    campi: z
      .record(z.string(), z.unknown(), { error: 'Serve un oggetto con i campi' })
      .refine((fields) => Object.keys(fields).length > 0, { error: 'Serve almeno un campo' })
      .refine((fields) => Object.keys(fields).length <= MOST_FIELDS, { error: 'Troppi campi' }),
    versioni: z
      .record(z.string(), z.int({ error: 'Serve un numero di versione' }), { error: 'Serve un oggetto con la versione di ogni record' })
      .optional(),
    prova: flag,
    tutti: flag,
    pagina: whole(1_000_000).default(1),
    righe: whole(500).default(ROWS_PER_PAGE),
  })
  .refine(({ ids, filtri, cerca }) => (ids === undefined) !== (filtri === undefined && cerca === undefined), {
    error: 'Servono gli ids, oppure filtri e cerca',
    path: ['ids'],
  });

export type Body = z.infer<typeof bodySchema>;

/** Record that a request names or its filter selects. */
export interface AskedRecord {
  key: string | number;
  /** Version that the person has seen; `null` if the request does not name one. */
  version: number | null;
}

type Deps = Pick<Dependencies, 'catalogue' | 'lists' | 'clock'>;

/**
 * Returns the records of a request in its order; for a filter, in the order of the list. With `versioni`, a filtered record that the person
 * has not seen gets version 0, which always conflicts.
 */
export async function recordsOf(deps: Deps, def: AnyRegister, body: Body, identity: Identity): Promise<AskedRecord[]> {
  const keys = body.ids ? [...new Set(body.ids.map((id) => readKey(def, id, 'ids')))] : await filteredKeys(deps, def, body, identity);
  const unseen = body.ids || !body.versioni ? null : 0;
  return keys.map((key) => ({ key, version: body.versioni?.[String(key)] ?? unseen }));
}

async function filteredKeys(
  { catalogue, lists, clock }: Deps,
  def: AnyRegister,
  { filtri = {}, cerca }: Body,
  identity: Identity,
): Promise<(string | number)[]> {
  const { rows } = await readList(lists, catalogue, def, {
    // the query checks names and values, as for a list
    filtri: filtri as Filters,
    ...(cerca ? { cerca } : {}),
    pagina: 1,
    righe: MOST_RECORDS + 1,
    scope: scope(identity, def.access, 'view'),
    utente: identity.memberID,
    today: romeDate(clock.now()),
  });
  if (rows.length > MOST_RECORDS)
    throw new DomainError('RICHIESTA_NON_VALIDA', { message: `I record filtrati sono più di ${MOST_RECORDS}: restringi il filtro.` });
  return rows.map((row) => row[def.key.field] as string | number);
}

/** Returns the new values of the fields. Throws 400 with the name of each field that is unknown or cannot be changed on many records. */
export function valuesAsked(def: AnyRegister, { campi }: Body): Values {
  const errors: WrongField[] = Object.keys(campi).flatMap((campo) => {
    const messaggio = whyNotTogether(def, campo);
    return messaggio === null ? [] : [{ campo, messaggio }];
  });
  if (errors.length > 0) throw new DomainError('RICHIESTA_NON_VALIDA', { errors });
  return valuesOfBody(def, campi, 'change');
}
