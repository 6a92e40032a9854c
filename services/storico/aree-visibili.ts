import type { Kysely } from 'kysely';
import { DomainError } from '#contracts/errors.ts';
import { AREE, ambito, type Area, type Identita } from '#contracts/permessi.ts';
import { REGISTRI, registro as registroDi } from '#contracts/registri/index.ts';
import type { VoceStorico } from '#contracts/storico.ts';
import type { LettureDatabase } from '#projections/database.ts';
import { registro, type RichiestaRegistro } from '#projections/storico/storico.queries.ts';

interface Pagina {
  righe: VoceStorico[];
  totale: number;
}

/** Entries that are put together at most; further back, one area or a period must be asked for. */
const PROFONDITA = 10_000;

/**
 * The trail, of the areas whose every record the person may see. An area seen in part (level 1)
 * is left out whole: an entry names a record, and the record may be somebody else's.
 */
export async function registroVisibile(db: Kysely<LettureDatabase>, richiesta: RichiestaRegistro, identita: Identita): Promise<Pagina> {
  const visibili = areeVisibili(identita);
  const area = richiesta.area ?? (richiesta.tabella === undefined ? undefined : registroDi(richiesta.tabella)?.accesso.area);
  if (area !== undefined) return visibili.includes(area) ? registro(db, richiesta) : { righe: [], totale: 0 };
  if (visibili.length === CON_REGISTRI.length) return registro(db, richiesta);
  const { pagina, righe } = richiesta;
  if (pagina * righe > PROFONDITA) throw new DomainError('RICHIESTA_NON_VALIDA', { messaggio: "Restringi la ricerca a un'area o a un periodo per andare così indietro." });
  const parti = await Promise.all(visibili.map((una) => registro(db, { ...richiesta, area: una, pagina: 1, righe: pagina * righe })));
  const insieme = piuRecenti(parti.map((parte) => parte.righe), pagina * righe);
  return { righe: insieme.slice((pagina - 1) * righe), totale: parti.reduce((somma, parte) => somma + parte.totale, 0) };
}

const CON_REGISTRI: readonly Area[] = AREE.filter((area) => REGISTRI.some((def) => def.accesso.area === area));

function areeVisibili(identita: Identita): Area[] {
  return CON_REGISTRI.filter((area) =>
    REGISTRI.filter((def) => def.accesso.area === area).every((def) => ambito(identita, def.accesso, 'view') === 'all'));
}

/** The first `quante` of lists that are each newest first; a longer cut begins with the shorter one, so pages fit. */
export function piuRecenti<T extends { quando: string }>(liste: readonly (readonly T[])[], quante: number): T[] {
  const indici = liste.map(() => 0);
  const insieme: T[] = [];
  while (insieme.length < quante) {
    let scelta = -1;
    for (const [i, lista] of liste.entries()) {
      const testa = lista[indici[i] ?? 0];
      const migliore = scelta < 0 ? undefined : liste[scelta]?.[indici[scelta] ?? 0];
      if (testa && (!migliore || testa.quando > migliore.quando)) scelta = i;
    }
    const voce = liste[scelta]?.[indici[scelta] ?? 0];
    if (!voce) break;
    insieme.push(voce);
    indici[scelta] = (indici[scelta] ?? 0) + 1;
  }
  return insieme;
}
