import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** What a short-lived name opens: one content of the archive, or the result of one job. */
export type Bersaglio = { percorso: string; versione: number } | { processo: string };

/** Long enough to open a window or a viewer, too short to be passed around. */
export const DURATA_NOME = 5 * 60_000;

const schema = z.union([
  z.strictObject({ p: z.string(), v: z.number().int().positive(), s: z.number().int() }),
  z.strictObject({ j: z.string(), s: z.number().int() }),
]);

/** A name for `GET /file?file=NAME`: what it opens and until when, and a seal nobody else can make. */
export function firma(segreto: string, bersaglio: Bersaglio, ora: Date, durata = DURATA_NOME): string {
  const scade = ora.getTime() + durata;
  const dati = 'processo' in bersaglio ? { j: bersaglio.processo, s: scade } : { p: bersaglio.percorso, v: bersaglio.versione, s: scade };
  const testo = Buffer.from(JSON.stringify(dati)).toString('base64url');
  return `${testo}.${sigillo(segreto, testo).toString('base64url')}`;
}

/** `null` for a name that was guessed, altered or has expired; nobody learns which. */
export function apriNome(segreto: string, nome: unknown, ora: Date): Bersaglio | null {
  if (typeof nome !== 'string' || nome.length > 8192) return null;
  const [testo, firma, altro] = nome.split('.');
  if (!testo || !firma || altro !== undefined) return null;
  const dato = Buffer.from(firma, 'base64url');
  const atteso = sigillo(segreto, testo);
  // base64url has several spellings of the same bytes: only the one that was given out is good
  if (dato.length !== atteso.length || !timingSafeEqual(dato, atteso) || dato.toString('base64url') !== firma) return null;
  const letto = schema.safeParse(JSON.parse(Buffer.from(testo, 'base64url').toString('utf8')));
  if (!letto.success || letto.data.s <= ora.getTime()) return null;
  return 'j' in letto.data ? { processo: letto.data.j } : { percorso: letto.data.p, versione: letto.data.v };
}

// the key is derived, so that no other use of the same secret can produce a valid name
function sigillo(segreto: string, testo: string): Buffer {
  return createHmac('sha256', `${segreto}:file`).update(testo).digest();
}
