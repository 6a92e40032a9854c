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
  // built from the list of names: a field added to the register stays inside
  const publicFields = Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, row[field] ?? null]));
  return { ...publicFields, foto: await nameOfFoto(deps, String(row['matricola']), row['foto']) } as PublicMacchina;
}

/**
 * A name that opens the photo. Paths can be written by hand: only a JPEG that is this machine's own
 * photo goes out, never another document or another record's.
 */
async function nameOfFoto(deps: Needs, matricola: string, path: unknown): Promise<string | null> {
  if (typeof path !== 'string' || path === '') return null;
  try {
    const ownership = await deps.owners.ownership(path);
    const own =
      ownership?.def.path === MACCHINE.path &&
      ownership.kind === 'jpeg' &&
      ownership.records.some((r) => String(r.id) === matricola && r.field === 'foto');
    if (!own) return null;
    const { contentType, version } = await deps.files.read(path);
    return contentType === 'image/jpeg' ? newSignedName(deps, { path, version }, null) : null;
  } catch (error) {
    // a photo that is not in the archive, or a path that is none: the page is good without
    if (error instanceof DomainError && error.status < 500) return null;
    throw error;
  }
}
