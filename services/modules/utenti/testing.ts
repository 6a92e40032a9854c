import { romeDate } from '#contracts/core/dates.ts';
import { entra, hashLeggero, md5, pronto } from '../../../test/access.ts';
import { avviaPortaleDiProva } from '../../../test/portal.ts';
import { creaCredenziali } from '#services/platform/identity/credentials.ts';
import { installa } from '../accesso/installation.ts';

export type ProvaUtenti = Awaited<ReturnType<typeof avviaProvaUtenti>>;

/** A portal with the demo accounts, and the calls about users; without a token `admin` makes them. */
export async function avviaProvaUtenti(log: (riga: string) => void = () => {}) {
  const portale = await avviaPortaleDiProva({ log });
  await installa(portale.dip);
  await pronto(portale);
  const prova = { admin: await entra(portale, 'admin', 'admin-demo') };
  let numero = 0;
  const { chiama } = portale;
  const crea = (user: Record<string, unknown>, token = prova.admin) => chiama('POST', '/api/users', { token, corpo: { user } });
  return Object.assign(prova, {
    portale,
    crea,
    leggi: (user: string, token = prova.admin) => chiama('GET', `/api/users?user=${encodeURIComponent(user)}`, { token }),
    modifica: (user: Record<string, unknown>, token = prova.admin, headers?: Record<string, string>) => chiama('PUT', '/api/users', { token, corpo: { auth: 'x', user }, headers }),
    elimina: (user: string, token = prova.admin) => chiama('DELETE', '/api/users', { token, corpo: { user } }),
    ripristina: (memberID: string, versione: number, token = prova.admin) =>
      chiama('POST', '/api/storico/ripristina', { token, corpo: { tabella: 'users', id: memberID, versione } }),
    login: async (username: string, password: string) => (await chiama('POST', '/api/login', { corpo: { username, password: md5(password) } })).stato,
    sessione: async (token: string) => (await chiama('GET', '/api/sessione', { token })).stato,
    eventi: async (memberID: string) => (await portale.dip.store.read(`users-${memberID}`)).map((e) => e.type),
    /** A new user of a group, signed in. */
    async nuovo(groupID: number): Promise<{ memberID: string; password: string; token: string }> {
      const memberID = `utente${(numero += 1)}`;
      const password = `parola-${numero}`;
      const valori = { groupID, signupDate: romeDate(new Date()) };
      await portale.comanda({ registro: 'users', azione: 'crea', chiave: memberID, valori }, { memberID: 'admin', groupID: 2, permessi: {} });
      await creaCredenziali(portale.dip.scritture, memberID, hashLeggero(password));
      return { memberID, password, token: await entra(portale, memberID, password) };
    },
  });
}
