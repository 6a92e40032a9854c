import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { MissingValues, ViewContents } from '#contracts/core/saved-view.ts';
import { whichExist, type Sought } from '#projections/registers/existing.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';

/** Maximum number of values that are looked up for one view. */
const MOST = 200;

/** Returns, by field, the values in a view's filters whose entry in a master list no longer exists. */
export async function missingValues(
  { catalogue, readDb }: Pick<Dependencies, 'catalogue' | 'readDb'>,
  def: AnyRegister,
  { filtri }: ViewContents,
): Promise<MissingValues[]> {
  const sought = Object.entries(filtri)
    .flatMap(([name, condition]) => soughtOf(catalogue, def, name, condition))
    .slice(0, MOST);
  const exists = await whichExist(
    readDb,
    sought.map(({ sought: one }) => one),
  );
  const missingByName = Map.groupBy(
    sought.filter((_, i) => !exists[i]),
    ({ name }) => name,
  );
  return [...missingByName].map(([campo, values]) => ({ campo, valori: values.map(({ sought: { value } }) => value) }));
}

function soughtOf(
  { register }: Pick<Dependencies['catalogue'], 'register'>,
  def: AnyRegister,
  name: string,
  condition: unknown,
): { name: string; sought: Sought }[] {
  const field = def.fields[name];
  const target = field?.kind === 'ref' && !field.also ? register(field.register) : undefined;
  // the existence of a user name is not revealed, since user names are half of the credentials
  if (field?.kind !== 'ref' || !target || target.accounts || !Array.isArray(condition)) return [];
  return condition
    .filter((value): value is string | number => (typeof value === 'string' || Number.isFinite(value)) && value !== field.every)
    .map((value) => ({ name, sought: { def: target, field: field.value, value, deleted: false } }));
}
