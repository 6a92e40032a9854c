import type { AnyRegister, Valori } from '#contracts/core/define-register.ts';
import type { Dipendenze, Module, Rotta } from '../platform/module.ts';
import { attendi, mittenteDi, rispondiModifica } from '../platform/http/write-answer.ts';
import { chiaveGrezza, leggiChiave, leggiPadre } from './keys.ts';
import { recordDelCorpo, valoriDelCorpo } from './body.ts';
import { rottaElimina } from './delete.ts';
import { rottaLeggi } from './read.ts';

export interface OpzioniModulo {
  /** For a child: `?id=` is the key of its parent, as some of the specification's calls have it. */
  idDelPadre?: true;
}

/** The calls of a register: list and single read, create, update, delete. */
export function registerModule(def: AnyRegister, dip: Dipendenze, opzioni: OpzioniModulo = {}): Module {
  return { nome: def.path, rotte: [rottaLeggi(def, dip, opzioni), rottaCrea(def, dip), rottaModifica(def, dip), rottaElimina(def, dip)] };
}

export function rottaCrea(def: AnyRegister, dip: Dipendenze): Rotta {
  return {
    metodo: 'POST', path: `/api/${def.path}`, permesso: { accesso: def.accesso, azione: 'insert' },
    descrizione: `Crea: ${def.etichette.uno}.`,
    async gestisci(req, res, contesto) {
      const record = recordDelCorpo(def, req.body);
      const valori = conPadre(def, record, valoriDelCorpo(def, record, 'create'));
      const chiave = def.key.kind === 'natural' ? leggiChiave(def, record[def.key.field]) : undefined;
      const esito = await dip.dispatch({ registro: def.path, azione: 'crea', chiave, valori }, mittenteDi(req, contesto));
      await attendi(dip, res, esito.posizione);
      res.status(201).location(`/api/${def.path}?chiave=${encodeURIComponent(esito.chiave)}`).set('ETag', `"${esito.versione}"`)
        .json({ message: { insertId: esito.chiave, versione: esito.versione } });
    },
  };
}

export function rottaModifica(def: AnyRegister, dip: Dipendenze): Rotta {
  return {
    metodo: 'PUT', path: `/api/${def.path}`, permesso: { accesso: def.accesso, azione: 'edit' },
    descrizione: `Modifica i campi dati: ${def.etichette.uno}.`,
    async gestisci(req, res, contesto) {
      const record = recordDelCorpo(def, req.body);
      const chiave = leggiChiave(def, chiaveGrezza(def, record));
      const valori = valoriDelCorpo(def, record, 'change');
      const { versioneLetta } = contesto;
      const esito = await dip.dispatch({ registro: def.path, azione: 'modifica', chiave, valori, versioneLetta }, mittenteDi(req, contesto));
      await attendi(dip, res, esito.posizione);
      rispondiModifica(res, esito.posizione === null ? 0 : 1, esito.versione);
    },
  };
}

/** A child is created under a parent it names; where the parent's key is its own key, that is checked as such. */
function conPadre(def: AnyRegister, record: Record<string, unknown>, valori: Valori): Valori {
  if (!def.parent || def.parent.field === def.key.field) return valori;
  return { ...valori, [def.parent.field]: leggiPadre(def, record[def.parent.field]) };
}
