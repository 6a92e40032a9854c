import { richiestaLogin, type RispostaLogin, type Sessione } from '#contracts/modules/accesso.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { marcatore } from '#contracts/core/permissions.ts';
import type { Dipendenze, Module, Rotta } from '#services/platform/module.ts';
import { sessioneDi, tokenDi } from '#services/platform/identity/session.ts';
import { accedi } from './login.ts';
import { permessiCompleti } from '#services/platform/identity/group-permissions.ts';
import { chiudiSessione } from '#services/platform/identity/sessions.ts';
import { tentativiInMemoria, type Tentativi } from './login-attempts.ts';

type Dip = Pick<Dipendenze, 'letture' | 'scritture' | 'clock' | 'config'>;

/** Login, logout and who am I (part 1, sections 4 and 7). */
export function moduloAccesso(dip: Dip, tentativi: Tentativi = tentativiInMemoria()): Module {
  return { nome: 'accesso', rotte: [login(dip, tentativi), logout(dip), sessione(dip)] };
}

function login(dip: Dip, tentativi: Tentativi): Rotta {
  return {
    metodo: 'POST', path: '/api/login', permesso: 'pubblica',
    descrizione: 'Apre una sessione con username e digest MD5 della password.',
    async gestisci(req, res) {
      const richiesta = richiestaLogin.parse(req.body);
      const accesso = await tentativi.conta(richiesta.username, req.ip ?? '', () => accedi(dip, richiesta));
      if (!accesso) throw new DomainError('CREDENZIALI_ERRATE');
      const risposta: RispostaLogin = { utente: { token: accesso.token, data: [accesso.utente] } };
      res.json(risposta);
    },
  };
}

function logout(dip: Dip): Rotta {
  return {
    metodo: 'POST', path: '/api/logout', permesso: 'sessione',
    descrizione: 'Chiude questa sessione.',
    async gestisci(req, res) {
      const token = tokenDi(req);
      if (token !== null) await chiudiSessione(dip.scritture, token);
      res.json({ message: { affectedRows: 1 } });
    },
  };
}

function sessione(dip: Dip): Rotta {
  return {
    metodo: 'GET', path: '/api/sessione', permesso: 'sessione',
    descrizione: 'La persona della sessione, con il gruppo e i permessi per area.',
    async gestisci(req, res) {
      const letta = await sessioneDi(dip, req);
      if (!letta) throw new DomainError('SESSIONE_ASSENTE');
      const { memberID, groupID, email, gruppo, ricordami } = letta;
      const dati: Sessione = {
        memberID, groupID, email, gruppo, ricordami,
        name: letta.nome ?? memberID,
        marcatore: marcatore(groupID),
        permessi: permessiCompleti(letta.permessi),
        archivioUrl: dip.config.ARCHIVIO_URL || null,
        scade: letta.scade.toISOString(),
      };
      res.json({ data: [dati] });
    },
  };
}
