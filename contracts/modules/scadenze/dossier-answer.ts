import type { RigaDossier } from './dossier.ts';
import type { Soggetto } from './document-kind.ts';
import type { Verdict } from './fitness.ts';

/** A worker or a machine in the response of `GET api/cantieri/dossier`: its fitness on the day and its lines of the checklist. */
export interface VoceDossier extends Verdict {
  soggetto: Extract<Soggetto, 'lavoratore' | 'macchina' | 'noleggio'>;
  /** Key of the record; a number for a rental. */
  id: string | number;
  matricola: string;
  nome: string;
  /** Day of its last production line on the site within the previous thirty days; `null`: none. */
  ultimo: string | null;
  righe: RigaDossier[];
}

/**
 * Response of `GET api/cantieri/dossier`. If the request names nobody, it covers those who worked on the site lately, as far as the person
 * sees them.
 */
export interface DossierAnswer {
  data: VoceDossier[];
  /** Requirements of the site that those present meet together. */
  cantiere: Verdict & { righe: RigaDossier[] };
  /** Operators of the lines that match no worker; filled for people who see the workers, when the request names nobody. */
  sconosciuti: string[];
}
