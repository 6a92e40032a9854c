import { describe, expect, it } from 'vitest';
import type { Row } from '#web/registers/list/columns.ts';
import { sheetOf, type Cella } from './sheet.ts';
import { leggiXlsx } from './xlsx-reader.testing.ts';
import { schedaDi } from './scheda.ts';
import { scriviFoglio } from './workbook.ts';

const riga = (valori: Record<string, string | number | null>): Row => ({ utente: 'capo', versione: 1, ...valori });
const scheda = schedaDi({
  macchina: riga({ matricola: 'A0038', marca: '=HYPERLINK("http://x")', modello: 'M9 & <1>', chassis: '007', tipologia: 'Perforatrice' }),
  dati: riga({ motore_marca: 'Deutz', motore_modello: 'TCD 4.1' }),
  piano: [riga({ componente: 'olio_motore', marca_e_modello: '+39 «Q8»', quantita: '18', frequenza: '-500' })],
  manutenzioni: [
    riga({ id: 1, data: '2026-02-28', ore_km: 1510.5, manutenzione: 'Cambio Olio Motore, Filtro Aria Esterno, Batterie', note: '@SUM(A1)\nseconda riga', meccanico: 'Ricci', cantiere: '0423' }),
    riga({ id: 2, data: '2026-03-01', ore_km: null, note: '=1+1', cantiere: '0420' }),
  ],
});

const lettere = 'ABCDEFGHIJKL';
const dove = (r: number, c: number) => `${lettere[c]}${r + 1}`;

describe('il foglio della scheda, letto da chi non lo ha scritto', () => {
  const foglio = sheetOf(scheda);
  const letto = leggiXlsx(Buffer.from(scriviFoglio(foglio)));

  it('ha in ogni cella ciò che la scheda dice, e nient’altro', async () => {
    const { celle } = await letto;
    const attese = foglio.righe.flatMap((celleRiga, r) => celleRiga.flatMap((cella, c) => (cella ? [[dove(r, c), scritta(cella)] as const] : [])));
    expect(new Map([...celle].filter(([, { valore }]) => valore !== '').map(([nome, { valore }]) => [nome, valore]))).toEqual(new Map(attese));
  });

  it('ha titolo, dati, componenti e interventi al loro posto', async () => {
    const { celle, nome, unioni } = await letto;
    const v = (nomeCella: string) => celle.get(nomeCella)?.valore ?? '';
    expect(nome).toBe('Scheda manutenzioni');
    expect(v('A1')).toBe('SCHEDA MANUTENZIONI ATTREZZATURE');
    expect(unioni).toContain('A1:L1');
    expect(['A4', 'C4', 'C5', 'A7', 'C7', 'C8', 'C9'].map(v)).toEqual(['Marca', '=HYPERLINK("http://x")', 'M9 & <1>', 'Matricola interna', 'A0038', 'Deutz TCD 4.1', 'Perforatrice']);
    expect(['A12', 'C12', 'F12', 'H12'].map(v)).toEqual(['Componente', 'Marca e modello', 'Quantità', 'Frequenza manut./sostituz.']);
    expect(['A19', 'C19', 'F19', 'H19'].map(v)).toEqual(['Olio motore (kg)', '+39 «Q8»', '18', '-500']);
    expect([...lettere].map((l) => v(`${l}27`))).toEqual([
      'Data', 'Ore', 'Olio motore', 'Filtro olio motore', 'Olio idraulico', 'Filtro idraulico', 'Filtro gasolio', 'Filtro aria interno', 'Filtro aria esterno', 'Descrizione interventi', 'Firma', 'Cantiere',
    ]);
    // 2026-02-28 is day 46081 of spreadsheets
    expect([...lettere].map((l) => v(`${l}28`))).toEqual(['46081', '1510.5', 'X', '', '', '', '', '', 'X', 'Batterie. @SUM(A1)\nseconda riga', 'Ricci', '0423']);
    expect([...lettere].map((l) => v(`${l}29`))).toEqual(['46082', '', '', '', '', '', '', '', '', '=1+1', '', '0420']);
  });

  it('le date sono date, le ore numeri, le parole parole: nessuna formula si esegue', async () => {
    const { celle } = await letto;
    expect([...celle.values()].filter(({ formula, tipo }) => formula || tipo === 'str')).toEqual([]);
    expect(celle.get('A28')).toMatchObject({ tipo: 'n', formato: 'yyyy-mm-dd' });
    expect(celle.get('B28')).toMatchObject({ tipo: 'n' });
    for (const nome of ['C4', 'C6', 'C19', 'H19', 'J28', 'J29', 'L28']) expect(celle.get(nome)?.tipo, nome).toBe('s');
  });

  it('una macchina senza interventi ha il foglio con le sole intestazioni', async () => {
    const vuota = sheetOf({ ...scheda, interventi: [] });
    const { celle } = await leggiXlsx(Buffer.from(scriviFoglio(vuota)));
    expect(celle.get('A27')?.valore).toBe('Data');
    expect([...celle.keys()].filter((nome) => Number(nome.slice(1)) > 27)).toEqual([]);
  });
});

function scritta(cella: NonNullable<Cella>): string {
  if ('testo' in cella) return cella.testo;
  return 'numero' in cella ? String(cella.numero) : String(Math.round((Date.parse(cella.giorno) - Date.parse('1899-12-30')) / 86_400_000));
}
