import { z } from 'zod';
import { figliDi } from '#contracts/registers/index.ts';
import { storicoDi } from '#projections/storico/storico.queries.ts';
import { richiedi } from '#services/platform/http/permissions.ts';
import { attendi, mittenteDi, rispondiModifica } from '#services/platform/http/write-answer.ts';
import type { Dipendenze, Module, Rotta } from '#services/platform/module.ts';
import { leggiChiave, registroDi } from '#services/registers/keys.ts';
import { recordAllora, richiestaAllora } from './as-of.ts';
import { comeRiga, leggiDalLog } from './record.ts';
import { rottaRegistro } from './trail.ts';

/** The history of records: what happened, the record as it was, and back again. */
export function moduloStorico(dip: Dipendenze): Module {
  return { nome: 'storico', rotte: [rottaStorico(dip), rottaStato(dip), rottaRipristina(dip), rottaRegistro(dip)] };
}

function rottaStorico(dip: Dipendenze): Rotta {
  return {
    metodo: 'GET', path: '/api/storico', permesso: 'sessione',
    descrizione: 'Gli eventi di un record (tabella, id), dal più recente, con i valori prima e dopo; dei suoi figli anche.',
    async gestisci(req, res, { identita }) {
      const { def, chiave } = await leggiDalLog(dip, req.query['tabella'], req.query['id'], richiedi(identita));
      res.json({ data: await storicoDi(dip.letture, def.path, String(chiave), { conFigli: figliDi(def).length > 0 }) });
    },
  };
}

function rottaStato(dip: Dipendenze): Rotta {
  return {
    metodo: 'GET', path: '/api/storico/stato', permesso: 'sessione',
    descrizione: "Il record (tabella, id) com'era a una versione o a una data (al).",
    async gestisci(req, res, { identita }) {
      const letto = await leggiDalLog(dip, req.query['tabella'], req.query['id'], richiedi(identita));
      res.json({ data: [comeRiga(letto, recordAllora(letto, richiestaAllora.parse(req.query)))] });
    },
  };
}

const richiestaRipristino = z.object({
  tabella: z.string({ error: 'Serve la tabella' }),
  id: z.union([z.string(), z.number()], { error: "Serve l'id" }),
  versione: z.coerce.number({ error: 'Serve un numero di versione' }).int({ error: 'Serve un numero intero' }).positive({ error: 'Serve un numero positivo' }),
});

function rottaRipristina(dip: Dipendenze): Rotta {
  return {
    metodo: 'POST', path: '/api/storico/ripristina', permesso: 'sessione',
    descrizione: 'Riporta un record (tabella, id) ai valori di una versione, con un evento nuovo; anche un record eliminato. Dei documenti torna il percorso, non un contenuto precedente.',
    schema: { corpo: richiestaRipristino },
    async gestisci(req, res, contesto) {
      const { tabella, id, versione } = richiestaRipristino.parse(req.body);
      const def = registroDi(tabella);
      const chiave = leggiChiave(def, id, 'id');
      const { versioneLetta } = contesto;
      const esito = await dip.dispatch({ registro: def.path, azione: 'ripristina', chiave, versione, versioneLetta }, mittenteDi(req, contesto));
      await attendi(dip, res, esito.posizione);
      rispondiModifica(res, esito.posizione === null ? 0 : 1, esito.versione);
    },
  };
}
