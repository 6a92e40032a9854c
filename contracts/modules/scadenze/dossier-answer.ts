import type { RigaDossier } from './dossier.ts';
import type { Soggetto } from './document-kind.ts';
import type { Verdict } from './fitness.ts';

/** One of `GET api/cantieri/dossier`: a worker or a machine, its fitness on the day and its lines of the checklist. */
export interface VoceDossier extends Verdict {
  soggetto: Extract<Soggetto, 'lavoratore' | 'macchina' | 'noleggio'>;
  /** The register's key; of a rental the number. */
  id: string | number;
  matricola: string;
  nome: string;
  /** The day of its last line of production on the site, in the thirty days before; `null`: none. */
  ultimo: string | null;
  righe: RigaDossier[];
}

/** `GET api/cantieri/dossier`: without names those who worked on the site lately, as far as the person sees them. */
export interface DossierAnswer {
  data: VoceDossier[];
  /** What is asked of those present together. */
  cantiere: Verdict & { righe: RigaDossier[] };
  /** Operators of the lines behind whom no worker is known: for who sees the workers, where nobody was named. */
  sconosciuti: string[];
}
