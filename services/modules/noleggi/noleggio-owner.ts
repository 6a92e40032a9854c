import type { Kysely } from 'kysely';
import { campiFile } from '#contracts/core/documents.ts';
import { haFormaNoleggio } from '#contracts/modules/noleggi.ts';
import type { LettureDatabase } from '#projections/database.ts';
import {
  campoStandard, chiNomina, fileDelGiorno, fotoNoleggi, noleggi, periodiSenzaContratto, rigaNoleggio, storicoNoleggi, type FileDelGiorno,
} from './noleggio-files.ts';
import { estensione } from '#services/platform/files/logical-path.ts';
import type { Proprieta } from '#services/registers/file-owner.ts';

type Letture = Kysely<LettureDatabase>;

/** Documents of a rental, its photos and the contracts of its periods; any other file of its folder is the rental's too. */
export async function fileNoleggio(db: Letture, cartella: string, nome: string, percorso: string): Promise<Proprieta | null> {
  const riga = haFormaNoleggio(cartella) ? await rigaNoleggio(db, cartella) : undefined;
  if (!riga) return null;
  const [id, utente] = [Number(riga['id']), String(riga['utente'])];
  const campo = campiFile(noleggi).find((c) => riga[c.campo] === percorso)?.campo ?? campoStandard(cartella, percorso);
  if (campo) return { def: noleggi, tipo: 'pdf', record: [{ id, utente, campo }] };
  const giorno = fileDelGiorno(cartella, nome);
  const figli = await figliDi(db, id, giorno, percorso);
  if (figli) return { ...figli, record: figli.righe.map((figlio) => ({ id: figlio.id, padre: id, utente, campo: figli.campo })) };
  const tipo = ['.jpg', '.jpeg'].includes(estensione(nome)) ? 'jpeg' : 'pdf';
  return { def: noleggi, tipo, record: [{ id, utente, campo: null }], ...(giorno ? { atteso: true } : {}) };
}

/** The children that name the file; else the periods whose contract it is by its date. */
async function figliDi(db: Letture, id: number, giorno: FileDelGiorno | null, percorso: string) {
  const vivi = async (tipo: FileDelGiorno['tipo']) => (await chiNomina(db, id, tipo, percorso)).filter((riga) => !riga.eliminato);
  const foto = await vivi('foto');
  if (foto.length > 0) return { def: fotoNoleggi, tipo: 'jpeg' as const, campo: 'foto', righe: foto };
  const contratti = await vivi('contratto');
  const righe = contratti.length === 0 && giorno?.tipo === 'contratto' ? await periodiSenzaContratto(db, id, giorno.data) : contratti;
  return righe.length > 0 ? { def: storicoNoleggi, tipo: 'pdf' as const, campo: 'contratto', righe } : null;
}
