import type { Kysely } from 'kysely';
import { campiFile } from '#contracts/core/documents.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { ambito, puo, type Identita } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { figliDi } from '#contracts/registers/index.ts';
import type { LettureDatabase } from '#projections/database.ts';
import { percorsoLogico } from '#services/platform/files/logical-path.ts';
import { consenteFile, dataDiScheda, proprietaDi } from '#services/registers/file-owner.ts';

export type Voce = { percorso: string; nome: string };

type Letture = Kysely<LettureDatabase>;
type Riga = Readonly<Record<string, unknown>>;

/**
 * The files of the records with these matricole, those of their photos and periods included. All
 * of them or an error: 403 without the area, 404 when one is not there or is not to be seen.
 */
export async function vociDi(db: Letture, def: AnyRegister, matricole: readonly string[], identita: Identita): Promise<Voce[]> {
  if (matricole.length === 0) return [];
  const righe = await righeVisibili(db, def, matricole, identita);
  const scritti = new Map(righe.map((riga) => [riga[def.key.field], percorsiDi(def, riga)]));
  for (const figlio of figliDi(def)) await aggiungiFigli(db, figlio, scritti);
  const voci = righe.map((riga) => vociVisibili(db, String(riga['matricola']), scritti.get(riga[def.key.field]) ?? [], identita));
  return (await Promise.all(voci)).flat();
}

async function righeVisibili(db: Letture, def: AnyRegister, matricole: readonly string[], identita: Identita): Promise<Riga[]> {
  if (ambito(identita, def.accesso, 'view') === 'none') throw new DomainError('NON_PERMESSO');
  const righe = await db.selectFrom(def.path).selectAll().where('matricola', 'in', matricole).where('eliminato', '=', false).orderBy('matricola').execute();
  const visibili = righe.filter((riga) => puo(identita, def.accesso, 'view', String(riga['utente'])));
  if (visibili.length < matricole.length) throw new DomainError('SCONOSCIUTO', { messaggio: `Un ${def.etichette.uno} della selezione non esiste.` });
  return visibili;
}

async function aggiungiFigli(db: Letture, figlio: AnyRegister, scritti: ReadonlyMap<unknown, string[]>): Promise<void> {
  if (!figlio.parent || campiFile(figlio).length === 0) return;
  const { field } = figlio.parent;
  const righe = await db.selectFrom(figlio.path).selectAll().where(field, 'in', [...scritti.keys()]).where('eliminato', '=', false).orderBy(figlio.key.field).execute();
  for (const riga of righe) scritti.get(riga[field])?.push(...percorsiDi(figlio, riga));
}

function percorsiDi(def: AnyRegister, riga: Riga): string[] {
  return campiFile(def).map(({ campo }) => riga[campo]).filter((percorso) => typeof percorso === 'string' && percorso !== '') as string[];
}

/** What the fields name. A path is free text: one that names another record's file needs that record's view. */
async function vociVisibili(db: Letture, matricola: string, scritti: readonly string[], identita: Identita): Promise<Voce[]> {
  const voci: Voce[] = [];
  for (const scritto of new Set(scritti)) {
    const percorso = comeLogico(scritto);
    if (percorso === null) voci.push({ percorso: scritto, nome: scritto });
    else if (proprio(matricola, percorso) || consenteFile(identita, await proprietaDi(db, percorso), 'view')) voci.push({ percorso, nome: percorso });
  }
  return voci;
}

function proprio(matricola: string, percorso: string): boolean {
  const cartella = `${matricola}/`;
  return percorso.startsWith(cartella) && dataDiScheda(matricola, percorso.slice(cartella.length)) === null;
}

/** `null` for what is no path of the archive: the zip tells that it is missing. */
function comeLogico(testo: string): string | null {
  try {
    return percorsoLogico(testo);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
