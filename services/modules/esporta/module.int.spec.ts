import { sql } from 'kysely';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Livello, Permesso } from '#contracts/core/permissions.ts';
import { lettoreElenchi } from '#projections/export/list-reader.ts';
import { avviaWorkers } from '#workers/index.ts';
import { codaBullmq } from '#workers/engine/bullmq.ts';
import { avviaPortaleDiProva, type Persona, type PortaleDiProva } from '../../../test/portal.ts';
import { leggiXlsx } from '../../../test/xlsx.ts';
import { identitaAttuale } from '#services/platform/identity/current-identity.ts';
import { cartellaRisultati } from '#services/platform/files/results.ts';

const livelli = (allowView: Livello): Permesso => ({ allowInsert: 1, allowView, allowEdit: 3, allowDelete: 0 });
const COLONNE = ['id', 'data', 'matricola', 'ore', 'm_giri', 'utente'];
const CATTIVI = ['=1+1', '+39', '-2+3', '@SOMMA(A1)', 'due; punti', 'virgolette "qui"', "apostrofo'", '<b>&amp;</b>', '_x0041_', 'perché 😀'];

let portale: PortaleDiProva;
let workers: { ferma(): Promise<void> };
let tutto: Persona;
let suoi: Persona;
let nessuno: Persona;
let direzione: Persona;

beforeAll(async () => {
  portale = await avviaPortaleDiProva({
    jobs: async ({ scritture }) => {
      const { rows } = await sql<{ nome: string }>`select current_database() as nome`.execute(scritture);
      const url = new URL(String(process.env['STRATO_TEST_PG']));
      url.pathname = `/${rows[0]?.nome}`;
      return codaBullmq({ scritture, postgresUrl: url.href });
    },
  });
  workers = await accendi();
  tutto = await portale.persona({ permessi: { accise: livelli(3), macchinari: livelli(3) } });
  suoi = await portale.persona({ permessi: { accise: livelli(1), macchinari: livelli(3) } });
  nessuno = await portale.persona({ permessi: { accise: livelli(0) } });
  direzione = await portale.persona({ groupID: 9, permessi: { accise: livelli(3) } });
});
afterAll(async () => {
  await workers?.ferma();
  await portale?.ferma();
});

const accendi = () => {
  const { letture, clock, scritture, files, config } = portale.dip;
  return avviaWorkers({
    scritture, files, postgresUrl: portale.url, cartellaRisultati: cartellaRisultati(config), log: { warn: () => {}, error: () => {} }, scadenzaBlocco: 5000,
    elenchi: lettoreElenchi({ db: letture, clock, identita: (chi) => identitaAttuale(letture, chi) }),
  });
};

type Celle = (string | number | null)[];
const accisa = async (valori: object, da = tutto): Promise<number> =>
  (await portale.chiama('POST', '/api/accise', { da, corpo: { accise: { data: '2026-01-02', ...valori } } })).corpo.message.insertId;
const esporta = (corpo: object, da = tutto) => portale.chiama('POST', '/api/esporta', { da, corpo: { tabella: 'accise', formato: 'xlsx', colonne: COLONNE, ...corpo } });

/** The job followed to its end. */
async function finito(jobId: string, da = tutto): Promise<{ status: string; name: string; messaggio: string; titolo: string }> {
  return vi.waitFor(async () => {
    const { message } = (await portale.chiama('GET', `/api/processi/${jobId}`, { da })).corpo;
    expect(['done', 'error']).toContain(message.status);
    return message;
  }, { timeout: 15_000, interval: 25 });
}

async function scarica(corpo: object, da = tutto): Promise<{ nome: string; contenuto: Buffer; titolo: string }> {
  const chiesto = await esporta(corpo, da);
  expect(chiesto.stato).toBe(202);
  const fine = await finito(chiesto.corpo.message.jobId, da);
  expect(fine).toMatchObject({ status: 'done' });
  const risposta = await fetch(`${portale.base}/file?file=${fine.name}`);
  const nome = /filename\*?=(?:UTF-8'')?"?([^";]+)/.exec(risposta.headers.get('content-disposition') ?? '')?.[1] ?? '';
  return { nome: decodeURIComponent(nome), contenuto: Buffer.from(await risposta.arrayBuffer()), titolo: fine.titolo };
}

/** Values of the only sheet; a date as the date it is. */
async function celle(file: Buffer): Promise<Celle[]> {
  const fogli = await leggiXlsx(file);
  expect(fogli).toHaveLength(1);
  return fogli[0]!.righe.map((riga) => Array.from(riga, (c) => {
    if (!c) return null;
    return c.tipo === 'numero' && c.formato.startsWith('yyyy') ? new Date(Date.UTC(1899, 11, 30) + Number(c.valore) * 86_400_000).toISOString().slice(0, 16).replace('T00:00', '') : c.valore;
  }));
}

const senzaCoda = (riga: readonly unknown[]) => riga.slice(0, riga.findLastIndex((v) => v !== null) + 1);
/** What the list call answers, as rows of the file. */
async function attese(query: string, da = tutto, colonne = COLONNE): Promise<unknown[][]> {
  const { data } = (await portale.chiama('GET', `/api/accise?${query}`, { da })).corpo as { data: Record<string, unknown>[] };
  return data.map((riga) => senzaCoda(colonne.map((nome) => riga[nome])));
}

describe('esportare un elenco', () => {
  beforeAll(async () => {
    for (const [i, matricola] of CATTIVI.entries()) await accisa({ matricola, ore: i + 0.5, m_giri: i === 2 ? null : i, data: `2026-01-${String(10 + i)}` }, i % 2 ? suoi : tutto);
  });

  it('il foglio ha le etichette e le righe dell’elenco, cella per cella, nello stesso ordine', async () => {
    const { nome, contenuto, titolo } = await scarica({ ordina: '-ore' });
    expect(nome).toMatch(/^ACCISE_\d{4}-\d{2}-\d{2}\.xlsx$/);
    expect(titolo).toBe(`Excel Accise, ${CATTIVI.length} righe`);
    const [testa, ...righe] = await celle(contenuto);
    expect(testa).toEqual(['Numero', 'Data', 'Matricola', 'Ore', 'M Giri', 'Utente']);
    expect(righe).toEqual(await attese('ordina=-ore&righe=500'));
    expect(righe).toHaveLength(CATTIVI.length);
    const [foglio] = await leggiXlsx(contenuto);
    expect(foglio!.nome).toBe('ACCISE');
    expect(foglio!.righe[1]!.map((c) => c!.formato)).toEqual(['General', 'yyyy-mm-dd', 'General', '#,##0.00##', '#,##0.00##', 'General']);
    expect(foglio!.xml).toContain('state="frozen"');
    expect(foglio!.xml).toContain(`<autoFilter ref="A1:F${CATTIVI.length + 1}"/>`);
  });

  it('solo le righe che ricerca e filtri lasciano passare, solo le colonne chieste', async () => {
    const colonne = ['ore', 'data'];
    const { contenuto } = await scarica({ colonne, cerca: '2026-01-1', filtri: { ore: { da: 4 } }, ordina: 'data' });
    const [testa, ...righe] = await celle(contenuto);
    expect(testa).toEqual(['Ore', 'Data']);
    expect(righe).toEqual(await attese(`cerca=2026-01-1&ordina=data&filtri=${encodeURIComponent('{"ore":{"da":4}}')}`, tutto, colonne));
    expect(righe).toHaveLength(6);
  });

  it('il csv si apre in un foglio italiano, e nessuna formula vi si esegue', async () => {
    const { nome, contenuto } = await scarica({ formato: 'csv', ordina: 'data', colonne: ['matricola', 'ore', 'data'] });
    expect(nome).toMatch(/^ACCISE_\d{4}-\d{2}-\d{2}\.csv$/);
    const testo = contenuto.toString('utf8');
    expect(testo.charCodeAt(0)).toBe(0xFEFF);
    const { data: righe, errors } = Papa.parse<string[]>(testo.slice(1), { delimiter: ';', newline: '\r\n' });
    expect(errors).toEqual([]);
    expect(righe[0]).toEqual(['Matricola', 'Ore', 'Data']);
    const innocuo = (t: string) => (/^[=+\-@]/.test(t) ? `'${t}` : t);
    expect(righe.slice(1)).toEqual(CATTIVI.map((m, i) => [innocuo(m), String(i + 0.5).replace('.', ','), `2026-01-${10 + i}`]));
    expect(testo.slice(1).split('\r\n')[1]).toBe(`"'=1+1";0,5;2026-01-10`);
  });

  it('un elenco vuoto è un foglio con la sola intestazione', async () => {
    const { contenuto, titolo } = await scarica({ cerca: 'non c’è' });
    expect(await celle(contenuto)).toEqual([['Numero', 'Data', 'Matricola', 'Ore', 'M Giri', 'Utente']]);
    expect(titolo).toBe('Excel Accise, 0 righe');
    expect((await scarica({ cerca: 'non c’è', formato: 'csv', colonne: ['ore'] })).contenuto.toString()).toBe('\uFEFFOre');
  });

  it('chi vede solo le sue esporta solo le sue, chi non vede l’area nulla', async () => {
    const righe = (await celle((await scarica({ ordina: 'id' }, suoi)).contenuto)).slice(1);
    expect(righe.map((r) => r[5])).toEqual(Array.from({ length: CATTIVI.length / 2 }, () => suoi.memberID));
    expect(righe).toEqual(await attese('ordina=id&righe=500', suoi));
    expect((await esporta({}, nessuno)).stato).toBe(403);
    expect((await portale.chiama('POST', '/api/esporta', { corpo: {} })).stato).toBe(401);
    expect((await esporta({ tabella: 'macchinari', colonne: ['matricola'] }, nessuno)).stato).toBe(403);
    expect((await esporta({ tabella: 'users', colonne: ['memberID'] }, tutto)).stato).toBe(403);
  });

  it('contano i permessi di quando il file si scrive: chi li ha persi nel frattempo non lo riceve', async () => {
    const persona = await portale.persona({ permessi: { accise: livelli(3) } });
    await workers.ferma();
    const [tolto, ridotto] = [(await esporta({}, persona)).corpo.message.jobId, (await esporta({ ordina: 'id' }, tutto)).corpo.message.jobId];
    await portale.cambiaPermessi(persona.groupID, { accise: livelli(0) });
    await portale.cambiaPermessi(tutto.groupID, { accise: livelli(1), macchinari: livelli(3) });
    workers = await accendi();
    expect(await finito(tolto, persona)).toMatchObject({ status: 'error', name: null, messaggio: expect.stringContaining('permesso') });
    const fine = await finito(ridotto);
    const file = Buffer.from(await (await fetch(`${portale.base}/file?file=${fine.name}`)).arrayBuffer());
    expect(new Set((await celle(file)).slice(1).map((r) => r[5]))).toEqual(new Set([tutto.memberID]));
    await portale.cambiaPermessi(tutto.groupID, { accise: livelli(3), macchinari: livelli(3) });
    const prima = (await portale.dip.jobs.conteggi()).error;
    expect((await portale.chiama('POST', `/api/processi/${tolto}/riprova`, { da: persona })).stato).toBe(202);
    expect(await finito(tolto, persona)).toMatchObject({ status: 'error' });
    expect((await portale.dip.jobs.conteggi()).error).toBe(prima);
  });

  it('ciò che non si può chiedere si rifiuta subito, e niente parte', async () => {
    const prima = await portale.dip.jobs.conteggi();
    for (const corpo of [
      { tabella: 'sconosciuta' }, { tabella: '__proto__' }, { tabella: undefined }, { formato: 'pdf' }, { formato: undefined }, { colonne: [] }, { colonne: 'id' }, { colonne: ['id', 'passMD5'] },
      { colonne: ['constructor'] }, { colonne: Array.from({ length: 201 }, () => 'id') }, { ordina: 'sconosciuto' }, { ordina: 7 }, { filtri: { x: 1 } }, { filtri: [] }, { filtri: { data: '2026-02-31' } },
      { cerca: 'x'.repeat(201) }, { filtri: { matricola: Array.from({ length: 5000 }, (_, i) => `A${i}`) } }, { tabella: 'storico', colonne: ['quando'], filtri: { dal: 'ieri' } },
    ]) {
      const { stato, corpo: problema } = await esporta(corpo, 'filtri' in corpo && 'dal' in (corpo.filtri as object) ? direzione : tutto);
      expect([stato, typeof problema.message], JSON.stringify(corpo).slice(0, 80)).toEqual([400, 'string']);
    }
    expect(await portale.dip.jobs.conteggi()).toEqual(prima);
  });
});

describe('esportare lo storico del portale', () => {
  const colonne = ['quando', 'nome', 'record', 'frase', 'campi', 'evento'];
  const storico = { tabella: 'storico', colonne, filtri: { evento: 'creato', area: 'accise' } };

  it('per le direzioni e gli amministratori, come sullo schermo e di ciò che vedono', async () => {
    const id = await accisa({ matricola: 'S1', ore: 1234.5 });
    const { nome, contenuto } = await scarica({ ...storico, cerca: 'S1' }, direzione);
    expect(nome).toMatch(/^STORICO_\d{4}-\d{2}-\d{2}\.xlsx$/);
    const [testa, riga, ...altre] = await celle(contenuto);
    expect(testa).toEqual(['Quando', 'Chi', 'Record', 'Che cosa', 'Campi', 'Evento']);
    expect(altre).toEqual([]);
    expect(riga!.slice(1)).toEqual([tutto.memberID, `accisa ${id}`, "ha creato l'accisa", 'Data: 2026-01-02; Matricola: S1; Ore: 1.234,5', 'AccisaRegistrata.v1']);
    const { data } = (await portale.chiama('GET', '/api/storico/registro?cerca=S1&evento=creato', { da: direzione })).corpo;
    const roma = new Date(data[0].quando).toLocaleString('sv-SE', { timeZone: 'Europe/Rome' }).slice(0, 16);
    expect(String(riga![0]).replace('T', ' ')).toBe(roma);
    const tutte = (await celle((await scarica(storico, direzione)).contenuto)).slice(1);
    const { totale } = (await portale.chiama('GET', '/api/storico/registro?evento=creato&area=accise', { da: direzione })).corpo;
    expect(tutte).toHaveLength(totale);
    expect((await celle((await scarica({ ...storico, filtri: { area: 'macchinari' } }, direzione)).contenuto))).toHaveLength(1);
  });

  it('agli altri è chiuso', async () => {
    expect((await esporta(storico, tutto)).stato).toBe(403);
  });
});

describe('esportare ventimila righe', () => {
  it('tutte, in ordine, e la memoria non cresce con loro', async () => {
    await sql`insert into accise (id, data, matricola, ore, utente, versione, creato, modificato, modificato_da, archivio, eliminato, padre_eliminato)
      select n, date '2020-01-01' + (n % 2000), 'M' || n % 97, n / 4.0, 'mario', 1, now(), now(), 'mario', '{}', false, false from generate_series(100001, 120000) n`.execute(portale.dip.letture);
    const prima = process.memoryUsage.rss();
    const { contenuto, titolo } = await scarica({ ordina: 'id', filtri: { utente: 'mario' } });
    const cresciuta = process.memoryUsage.rss() - prima;
    expect(titolo).toBe('Excel Accise, 20.000 righe');
    const righe = (await celle(contenuto)).slice(1);
    expect(righe).toHaveLength(20_000);
    expect(righe.every((r, i) => r[0] === 100_001 + i && r[3] === (100_001 + i) / 4)).toBe(true);
    // generous: the whole list in memory, as a browser has it, takes more
    expect(cresciuta).toBeLessThan(150_000_000);
  });
});
