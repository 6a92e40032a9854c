import { afterAll, describe, expect, it } from 'vitest';
import { addDays } from '#contracts/core/dates.ts';
import type { Permissions } from '#contracts/core/permissions.ts';
import { dossierBench, FAR, folder, levels } from './bench.testing.ts';

const { portale, admin, today, post, site, machine, renew, ready, list, zipOf, stop } = await dossierBench();
afterAll(stop);

describe('chi può lavorare qui', () => {
  async function lineOn(commessa: string, data: string, values: object) {
    const { body } = await portale.call('GET', `/api/produzione_padre?cerca=${commessa}&pagina=1`, { as: admin });
    const known = (body.data as { id: number; data: string; cantiere: string }[]).find(
      (one) => one.data === data && one.cantiere === commessa,
    );
    const header = known?.id ?? (await post('produzione_padre', 'produzione_padre', { data, cantiere: commessa }));
    await post('produzione', 'produzione', { id_intestazione: header, wbs: 'PILA', lavorazione: 'PALI', quantita: 1, ...values });
  }
  async function siteAtWork() {
    const commessa = await site();
    await post('cantieri_wbs', 'cantieri_wbs', { commessa, descrizione: 'PILA' });
    await post('cantieri_lavorazioni', 'cantieri_lavorazioni', { commessa, lavorazione: 'PALI', prezzo: 10 });
    return commessa;
  }
  const operator = async (matricola: string) => {
    await post('operatore', 'operatore', { descrizione: `OPERATORE ${matricola}`, matricola });
    return `OPERATORE ${matricola}`;
  };

  it('chi vi ha lavorato negli ultimi trenta giorni, con esito e motivi; la macchina chiede a chi la conduce', async () => {
    const [commessa, m] = [await siteAtWork(), await machine({ tipologia: 'Perforatrice D' })];
    await post('requisiti', 'requisiti', { soggetto: 'lavoratore', tipo_documento: 'pfr_gd', tipologia: 'Perforatrice D' });
    await post('requisiti', 'requisiti', { soggetto: 'macchina', tipo_documento: 'ass', tipologia: 'Perforatrice D' });
    const [good, gone] = [await ready(), await ready()];
    await lineOn(commessa, addDays(today, -2), { operatore: await operator(good), attrezzatura: m });
    await lineOn(commessa, addDays(today, -31), { operatore: await operator(gone) });
    const { status, body } = await list(`commessa=${commessa}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      {
        soggetto: 'lavoratore',
        id: good,
        nome: 'Rossi Mario',
        ultimo: addDays(today, -2),
        esito: 'riserva',
        motivi: [{ tipo: 'pfr_gd', stato: 'assente' }],
      },
      { soggetto: 'macchina', id: m, matricola: m, nome: 'Bauer BG 28', esito: 'riserva', motivi: [{ tipo: 'ass', stato: 'assente' }] },
    ]);
    expect(body.data[0].righe.map(({ tipo, problema }: { tipo: string; problema: string | null }) => [tipo, problema])).toEqual([
      ['pfr_gd', 'assente'],
      ['idoneita', null],
      ['formazione', null],
      ['unilav', null],
      ['ci|patente|psog', null],
    ]);
    await post('operatore', 'operatore', { descrizione: `A GIORNATA ${commessa}` });
    await lineOn(commessa, today, { operatore: `A GIORNATA ${commessa}` });
    expect((await list(`commessa=${commessa}`)).body.sconosciuti).toEqual([`A GIORNATA ${commessa}`]);
    // the verdict on the worker alone is the same
    const [{ esito }] = (await portale.call('GET', `/api/idoneo?lavoratore=${good}&macchina=${m}&commessa=${commessa}`, { as: admin })).body
      .data;
    expect(esito).toBe('riserva');
    expect((await list(`commessa=${commessa}&giorno=${addDays(today, -31)}`)).body.data).toMatchObject([{ id: gone, esito: 'si' }]);
  });

  it('un altro si chiede per nome; di più presenti ne basta uno con il primo soccorso', async () => {
    const [commessa, a, b] = [await site(), await ready(), await ready()];
    const both = (await list(`commessa=${commessa}&lavoratore=${a}&lavoratore=${b}`)).body;
    expect(both.data).toMatchObject([
      { id: a, esito: 'si', ultimo: null },
      { id: b, esito: 'si' },
    ]);
    expect(both.cantiere).toMatchObject({ esito: 'riserva', motivi: [{ tipo: 'ps' }, { tipo: 'antincendio' }] });
    await renew('lavoratore', b, 'ps', 'ps', { scadenza: FAR });
    const { cantiere } = (await list(`commessa=${commessa}&lavoratore=${a}&lavoratore=${b}`)).body;
    expect(cantiere.righe.find(({ tipo }: { tipo: string }) => tipo === 'ps')).toMatchObject({ problema: null, trovato: { di: b } });
    const { names } = await zipOf({ commessa, lavoratori: [a, b] });
    expect(names).toContain(`${folder(b)}/${b}_ps.pdf`);
  });

  it('la data di un documento della salute la legge solo chi vede quel lavoratore: con il livello 1, i propri', async () => {
    const id = await ready();
    const soon = addDays(today, 5);
    await renew('lavoratore', id, 'idoneita', 'idoneita', { scadenza: soon });
    const dateFor = async (permessi: Permissions) => {
      const as = await portale.person({ permessi });
      const { status, body } = await portale.call('GET', `/api/idoneo?lavoratore=${id}`, { as });
      return status === 200 ? body.data[0].motivi.find(({ tipo }: { tipo: string }) => tipo === 'idoneita').scadenza : status;
    };
    expect(await dateFor({ report: levels(3, 0) })).toBe(soon);
    expect(await dateFor({ report: levels(1, 0) })).toBe(403);
    expect(await dateFor({ report: levels(1, 0), produzione: levels(3, 0) })).toBeNull();
    expect(await dateFor({ produzione: levels(3, 0) })).toBeNull();
  });

  it('solo chi si vede: gli altri non ci sono, e per nome sono rifiutati', async () => {
    const [commessa, m, id] = [await siteAtWork(), await machine(), await ready()];
    await lineOn(commessa, today, { operatore: await operator(id), attrezzatura: m });
    const ids = async (permessi: Permissions) => {
      const { status, body } = await list(`commessa=${commessa}`, await portale.person({ permessi: { ...permessi } }));
      return status === 200 ? (body.data as { id: string }[]).map((one) => one.id) : status;
    };
    expect(await ids({ cantieri: levels(3, 0), report: levels(3, 0), macchinari: levels(3, 0) })).toEqual([id, m]);
    expect(await ids({ cantieri: levels(3, 0), report: levels(3, 0) })).toEqual([id]);
    expect(await ids({ cantieri: levels(3, 0), macchinari: levels(3, 0) })).toEqual([m]);
    expect(await ids({ cantieri: levels(3, 0), report: levels(1, 1) })).toEqual([]);
    expect(await ids({ report: levels(3, 3) })).toBe(403);
    expect((await list(`commessa=${commessa}&giorno=ieri`)).status).toBe(400);
    expect((await list('commessa=NO')).status).toBe(404);
    expect((await list('')).status).toBe(400);
    expect(
      (await list(`commessa=${commessa}&lavoratore=${id}`, await portale.person({ permessi: { cantieri: levels(3, 3) } }))).status,
    ).toBe(403);
  });
});
