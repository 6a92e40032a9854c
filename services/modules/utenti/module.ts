import { passMD5 } from '#contracts/modules/accesso.ts';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { ambito } from '#contracts/core/permissions.ts';
import { users } from '#contracts/registers/users.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { creaCredenziali } from '#services/platform/identity/credentials.ts';
import { cifra } from '#services/platform/identity/password.ts';
import { datiNonValidi } from '#services/platform/http/problem.ts';
import { richiedi } from '#services/platform/http/permissions.ts';
import { attendi, mittenteDi, rispondiModifica } from '#services/platform/http/write-answer.ts';
import type { Dipendenze, Module, Rotta } from '#services/platform/module.ts';
import { isDati, leggiChiave } from '#services/registers/keys.ts';
import { recordDelCorpo, valoriDelCorpo } from '#services/registers/body.ts';
import { cambiaPassword } from './change-password.ts';
import { rottaLeggiUtenti } from './read.ts';
import { modificaProfilo } from './profile.ts';

/** As generic code knows it. */
const DEF = users as AnyRegister;
/** Names that metadata and calls use for something else: the system itself, and "all users". */
const NOMI_RISERVATI = new Set(['sistema', '0']);

/**
 * Users (part 2, section 7). Their digests never leave this module but as hashes in `credenziali`.
 * `dip.dispatch` carries the rules of services/modules/accesso/rules.ts.
 */
export function moduloUtenti(dip: Dipendenze): Module {
  return { nome: 'users', rotte: [rottaLeggiUtenti(dip), crea(dip), modifica(dip), elimina(dip)] };
}

function crea(dip: Dipendenze): Rotta {
  return {
    metodo: 'POST', path: '/api/users', permesso: { accesso: users.accesso, azione: 'insert' },
    descrizione: 'Crea un utente; passMD5 è il digest MD5 della password.',
    async gestisci(req, res, contesto) {
      const record = recordDelCorpo(DEF, req.body);
      const valori = valoriDelCorpo(DEF, record, 'create');
      const chiave = leggiChiave(DEF, record['memberID']);
      if (NOMI_RISERVATI.has(String(chiave))) throw campoErrato('memberID', 'Questo nome è riservato');
      const digest = leggiDigest(record);
      if (digest === undefined) throw campoErrato('passMD5', 'Manca la password');
      valori['signupDate'] ??= romeDate(dip.clock.now());
      const hash = await cifra(digest);
      const esito = await dip.dispatch({ registro: 'users', azione: 'crea', chiave, valori }, mittenteDi(req, contesto));
      await creaCredenziali(dip.scritture, String(chiave), hash);
      await attendi(dip, res, esito.posizione);
      res.status(201).location(`/api/users?user=${encodeURIComponent(esito.chiave)}`).set('ETag', `"${esito.versione}"`)
        .json({ message: { insertId: esito.chiave, versione: esito.versione } });
    },
  };
}

function modifica(dip: Dipendenze): Rotta {
  return {
    metodo: 'PUT', path: '/api/users', permesso: 'sessione',
    descrizione: 'Modifica un utente; il proprio profilo (non il gruppo) è di ognuno. Un passMD5 vuoto lascia la password com\'è.',
    async gestisci(req, res, contesto) {
      const identita = richiedi(contesto.identita);
      const record = recordDelCorpo(DEF, req.body);
      const chiave = String(leggiChiave(DEF, record['memberID']));
      const amministra = ambito(identita, users.accesso, 'edit');
      const proprio = chiave === identita.memberID && amministra !== 'all';
      if (!proprio && amministra === 'none') throw new DomainError('NON_PERMESSO');
      const valori = valoriDelCorpo(DEF, record, 'change');
      const digest = leggiDigest(record);
      const mittente = mittenteDi(req, contesto);
      const { versioneLetta } = contesto;
      const esito = proprio
        ? await modificaProfilo(dip, valori, versioneLetta, mittente)
        : await dip.dispatch({ registro: 'users', azione: 'modifica', chiave, valori, versioneLetta }, mittente);
      const password = digest === undefined ? null : await cambiaPassword(dip, chiave, digest, mittente);
      const posizione = password?.posizione ?? esito.posizione;
      await attendi(dip, res, posizione);
      rispondiModifica(res, posizione === null ? 0 : 1, password?.versione ?? esito.versione);
    },
  };
}

function elimina(dip: Dipendenze): Rotta {
  return {
    metodo: 'DELETE', path: '/api/users', permesso: { accesso: users.accesso, azione: 'delete' },
    descrizione: 'Elimina un utente (nel corpo o nell\'indirizzo: user) e chiude le sue sessioni.',
    async gestisci(req, res, contesto) {
      const corpo = isDati(req.body) ? req.body : {};
      const chiave = leggiChiave(DEF, corpo['user'] ?? corpo['memberID'] ?? req.query['user'] ?? req.query['memberID'] ?? req.query['chiave'], 'user');
      const { versioneLetta } = contesto;
      const esito = await dip.dispatch({ registro: 'users', azione: 'elimina', chiave, versioneLetta }, mittenteDi(req, contesto));
      await attendi(dip, res, esito.posizione);
      rispondiModifica(res, 1, esito.versione);
    },
  };
}

function leggiDigest(record: Record<string, unknown>): string | undefined {
  const letto = passMD5.safeParse(record['passMD5']);
  if (!letto.success) throw datiNonValidi(letto.error, ['passMD5']);
  return letto.data;
}

const campoErrato = (campo: string, messaggio: string) => new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo, messaggio }] });
