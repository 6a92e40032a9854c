import { DomainError } from '#contracts/core/errors.ts';
import { CAMPI_PUBBLICI, type MacchinaPubblica } from '#contracts/modules/qrcode.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { leggiUno } from '#projections/registers/register.queries.ts';
import { proprietaDi } from '#services/registers/file-owner.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { nuovoNome } from '#services/platform/files/results.ts';

const MACCHINE = macchinari as AnyRegister;

type Serve = Pick<Dipendenze, 'letture' | 'files' | 'config' | 'clock'>;

/** What anyone may read of a machine; 404 when there is none, or it was deleted. */
export async function schedaPubblica(dip: Serve, matricola: string | number): Promise<MacchinaPubblica> {
  const riga = await leggiUno(dip.letture, MACCHINE, matricola);
  if (!riga) throw new DomainError('SCONOSCIUTO');
  // built from the list of names: a field added to the register stays inside
  const pubblici = Object.fromEntries(CAMPI_PUBBLICI.map((campo) => [campo, riga[campo] ?? null]));
  return { ...pubblici, foto: await nomeDellaFoto(dip, String(riga['matricola']), riga['foto']) } as MacchinaPubblica;
}

/**
 * A name that opens the photo. Paths can be written by hand: only a JPEG that is this machine's own
 * photo goes out, never another document or another record's.
 */
async function nomeDellaFoto(dip: Serve, matricola: string, percorso: unknown): Promise<string | null> {
  if (typeof percorso !== 'string' || percorso === '') return null;
  try {
    const proprieta = await proprietaDi(dip.letture, percorso);
    const sua = proprieta?.def.path === MACCHINE.path && proprieta.tipo === 'jpeg' && proprieta.record.some((r) => String(r.id) === matricola && r.campo === 'foto');
    if (!sua) return null;
    const { contentType, versione } = await dip.files.leggi(percorso);
    return contentType === 'image/jpeg' ? nuovoNome(dip, { percorso, versione }) : null;
  } catch (error) {
    // a photo that is not in the archive, or a path that is none: the page is good without
    if (error instanceof DomainError && error.status < 500) return null;
    throw error;
  }
}
