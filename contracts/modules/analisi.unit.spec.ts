import { describe, expect, it } from 'vitest';
import { analysisRequest, listValues } from './analisi-request.ts';
import { OPERAZIONI, operationOf, seesWholeFirm } from './analisi.ts';

describe('le operazioni di analisi', () => {
  it('sono trenta: dodici di tutta la ditta, le stesse dodici di chi chiede, sei filtrate', () => {
    const reaches = Object.values(OPERAZIONI).map(([, reach]) => reach);
    expect(['whole', 'own', 'filtered'].map((reach) => reaches.filter((r) => r === reach).length)).toEqual([12, 12, 6]);
    const figures = (reach: string) =>
      Object.values(OPERAZIONI)
        .filter(([, r]) => r === reach)
        .map(([figure]) => figure)
        .sort();
    expect(figures('own')).toEqual(figures('whole'));
    expect(new Set(figures('whole')).size).toBe(12);
  });

  it('si trovano dalla figura e da chi la vede', () => {
    expect(operationOf('averages', 'own')).toBe('UtenteProduzioneMediaAVG');
    expect(operationOf('averages', 'filtered')).toBe('FiltroMediaProduzioneAVG');
    expect(operationOf('perDay', 'filtered')).toBeUndefined();
  });

  it('della ditta intera sono dei gruppi 2 e 9', () => {
    expect([2, 9, 12, 3].filter((groupID) => seesWholeFirm({ groupID }))).toEqual([2, 9]);
  });
});

describe('i valori di un filtro', () => {
  it.each([
    ['A', ['A']],
    ['A,B', ['A', 'B']],
    ["'A','B'", ['A', 'B']],
    ["'A', 'B'", ['A', 'B']],
    ['"A","B"', ['A', 'B']],
    [
      ['A', "'B'"],
      ['A', 'B'],
    ],
    [
      ["'A','B'", 'C'],
      ['A', 'B', 'C'],
    ],
    ["'A','A',A", ['A']],
    ["'con, virgola',B", ['con, virgola', 'B']],
    ["'PALI D''ANCORAGGIO'", ["PALI D'ANCORAGGIO"]],
    ["'PALI D'ANCORAGGIO','B'", ["PALI D'ANCORAGGIO", 'B']],
    ["PALI D'ANCORAGGIO,B", ["PALI D'ANCORAGGIO", 'B']],
    ["'", ["'"]],
    ["'A') or 1=1 --", ["'A') or 1=1 --"]],
    ['', []],
    [',,', []],
    ["''", []],
    [undefined, []],
  ])('%j vale %j', (parameter, values) => {
    expect(listValues(parameter)).toEqual(values);
  });
});

describe('la richiesta', () => {
  const good = { operazione: 'ProduzioneSUM', dal: '2026-11-02', al: '2026-11-09' };

  it('prende una operazione o più, e date in ogni forma ammessa', () => {
    expect(analysisRequest.parse(good)).toEqual({
      operazione: ['ProduzioneSUM'],
      dal: '2026-11-02',
      al: '2026-11-09',
      lav: [],
      can: [],
      wbs: [],
      commessa: [],
    });
    expect(analysisRequest.parse({ ...good, operazione: ['ProduzioneSUM', 'ProduzioneAVG'], dal: '2026-11-01T23:30:00Z' })).toMatchObject({
      operazione: ['ProduzioneSUM', 'ProduzioneAVG'],
      dal: '2026-11-02',
    });
  });

  it.each([
    ['senza operazione', { operazione: undefined }],
    ['con una operazione sconosciuta', { operazione: 'toString' }],
    ['con una sconosciuta fra altre', { operazione: ['ProduzioneSUM', 'Inventata'] }],
    ['senza inizio', { dal: undefined }],
    ['con una data che non esiste', { al: '2026-02-30' }],
    ['con una data che non è una data', { dal: 'ieri' }],
    ['con una data che vale nessuna', { dal: '1899-11-30' }],
    ['con due inizi', { dal: ['2026-11-02', '2026-11-03'] }],
    ['che finisce prima di cominciare', { dal: '2026-11-10' }],
  ])('%s è rifiutata', (_what, wrong) => {
    expect(analysisRequest.safeParse({ ...good, ...wrong }).success).toBe(false);
  });
});
