import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { romeDate } from '#contracts/core/dates.ts';
import { entra, md5 } from '../../../test/access.ts';
import { avviaProvaUtenti, type ProvaUtenti } from './testing.ts';

let prova: ProvaUtenti;
const log: string[] = [];

beforeAll(async () => {
  prova = await avviaProvaUtenti((riga) => log.push(riga));
});
afterAll(() => prova.portale.ferma());

describe('creare un utente', () => {
  it('crea il record e le credenziali: può entrare', async () => {
    const { stato, corpo, headers } = await prova.crea({ memberID: 'anna', passMD5: md5('segreta'), groupID: 12, custom1: 'Anna Rossi', email: 'anna@example.it' });
    expect(stato).toBe(201);
    expect(corpo).toEqual({ message: { insertId: 'anna', versione: 1 } });
    expect(headers.get('location')).toBe('/api/users?user=anna');
    expect((await prova.leggi('anna')).corpo.data).toEqual([expect.objectContaining({
      memberID: 'anna', groupID: 12, custom1: 'Anna Rossi', email: 'anna@example.it', signupDate: romeDate(new Date()), utente: 'admin', versione: 1,
    })]);
    expect(await prova.login('anna', 'segreta')).toBe(200);
  });

  it('vuole la password come digest, un gruppo che esista e un nome ammesso', async () => {
    const buono = { memberID: 'bruno', passMD5: md5('x'), groupID: 12 };
    for (const [campo, user] of [
      ['passMD5', { ...buono, passMD5: undefined }], ['passMD5', { ...buono, passMD5: '' }], ['passMD5', { ...buono, passMD5: 'in-chiaro' }],
      ['passMD5', { ...buono, passMD5: 12 }], ['passMD5', { ...buono, passMD5: `${md5('x')}0` }],
      ['groupID', { ...buono, groupID: 77 }], ['groupID', { ...buono, groupID: null }], ['groupID', { ...buono, groupID: undefined }], ['groupID', { ...buono, groupID: 1.5 }],
      ['memberID', { ...buono, memberID: '' }], ['memberID', { ...buono, memberID: 'sistema' }], ['memberID', { ...buono, memberID: '0' }],
      ['memberID', { ...buono, memberID: 'a/b' }], ['memberID', { ...buono, memberID: 'b'.repeat(51) }],
    ] as const) {
      const { stato, corpo } = await prova.crea(user);
      expect(stato, JSON.stringify(user)).toBe(400);
      expect(corpo.errors[0].campo, JSON.stringify(user)).toBe(campo);
    }
    expect(await prova.eventi('bruno')).toEqual([]);
  });

  it('un nome già preso è 409 e non tocca la password di chi lo ha', async () => {
    const { memberID, password } = await prova.nuovo(12);
    expect((await prova.crea({ memberID, passMD5: md5('rubata'), groupID: 12 })).stato).toBe(409);
    expect(await prova.login(memberID, password)).toBe(200);
    expect(await prova.login(memberID, 'rubata')).toBe(401);
  });

  it('la stessa richiesta ripetuta è la stessa creazione, e non riporta indietro una password cambiata', async () => {
    const richiesta = { token: prova.admin, corpo: { user: { memberID: 'carla', passMD5: md5('prima'), groupID: 3 } }, headers: { 'idempotency-key': 'carla-1' } };
    const una = await prova.portale.chiama('POST', '/api/users', richiesta);
    await prova.modifica({ memberID: 'carla', passMD5: md5('dopo') });
    const due = await prova.portale.chiama('POST', '/api/users', richiesta);
    expect([una.stato, due.stato]).toEqual([201, 201]);
    expect(due.corpo).toEqual(una.corpo);
    expect([await prova.login('carla', 'prima'), await prova.login('carla', 'dopo')]).toEqual([401, 200]);
  });
});

describe('chi legge gli utenti', () => {
  it('user=0 li elenca a chi amministra, a pagine se si chiede', async () => {
    const { corpo } = await prova.leggi('0');
    expect(corpo.data.map((u: { memberID: string }) => u.memberID)).toEqual(expect.arrayContaining(['admin', 'capo', 'direzione', 'operaio']));
    const pagina = await prova.portale.chiama('GET', '/api/users?user=0&pagina=1&righe=2&ordina=-memberID', { token: prova.admin });
    expect(pagina.corpo.data).toHaveLength(2);
    expect(pagina.corpo.totale).toBe(corpo.data.length);
    expect((await prova.portale.chiama('GET', '/api/users', { token: prova.admin })).corpo.data).toHaveLength(corpo.data.length);
  });

  it('chi non amministra legge solo il proprio profilo', async () => {
    const { memberID, token } = await prova.nuovo(9);
    const { stato, corpo } = await prova.leggi(memberID, token);
    expect(stato).toBe(200);
    expect(corpo.data).toHaveLength(1);
    expect(corpo.data[0].memberID).toBe(memberID);
    for (const altro of ['0', 'admin', 'nessuno', '']) expect((await prova.leggi(altro, token)).stato, altro).toBeGreaterThanOrEqual(400);
    expect((await prova.leggi('admin', token)).stato).toBe(403);
    expect((await prova.portale.chiama('GET', '/api/users', { token })).stato).toBe(403);
    expect((await prova.portale.chiama('GET', '/api/users?chiave=admin', { token })).stato).toBe(403);
    expect((await prova.portale.chiama('GET', `/api/users?user=${memberID}&user=admin`, { token })).stato).toBeGreaterThanOrEqual(400);
  });

  it('uno sconosciuto è 404 per chi amministra', async () => {
    expect((await prova.leggi('nessuno')).stato).toBe(404);
    expect((await prova.modifica({ memberID: 'nessuno', custom1: 'x' })).stato).toBe(404);
    expect((await prova.modifica({ memberID: 'nessuno', passMD5: md5('x') })).stato).toBe(404);
    expect((await prova.elimina('nessuno')).stato).toBe(404);
  });
});

describe('il proprio profilo', () => {
  const riga = { email: 'io@example.it', custom1: 'Nome Cognome', custom2: 'Via Po 1', custom3: 'Modena', custom4: 'Italia' };

  it('ognuno cambia i suoi cinque campi, e gli altri restano come sono', async () => {
    const { memberID, token } = await prova.nuovo(3);
    const mia = (await prova.leggi(memberID, token)).corpo.data[0];
    const { stato, corpo } = await prova.modifica({ ...mia, ...riga, comments: 'nuove', signupDate: '1999-01-01', utente: 'admin' }, token);
    expect(stato).toBe(200);
    expect(corpo).toEqual({ message: { affectedRows: 1, versione: 2 } });
    expect((await prova.leggi(memberID, token)).corpo.data[0]).toMatchObject({ ...riga, groupID: 3, comments: null, signupDate: romeDate(new Date()), utente: 'admin' });
    expect((await prova.modifica({ memberID, ...riga }, token)).corpo).toEqual({ message: { affectedRows: 0, versione: 2 } });
  });

  it('non cambia il proprio gruppo', async () => {
    const { memberID, token } = await prova.nuovo(9);
    expect((await prova.modifica({ memberID, groupID: 2 }, token)).stato).toBe(403);
    expect((await prova.modifica({ memberID, ...riga, groupID: 12 }, token)).stato).toBe(403);
    expect((await prova.leggi(memberID)).corpo.data[0]).toMatchObject({ groupID: 9, email: null });
  });

  it('non tocca gli altri', async () => {
    const { memberID } = await prova.nuovo(3);
    const { token } = await prova.nuovo(9);
    expect((await prova.modifica({ memberID, ...riga }, token)).stato).toBe(403);
    expect((await prova.modifica({ memberID, passMD5: md5('x') }, token)).stato).toBe(403);
    expect((await prova.crea({ memberID: 'abusivo', passMD5: md5('x'), groupID: 2 }, token)).stato).toBe(403);
    expect((await prova.elimina(memberID, token)).stato).toBe(403);
    expect(await prova.eventi(memberID)).toEqual(['UtenteRegistrato.v1']);
  });

  it('con una versione superata risponde 409 e non perde niente', async () => {
    const { memberID, token, password } = await prova.nuovo(3);
    await prova.modifica({ memberID, custom3: 'Reggio' });
    const { stato, corpo } = await prova.modifica({ memberID, custom3: 'Parma', passMD5: md5('nuova') }, token, { 'if-match': '"1"' });
    expect(stato).toBe(409);
    expect(corpo).toMatchObject({ attuale: { custom3: 'Reggio' }, versione: 2, utente: 'admin' });
    expect(await prova.login(memberID, password)).toBe(200);
  });
});

describe('la password', () => {
  it('cambiata da un amministratore vale subito e chiude tutte le sessioni', async () => {
    const { memberID, password, token } = await prova.nuovo(12);
    const altra = await entra(prova.portale, memberID, password, true);
    const { stato, corpo } = await prova.modifica({ memberID, passMD5: md5('nuova') });
    expect(stato).toBe(200);
    expect(corpo).toEqual({ message: { affectedRows: 1, versione: 2 } });
    expect([await prova.sessione(token), await prova.sessione(altra)]).toEqual([401, 401]);
    expect([await prova.login(memberID, password), await prova.login(memberID, 'nuova')]).toEqual([401, 200]);
    const [, fatto] = await prova.portale.dip.store.read(`users-${memberID}`);
    expect(fatto).toMatchObject({ type: 'PasswordCambiata.v1', data: { memberID }, metadata: { utente: 'admin' } });
    expect(Object.keys(fatto?.data ?? {})).toEqual(['memberID']);
  });

  it('ognuno cambia la propria, anche insieme al profilo', async () => {
    const { memberID, token } = await prova.nuovo(3);
    expect((await prova.modifica({ memberID, custom1: 'Nuovo Nome', passMD5: md5('mia') }, token)).corpo.message).toEqual({ affectedRows: 1, versione: 3 });
    expect(await prova.eventi(memberID)).toEqual(['UtenteRegistrato.v1', 'UtenteModificato.v1', 'PasswordCambiata.v1']);
    expect(await prova.sessione(token)).toBe(401);
    expect(await prova.login(memberID, 'mia')).toBe(200);
  });

  it('vuota, o uguale a prima, resta e le sessioni anche', async () => {
    const { memberID, password, token } = await prova.nuovo(3);
    for (const passMD5 of ['', null, undefined, md5(password)]) {
      expect((await prova.modifica({ memberID, passMD5 })).corpo.message).toEqual({ affectedRows: 0, versione: 1 });
    }
    expect(await prova.sessione(token)).toBe(200);
    expect(await prova.eventi(memberID)).toEqual(['UtenteRegistrato.v1']);
    expect((await prova.modifica({ memberID, passMD5: 'in-chiaro' })).stato).toBe(400);
  });

  it('se il fatto non si può registrare, la password resta quella di prima', async () => {
    const { memberID, password, token } = await prova.nuovo(3);
    const { append } = prova.portale.dip.store;
    prova.portale.dip.store.append = () => Promise.reject(new Error('disk full'));
    const { stato } = await prova.modifica({ memberID, passMD5: md5('nuova') });
    prova.portale.dip.store.append = append;
    expect(stato).toBe(500);
    expect([await prova.login(memberID, password), await prova.login(memberID, 'nuova'), await prova.sessione(token)]).toEqual([200, 401, 200]);
  });

  it('un login in corso durante il cambio non lascia una sessione aperta', async () => {
    const { memberID, password } = await prova.nuovo(3);
    const tentativi = Array.from({ length: 6 }, () => prova.portale.chiama('POST', '/api/login', { corpo: { username: memberID, password: md5(password) } }));
    const cambio = prova.modifica({ memberID, passMD5: md5('nuova') });
    const esiti = await Promise.all(tentativi);
    expect((await cambio).stato).toBe(200);
    for (const { stato, corpo } of esiti) {
      expect([200, 401]).toContain(stato);
      if (stato === 200) expect(await prova.sessione(corpo.utente.token)).toBe(401);
    }
  });
});

describe('il gruppo e la vita di un utente', () => {
  it('cambiare gruppo chiude le sessioni e vale dal login dopo', async () => {
    const { memberID, password, token } = await prova.nuovo(3);
    expect((await prova.modifica({ memberID, groupID: 9 })).stato).toBe(200);
    expect(await prova.sessione(token)).toBe(401);
    const dopo = await entra(prova.portale, memberID, password);
    expect((await prova.portale.chiama('GET', '/api/sessione', { token: dopo })).corpo.data[0]).toMatchObject({ groupID: 9, gruppo: 'Direzione' });
    expect((await prova.modifica({ memberID, groupID: 77 })).stato).toBe(400);
  });

  it('cambiare il resto lascia aperte le sessioni', async () => {
    const { memberID, token } = await prova.nuovo(3);
    await prova.modifica({ memberID, custom1: 'Altro', groupID: 3 });
    expect(await prova.sessione(token)).toBe(200);
  });

  it('eliminato, non entra più e le sue sessioni finiscono', async () => {
    const { memberID, password, token } = await prova.nuovo(3);
    expect((await prova.elimina(memberID)).corpo).toEqual({ message: { affectedRows: 1, versione: 2 } });
    expect(await prova.sessione(token)).toBe(401);
    expect(await prova.login(memberID, password)).toBe(401);
    expect((await prova.leggi(memberID)).stato).toBe(404);
    expect((await prova.elimina(memberID)).stato).toBe(404);
    expect((await prova.crea({ memberID, passMD5: md5('x'), groupID: 3 })).stato).toBe(409);
  });

  it('ripristinato dallo storico torna senza password: la dà un amministratore', async () => {
    const { memberID, password } = await prova.nuovo(3);
    await prova.elimina(memberID);
    expect((await prova.ripristina(memberID, 1)).stato).toBe(200);
    expect(await prova.login(memberID, password)).toBe(401);
    expect((await prova.modifica({ memberID, passMD5: md5('nuova') })).stato).toBe(200);
    expect(await prova.login(memberID, 'nuova')).toBe(200);
  });

  it('in un gruppo che non esiste più non si ripristina', async () => {
    const gruppo = (await prova.portale.chiama('POST', '/api/groups', { token: prova.admin, corpo: { group: { name: 'Breve' } } })).corpo.message.insertId;
    const { memberID } = await prova.nuovo(gruppo);
    await prova.modifica({ memberID, groupID: 3 });
    expect((await prova.portale.chiama('DELETE', '/api/groups', { token: prova.admin, corpo: { groupID: gruppo } })).stato).toBe(200);
    expect((await prova.ripristina(memberID, 1)).stato).toBe(400);
    expect((await prova.leggi(memberID)).corpo.data[0].groupID).toBe(3);
  });

  it('ripristinare un gruppo di prima chiude le sessioni', async () => {
    const { memberID, password } = await prova.nuovo(3);
    await prova.modifica({ memberID, groupID: 9 });
    const token = await entra(prova.portale, memberID, password);
    expect((await prova.ripristina(memberID, 1)).stato).toBe(200);
    expect(await prova.sessione(token)).toBe(401);
  });

  it('si elimina anche con la chiave nell’indirizzo', async () => {
    const { memberID } = await prova.nuovo(3);
    expect((await prova.portale.chiama('DELETE', `/api/users?user=${memberID}`, { token: prova.admin })).stato).toBe(200);
    expect((await prova.portale.chiama('DELETE', '/api/users', { token: prova.admin })).stato).toBe(400);
  });
});

describe('digest e hash', () => {
  it('non compaiono mai negli eventi, nei log, nelle letture né nelle risposte', async () => {
    const segreti = [md5('segreta'), md5('nuova'), md5('mia'), md5('admin-demo'), md5('rubata')];
    const { rows: hash } = await sql<{ hash: string }>`select hash from public.credenziali`.execute(prova.portale.dip.scritture);
    expect(hash.length).toBeGreaterThan(5);
    segreti.push(...hash.map((r) => r.hash), ...hash.map((r) => r.hash.split('$')[4] ?? '$'));
    const dove: string[] = [log.join('\n'), JSON.stringify((await prova.leggi('0')).corpo), JSON.stringify((await prova.leggi('anna')).corpo)];
    for (const chiamata of ['/api/storico?tabella=users&id=carla', '/api/storico/registro?tabella=users&righe=500', '/api/storico/stato?tabella=users&id=carla&versione=2']) {
      const { stato, testo } = await prova.portale.chiama('GET', chiamata, { token: prova.admin });
      expect(stato, chiamata).toBe(200);
      dove.push(testo);
    }
    const { rows } = await sql<{ testo: string }>`select u::text as testo from users u`.execute(prova.portale.dip.letture);
    dove.push(rows.map((r) => r.testo).join('\n'));
    const { store } = prova.portale.dip;
    const testa = await store.head() ?? '';
    for await (const lotto of store.readAll(null, new AbortController().signal)) {
      dove.push(JSON.stringify(lotto));
      if ((lotto.at(-1)?.position ?? '') >= testa) break;
    }
    expect(dove.at(-1)).toContain('PasswordCambiata.v1');
    expect(dove.join('').length).toBeGreaterThan(5_000);
    expect(log.length).toBeGreaterThan(20);
    for (const testo of dove) {
      for (const segreto of segreti) expect(testo.includes(segreto), `${segreto} in ${testo.slice(0, 60)}`).toBe(false);
      expect(testo).not.toMatch(/pass_?md5|scrypt/i);
    }
  });
});
