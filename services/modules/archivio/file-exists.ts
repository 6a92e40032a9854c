import type { Identita } from '#contracts/core/permissions.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { percorsoManutenzione } from '#contracts/core/documents.ts';
import { conPdf, giorno } from './destination.ts';
import { cartellaDi, nomeFile, percorsoLogico } from '#services/platform/files/logical-path.ts';
import { consenteFile, proprietaDi } from '#services/registers/file-owner.ts';

export interface Domanda {
  percorso?: string | undefined;
  file?: string | undefined;
  matricola?: string | undefined;
  data?: string | undefined;
}

/** Whether the file is there, and which files of its folder this person may open. */
export async function esisteFile(dip: Pick<Dipendenze, 'files' | 'letture'>, domanda: Domanda, identita: Identita): Promise<{ exist: boolean; files: string[] }> {
  const { cartella, nome } = cercato(domanda);
  const files: string[] = [];
  for (const { percorso } of cartella === '' ? [] : await dip.files.elenca(cartella)) {
    if (consenteFile(identita, await proprietaDi(dip.letture, percorso), 'view')) files.push(percorso.slice(cartella.length + 1));
  }
  return { exist: nome === null ? files.length > 0 : files.includes(nome), files };
}

/** A full path, or a folder (the matricola) with a name in it, a date, or nothing more. */
function cercato({ percorso, file, matricola, data }: Domanda): { cartella: string; nome: string | null } {
  if (percorso) return diviso(percorsoLogico(percorso));
  if (!matricola) return diviso(percorsoLogico(file));
  const cartella = nomeFile(matricola);
  if (file) {
    const intero = percorsoLogico(file);
    return intero.includes('/') ? diviso(intero) : { cartella, nome: conPdf(intero) };
  }
  return data ? diviso(percorsoManutenzione(cartella, giorno(data))) : { cartella, nome: null };
}

function diviso(percorso: string): { cartella: string; nome: string } {
  const cartella = cartellaDi(percorso);
  return { cartella, nome: percorso.slice(cartella === '' ? 0 : cartella.length + 1) };
}
