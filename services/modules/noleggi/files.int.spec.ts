import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobQueue } from '#contracts/ports/job-queue.ts';
import { avviaPortaleDiProva, type Persona, type PortaleDiProva } from '../../../test/portal.ts';
import { conNoleggi, jpeg, livelli, pdf } from './testing.ts';

let portale: PortaleDiProva;
let n: ReturnType<typeof conNoleggi>;
let tutto: Persona;
let suoi: Persona;
let lettore: Persona;
let macchinista: Persona;

beforeAll(async () => {
  portale = await avviaPortaleDiProva();
  n = conNoleggi(portale);
  tutto = await portale.persona({ permessi: { noleggi_int: livelli(3, 3, 3), macchinari: livelli(3, 3, 3) } });
  suoi = await portale.persona({ permessi: { noleggi_int: livelli(1, 1, 1) } });
  lettore = await portale.persona({ permessi: { noleggi_int: livelli(3, 0, 0), macchinari: livelli(3, 3, 3) } });
  macchinista = await portale.persona({ permessi: { macchinari: livelli(3, 3, 3), manutenzioni: livelli(3, 3, 3) } });
});
afterAll(() => portale?.ferma());

const percorso = ({ corpo }: { corpo: any }) => corpo.message?.percorso as string | undefined;
async function contenuto(da: Persona, dove: string, versione?: number): Promise<string> {
  const { corpo } = await n.ftp(da, { operazione: 'prendi', percorso: dove, ...(versione ? { versione } : {}) });
  return (await portale.chiama('GET', `/file?file=${corpo.message.name}`)).testo;
}

describe('i documenti di un noleggio', () => {
  it.each([
    ['ST', 'scheda_tecnica'], ['CE', 'certificato_ce'], ['CDC', 'carta_circolazione'], ['ASS', 'assicurazione'],
    ['MUM', 'manuale_uso_manutenzione'], ['CR', 'catalogo_ricambi'], ['VFC', 'verifica_funi_catene'], ['VP', 'visita_periodica'],
  ])('%s va in {matricola}/{matricola}_%s.pdf e il record ne porta il percorso', async (sigla, campo) => {
    const { id, matricola } = await n.nuovo(tutto);
    const esito = await n.carica(tutto, matricola, `${matricola}_${sigla}.pdf`, pdf(sigla));
    expect(esito).toMatchObject({ stato: 201, corpo: { message: { percorso: `${matricola}/${matricola}_${sigla}.pdf`, versione: 2, file_versione: 1 } } });
    const record = await n.riga(tutto, 'noleggi', id);
    expect(record).toMatchObject({ [campo]: `${matricola}/${matricola}_${sigla}.pdf`, versione: 2, archivio: { [campo]: { versione: 1, utente: tutto.memberID } } });
    expect(await contenuto(lettore, record[campo])).toContain(sigla);
  });

  it('anche senza estensione o in minuscolo; con un nome o un contenuto sbagliato no', async () => {
    const { matricola } = await n.nuovo(tutto);
    expect(percorso(await n.carica(tutto, matricola, `${matricola}_cdc`, pdf('x')))).toBe(`${matricola}/${matricola}_CDC.pdf`);
    for (const [nome, dati, stato] of [
      [`${matricola}_FUNI.pdf`, pdf('x'), 400], ['altro.pdf', pdf('x'), 400], [`${matricola}_CE.jpg`, jpeg('x'), 415], [`${matricola}_CE.pdf`, jpeg('x'), 415],
      [`foto/2026-02-03_${matricola}.pdf`, pdf('x'), 415], [`2026-02-03_${matricola}.jpg`, pdf('x'), 415], [`2026-02-31_${matricola}.jpg`, jpeg('x'), 400],
      ['2026-02-03_N99999.jpg', jpeg('x'), 400], ['../fuori.pdf', pdf('x'), 400], [`${matricola}_CONTRATTO_2026-02-31.pdf`, pdf('x'), 400],
    ] as const) expect([nome, (await n.carica(tutto, matricola, nome, dati)).stato]).toEqual([nome, stato]);
    expect((await n.carica(tutto, 'N99999', 'N99999_CE.pdf', pdf('x'))).stato).toBe(404);
    expect((await portale.dip.files.elenca(matricola)).map((file) => file.percorso)).toEqual([`${matricola}/${matricola}_CDC.pdf`]);
  });

  it('eliminato, toglie dal record il percorso e la sua scadenza', async () => {
    const { id, matricola } = await n.nuovo(tutto);
    const dove = String(percorso(await n.carica(tutto, matricola, `${matricola}_VP.pdf`, pdf('x'))));
    await portale.chiama('PUT', '/api/noleggi', { da: tutto, corpo: { noleggio: { id, scadenza_periodica: '2027-01-01', scadenza_assicurazione: '2027-01-01' } } });
    expect((await n.ftp(tutto, { operazione: 'elimina', percorso: dove })).stato).toBe(200);
    expect(await n.riga(tutto, 'noleggi', id)).toMatchObject({ visita_periodica: null, scadenza_periodica: null, scadenza_assicurazione: '2027-01-01' });
    expect(await contenuto(tutto, dove, 1)).toContain('x');
  });

  it('cambia nome con il record', async () => {
    const { id, matricola } = await n.nuovo(tutto);
    const from = String(percorso(await n.carica(tutto, matricola, `${matricola}_CE.pdf`, pdf('x'))));
    const path = [{ from, to: `${matricola}/certificato.pdf` }];
    expect((await portale.chiama('POST', '/api/allegati', { da: tutto, corpo: { rename: true, path } })).stato).toBe(200);
    expect((await n.riga(tutto, 'noleggi', id)).certificato_ce).toBe(`${matricola}/certificato.pdf`);
  });
});

describe('le foto di un noleggio', () => {
  it('vanno in foto/{data}_{matricola}.jpg, e quelle dello stesso giorno stanno accanto', async () => {
    const { id, matricola } = await n.nuovo(tutto);
    const attesi = ['', '-2', '-3'].map((coda) => `${matricola}/foto/2026-02-03_${matricola}${coda}.jpg`);
    for (const [i, atteso] of attesi.entries()) {
      const dove = percorso(await n.carica(tutto, matricola, `2026-02-03_${matricola}.jpg`, jpeg(`foto ${i}`)));
      expect(dove).toBe(atteso);
      const { stato, corpo } = await n.crea(tutto, 'fotoNoleggi', { id: null, id_noleggi: id, data: '2026-02-03', foto: dove });
      expect(stato).toBe(201);
      expect(await n.riga(tutto, 'fotoNoleggi', corpo.message.insertId)).toMatchObject({
        foto: atteso, data: '2026-02-03', versione: corpo.message.versione, archivio: { foto: { percorso: atteso, versione: 1 } },
      });
    }
    for (const [i, atteso] of attesi.entries()) expect(await contenuto(lettore, atteso)).toContain(`foto ${i}`);
  });

  it('dieci insieme hanno dieci nomi, e nessun contenuto va perso', async () => {
    const { matricola } = await n.nuovo(tutto);
    const dove = (await Promise.all(Array.from({ length: 10 }, (_, i) => n.carica(tutto, matricola, `foto/2026-02-03_${matricola}.jpg`, jpeg(`n${i}.`))))).map(percorso);
    expect(new Set(dove).size).toBe(10);
    const letti = await Promise.all(dove.map((d) => contenuto(tutto, String(d))));
    for (const i of dove.keys()) expect(letti.filter((testo) => testo.includes(`n${i}.`))).toHaveLength(1);
  });

  it('la stessa, mandata di nuovo prima che il record la nomini, resta una', async () => {
    const { matricola } = await n.nuovo(tutto);
    const [una, due] = [await n.carica(tutto, matricola, `2026-02-03_${matricola}.jpg`, jpeg('x')), await n.carica(tutto, matricola, `2026-02-03_${matricola}.jpg`, jpeg('x'))];
    expect(percorso(due)).toBe(percorso(una));
  });

  it('una foto eliminata tiene il suo nome e torna con il suo contenuto', async () => {
    const { id, matricola } = await n.nuovo(tutto);
    const dove = percorso(await n.carica(tutto, matricola, `2026-02-03_${matricola}.jpg`, jpeg('prima')));
    const foto = (await n.crea(tutto, 'fotoNoleggi', { id_noleggi: id, data: '2026-02-03', foto: dove })).corpo.message;
    expect((await portale.chiama('DELETE', '/api/fotoNoleggi', { da: tutto, corpo: { id: foto.insertId } })).stato).toBe(200);
    expect(percorso(await n.carica(tutto, matricola, `2026-02-03_${matricola}.jpg`, jpeg('altra')))).toBe(`${matricola}/foto/2026-02-03_${matricola}-2.jpg`);
    await portale.chiama('POST', '/api/storico/ripristina', { da: tutto, corpo: { tabella: 'fotoNoleggi', id: foto.insertId, versione: foto.versione } });
    expect((await n.riga(tutto, 'fotoNoleggi', foto.insertId)).foto).toBe(dove);
    expect(await contenuto(tutto, String(dove))).toContain('prima');
  });

  it('il file eliminato lascia vuoto il record della foto', async () => {
    const { id, matricola } = await n.nuovo(tutto);
    const dove = percorso(await n.carica(tutto, matricola, `2026-02-03_${matricola}.jpg`, jpeg('x')));
    const { insertId } = (await n.crea(tutto, 'fotoNoleggi', { id_noleggi: id, data: '2026-02-03', foto: dove })).corpo.message;
    expect((await n.ftp(tutto, { operazione: 'elimina', percorso: dove })).stato).toBe(200);
    expect(await n.riga(tutto, 'fotoNoleggi', insertId)).toMatchObject({ foto: null, archivio: {} });
  });
});

describe('i contratti di un noleggio', () => {
  const nome = (matricola: string) => `${matricola}_CONTRATTO_2026-02-03.pdf`;
  const periodo = async (id: number) => Number((await n.crea(tutto, 'storicoNoleggi', { id_noleggi: id, data_inizio: '2026-02-03' })).corpo.message.insertId);

  it('il periodo che comincia quel giorno ne porta il percorso; la scrittura dello schermo non trova altro da fare', async () => {
    const { id, matricola } = await n.nuovo(tutto);
    const riga = await periodo(id);
    const esito = await n.carica(tutto, matricola, nome(matricola), pdf('uno'));
    expect(esito).toMatchObject({ stato: 201, corpo: { message: { percorso: `${matricola}/${nome(matricola)}` } } });
    expect(await n.riga(tutto, 'storicoNoleggi', riga)).toMatchObject({ contratto: percorso(esito), versione: esito.corpo.message.versione, archivio: { contratto: { versione: 1 } } });
    const poi = await portale.chiama('PUT', '/api/storicoNoleggi', { da: tutto, corpo: { storicoNoleggi: { id: riga, contratto: percorso(esito) } } });
    expect(poi.corpo.message.affectedRows).toBe(0);
    expect((await n.carica(tutto, matricola, nome(matricola), pdf('due'))).corpo.message).toMatchObject({ percorso: percorso(esito), file_versione: 2 });
    expect(await contenuto(lettore, String(percorso(esito)), 1)).toContain('uno');
  });

  it('caricato prima che il periodo ci sia, è suo quando lo nomina', async () => {
    const { id, matricola } = await n.nuovo(tutto);
    const dove = percorso(await n.carica(tutto, matricola, nome(matricola), pdf('x')));
    const { insertId, versione } = (await n.crea(tutto, 'storicoNoleggi', { id_noleggi: id, data_inizio: '2026-02-03', contratto: dove })).corpo.message;
    expect(await n.riga(tutto, 'storicoNoleggi', insertId)).toMatchObject({ contratto: dove, versione, archivio: { contratto: { versione: 1, byte: 10 } } });
  });

  it('un secondo periodo dello stesso giorno non prende il contratto del primo', async () => {
    const { id, matricola } = await n.nuovo(tutto);
    const primo = await periodo(id);
    const dove = percorso(await n.carica(tutto, matricola, nome(matricola), pdf('uno')));
    const secondo = await periodo(id);
    expect(percorso(await n.carica(tutto, matricola, nome(matricola), pdf('due')))).toBe(`${matricola}/${matricola}_CONTRATTO_2026-02-03-2.pdf`);
    expect((await n.riga(tutto, 'storicoNoleggi', primo)).contratto).toBe(dove);
    expect((await n.riga(tutto, 'storicoNoleggi', secondo)).contratto).toBe(`${matricola}/${matricola}_CONTRATTO_2026-02-03-2.pdf`);
    expect(await contenuto(tutto, String(dove))).toContain('uno');
  });

  it('un periodo che ha cambiato giorno tiene il suo contratto', async () => {
    const { id, matricola } = await n.nuovo(tutto);
    const riga = await periodo(id);
    const dove = percorso(await n.carica(tutto, matricola, nome(matricola), pdf('uno')));
    await portale.chiama('PUT', '/api/storicoNoleggi', { da: tutto, corpo: { storicoNoleggi: { id: riga, data_inizio: '2026-03-01' } } });
    expect(percorso(await n.carica(tutto, matricola, nome(matricola), pdf('due')))).not.toBe(dove);
    expect(await contenuto(tutto, String(dove))).toContain('uno');
    expect((await n.ftp(tutto, { operazione: 'elimina', percorso: dove })).stato).toBe(200);
    expect(await n.riga(tutto, 'storicoNoleggi', riga)).toMatchObject({ contratto: null, data_inizio: '2026-03-01' });
  });
});

describe('i permessi sui file dei noleggi', () => {
  it('sono quelli di noleggi_int e del proprietario del noleggio, anche per foto e contratti', async () => {
    const [suo, altrui] = [await n.nuovo(suoi), await n.nuovo(tutto)];
    const nomi = (m: string) => [[`${m}_CE.pdf`, pdf('x')], [`2026-02-03_${m}.jpg`, jpeg('x')], [`${m}_CONTRATTO_2026-02-03.pdf`, pdf('x')]] as const;
    for (const { id } of [suo, altrui]) await n.crea(tutto, 'storicoNoleggi', { id_noleggi: id, data_inizio: '2026-02-03' });
    for (const [nome, dati] of nomi(altrui.matricola)) {
      for (const [chi, stato] of [[suoi, 404], [lettore, 403], [macchinista, 403]] as const) expect((await n.carica(chi, altrui.matricola, nome, dati)).stato).toBe(stato);
      const dove = percorso(await n.carica(tutto, altrui.matricola, nome, dati));
      if (nome.endsWith('.jpg')) await n.crea(tutto, 'fotoNoleggi', { id_noleggi: altrui.id, data: '2026-02-03', foto: dove });
      for (const [chi, stato] of [[suoi, 404], [lettore, 200], [macchinista, 403]] as const) expect((await n.ftp(chi, { operazione: 'prendi', percorso: dove })).stato).toBe(stato);
      for (const [chi, stato] of [[suoi, 404], [lettore, 403], [macchinista, 403]] as const) expect((await n.ftp(chi, { operazione: 'elimina', percorso: dove })).stato).toBe(stato);
    }
    for (const [nome, dati] of nomi(suo.matricola)) {
      const dove = percorso(await n.carica(suoi, suo.matricola, nome, dati));
      if (nome.endsWith('.jpg')) await n.crea(suoi, 'fotoNoleggi', { id_noleggi: suo.id, data: '2026-02-03', foto: dove });
      expect((await n.ftp(suoi, { operazione: 'prendi', percorso: dove })).stato).toBe(200);
      expect((await n.ftp(suoi, { operazione: 'elimina', percorso: dove })).stato).toBe(200);
    }
  });

  it('un percorso scritto a mano nel proprio record non apre il file di un altro', async () => {
    const [suo, altrui] = [await n.nuovo(suoi), await n.nuovo(tutto)];
    const dove = percorso(await n.carica(tutto, altrui.matricola, `${altrui.matricola}_CE.pdf`, pdf('segreto')));
    const { insertId } = (await n.crea(suoi, 'storicoNoleggi', { id_noleggi: suo.id, contratto: dove })).corpo.message;
    expect((await n.riga(suoi, 'storicoNoleggi', insertId)).archivio).toEqual({});
    expect((await n.ftp(suoi, { operazione: 'prendi', percorso: dove })).stato).toBe(404);
    expect((await portale.chiama('POST', '/api/allegati', { da: suoi, corpo: { macchina: suo.matricola } })).stato).toBe(202);
    expect(ultimoZip().dati.file).toEqual([]);
  });

  it('del noleggio eliminato i file non si aprono più', async () => {
    const { id, matricola } = await n.nuovo(tutto);
    const dove = percorso(await n.carica(tutto, matricola, `2026-02-03_${matricola}.jpg`, jpeg('x')));
    await n.crea(tutto, 'fotoNoleggi', { id_noleggi: id, data: '2026-02-03', foto: dove });
    await portale.chiama('DELETE', '/api/noleggi', { da: tutto, corpo: { id } });
    expect((await n.ftp(tutto, { operazione: 'prendi', percorso: dove })).stato).toBe(404);
    expect((await n.carica(tutto, matricola, `${matricola}_CE.pdf`, pdf('x'))).stato).toBe(404);
  });
});

type Zip = { titolo: string; dati: { nome: string; file: { percorso: string }[] } };
const ultimoZip = () => (portale.dip.jobs as JobQueue & { richieste: Zip[] }).richieste.at(-1) as Zip;
const nelloZip = () => ultimoZip().dati.file.map((file) => file.percorso);
const zip = (da: Persona, corpo: unknown) => portale.chiama('POST', '/api/allegati', { da, corpo });

describe('lo zip dei noleggi', () => {
  async function completo() {
    const noleggio = await n.nuovo(tutto);
    const { id, matricola } = noleggio;
    const periodo = (await n.crea(tutto, 'storicoNoleggi', { id_noleggi: id, data_inizio: '2026-02-03' })).corpo.message.insertId;
    const file = [await n.carica(tutto, matricola, `${matricola}_CE.pdf`, pdf('x')), await n.carica(tutto, matricola, `${matricola}_CONTRATTO_2026-02-03.pdf`, pdf('x'))].map(percorso);
    const foto = percorso(await n.carica(tutto, matricola, `2026-02-03_${matricola}.jpg`, jpeg('x')));
    await n.crea(tutto, 'fotoNoleggi', { id_noleggi: id, data: '2026-02-03', foto });
    return { ...noleggio, periodo, file: [...file, foto] };
  }

  it('ha documenti, contratti e foto; la scheda manda il noleggio intero', async () => {
    const { id, matricola, file, periodo } = await completo();
    expect((await zip(tutto, { macchina: await n.riga(tutto, 'noleggi', id) })).stato).toBe(202);
    expect(ultimoZip()).toMatchObject({ titolo: `Zip allegati, noleggio ${matricola}`, dati: { nome: matricola } });
    expect(nelloZip().toSorted()).toEqual(file.toSorted());
    await portale.chiama('DELETE', '/api/storicoNoleggi', { da: tutto, corpo: { id: periodo } });
    await zip(tutto, { macchina: matricola });
    expect(nelloZip()).not.toContain(file[1]);
    expect(nelloZip()).toHaveLength(2);
  });

  it('di più noleggi, e di noleggi con macchine', async () => {
    const [uno, due] = [await completo(), await completo()];
    const matricola = 'A9001';
    await portale.chiama('POST', '/api/macchinari', { da: tutto, corpo: { macchinario: { matricola, documenti_ce: `${matricola}/${matricola}_CE.pdf` } } });
    expect((await zip(tutto, { all: true, macchina: [uno.matricola, due.matricola] })).stato).toBe(202);
    expect(ultimoZip().titolo).toBe('Zip allegati, 2 noleggi');
    expect(nelloZip().toSorted()).toEqual([...uno.file, ...due.file].toSorted());
    expect((await zip(tutto, { all: true, macchina: [uno.matricola, matricola, due.matricola] })).stato).toBe(202);
    expect(ultimoZip().titolo).toBe('Zip allegati, 1 macchinario e 2 noleggi');
    expect(nelloZip().toSorted()).toEqual([`${matricola}/${matricola}_CE.pdf`, ...uno.file, ...due.file].toSorted());
  });

  it('solo di ciò che si vede: se uno non si vede non parte niente', async () => {
    const [suo, altrui] = [await n.nuovo(suoi), await completo()];
    const prima = await portale.dip.jobs.conteggi();
    expect((await zip(suoi, { all: true, macchina: [suo.matricola, altrui.matricola] })).stato).toBe(404);
    expect((await zip(tutto, { macchina: 'N99999' })).stato).toBe(404);
    expect((await zip(macchinista, { all: true, macchina: ['A9001', altrui.matricola] })).stato).toBe(403);
    expect(await portale.dip.jobs.conteggi()).toEqual(prima);
  });
});
