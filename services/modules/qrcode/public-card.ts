import { DomainError } from '#contracts/core/errors.ts';
import { PUBLIC_FIELDS, type PublicMacchina } from '#contracts/modules/qrcode.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { readOne } from '#projections/registers/register.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { newSignedName } from '#services/platform/files/results.ts';

const MACCHINE = macchinari;

type Needs = Pick<Dependencies, 'catalogue' | 'readDb' | 'files' | 'config' | 'clock' | 'owners'>;

/** Returns the public fields of a machine. Throws 404 if it does not exist or was deleted. */
export async function publicCard(deps: Needs, matricola: string | number): Promise<PublicMacchina> {
  const row = await readOne(deps.readDb, deps.catalogue, MACCHINE, matricola);
  if (!row) throw new DomainError('SCONOSCIUTO');
  // only the listed fields are copied, so a field added to the register stays private
  const publicFields = Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, row[field] ?? null]));
  return { ...publicFields, foto: await nameOfFoto(deps, String(row.matricola), row.foto) } as PublicMacchina;
}

/**
 * Returns a name by which the browser can open the machine's photo; `null` without a photo. A path in the record can be written by hand. So
 * only a JPEG file that is this machine's own photo gets a name.
 */
async function nameOfFoto(deps: Needs, matricola: string, path: unknown): Promise<string | null> {
  if (typeof path !== 'string' || path === '') return null;
  try {
    const ownership = await deps.owners.ownership(path);
    const isOwnPhoto =
      ownership?.def.path === MACCHINE.path &&
      ownership.kind === 'jpeg' &&
      ownership.records.some((r) => String(r.id) === matricola && r.field === 'foto');
    if (!isOwnPhoto) return null;
    const { contentType, version } = await deps.files.read(path);
    return contentType === 'image/jpeg' ? newSignedName(deps, { path, version }, null) : null;
  } catch (error) {
    // the page is shown without a photo if the file is not in the archive or its path is invalid
    if (error instanceof DomainError && error.status < 500) return null;
    throw error;
  }
}
