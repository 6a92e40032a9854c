import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fraseAnomalia } from '#contracts/modules/contabilita/codes.ts';
import type { ContabilitaResult } from '#contracts/modules/contabilita/result.ts';
import { sourcesOf } from '../../../../test/contabilita-samples.ts';
import { elabora, processFiles } from './elabora.ts';
import { inOrder } from './entries.ts';

const MOV = 'Matricola;Conto;Dare;Avere\n1;60;10,00;\n1;25;;10,00\n';
const RIP = 'Matricola;Commessa;Ore\n1;C1;8\n';
const sources = (bilMovDip: string, ripartizioni: string, size?: number) =>
  sourcesOf({ bilMovDip: Buffer.from(bilMovDip), ripartizioni: Buffer.from(ripartizioni) }, size);
/** Returns the sentences of the refused rows. */
function refused(bilMovDip: string, ripartizioni: string): string[] {
  const done = processFiles(sources(bilMovDip, ripartizioni));
  return Array.from(inOrder(done.entries, done.refused))
    .filter(({ codice }) => codice === 'DUE_LETTURE' || codice === 'TROPPI_CAMPI')
    .map((e) => fraseAnomalia(e.codice, e.particolari));
}
const mov = (...rows: string[]) => refused(`${rows.join('\n')}\n`, RIP);
const rip = (...rows: string[]) => refused(MOV, `${rows.join('\n')}\n`);
const inTwoWays = (riga: number, left: string, right: string) =>
  `Riga ${riga} scartata: si può leggere in due modi (la virgola è anche il separatore): «${left}» e «${right}», oppure «${left},${right}».`;

describe('con la virgola come separatore, ciò che si può leggere in due modi si scarta, con la riga e le due letture', () => {
  it.each([
    ['una riga più larga dell’intestazione', ['Matricola,Commessa,Ore,Note', '1,A,7,50,', '1,B,8,'], [inTwoWays(2, '7', '50')]],
    [
      'tutte le righe più larghe',
      ['Matricola,Commessa,Ore,Note', '1,A,7,50,', '1,B,8,25,', '2,B,8,00,'],
      [inTwoWays(2, '7', '50'), inTwoWays(3, '8', '25'), inTwoWays(4, '8', '00')],
    ],
    [
      'larga come l’intestazione, senza l’ultima cella vuota',
      ['Matricola,Commessa,Ore,Note', '1,A,7,50', '1,B,8'],
      [inTwoWays(2, '7', '50')],
    ],
    ['intestazione con separatori in fondo', ['Matricola,Commessa,Ore,Note,,', '1,A,7,50,,', '1,B,8,nota,,'], [inTwoWays(2, '7', '50')]],
    [
      'intestazione con un separatore in fondo, e il numero a metà fuori',
      ['Matricola,Commessa,Ore,', '1,A,7,50', '1,B,8,'],
      [inTwoWays(2, '7', '50')],
    ],
    [
      'una riga più larga, con il numero a metà dove l’intestazione è finita',
      ['Matricola,Commessa,Ore', '1,A,8,x,7,50', '1,B,8'],
      [inTwoWays(2, '7', '50')],
    ],
    ['percentuali', ['Matricola,Commessa,%', '1,A,33,33', '1,B,66'], [inTwoWays(2, '33', '33')]],
    ['due colonne di numeri', ['Matricola,Commessa,Ore,%', '1,A,7,50', '1,B,8.5,'], [inTwoWays(2, '7', '50')]],
    ['un testo in mezzo', ['Matricola,Commessa,Descrizione,Ore,Note', '1,A,scavo,7,50', '1,B,posa,8,'], [inTwoWays(2, '7', '50')]],
    [
      'una virgola dentro un testo',
      ['Matricola,Descrizione,Ore,Commessa,Note', '1,lotto, 3,4,5', '1,posa,8,B,'],
      [inTwoWays(2, 'lotto', '3')],
    ],
    [
      'un numero che non serve prima di quello che serve',
      ['Matricola,Tariffa,Ore,Commessa,Note', '1,25,50,8,9', '1,posa,8,B,'],
      [inTwoWays(2, '25', '50')],
    ],
    ['le migliaia', ['Matricola,Commessa,Ore,Note', '1,A,1,234', '1,B,8'], [inTwoWays(2, '1', '234')]],
    [
      'virgolette altrove nella stessa riga',
      ['Matricola,Commessa,Ore,Note', '1,"A, lotto ""2""",7,50', '1,B,8'],
      [inTwoWays(2, '7', '50')],
    ],
  ])('ripartizioni: %s', (_name, rows, expected) => expect(rip(...rows)).toEqual(expected));

  it.each([
    ['una riga più larga', ['Matricola,Conto,Dare,Avere', '1,60,1234,56,', '1,25,,10'], [inTwoWays(2, '1234', '56')]],
    ['larga giusta, con avere assente', ['Matricola,Conto,Dare,Avere', '1,60,1234,56', '1,25,,10'], [inTwoWays(2, '1234', '56')]],
    [
      'più larga senza numeri a metà',
      ['Matricola,Conto,Descrizione,Dare,Avere', '1,60,Salari,operai,10.00,', '1,25,,,10.00'],
      ['Riga 2 scartata: ha più campi dell’intestazione.'],
    ],
    [
      'dopo le prime mille righe',
      ['Matricola,Conto,Dare,Avere', ...Array.from({ length: 1200 }, () => '1,60,10,'), '1,60,1234,56'],
      [inTwoWays(1202, '1234', '56')],
    ],
  ])('movimenti: %s', (_name, rows, expected) => expect(mov(...rows)).toEqual(expected));

  it.each([
    ['numeri con il punto', ['Matricola,Commessa,Ore,Note', '1,A,7.50,25', '1,B,8.00,9']],
    ['numeri tra virgolette', ['"Matricola","Commessa","Ore","Note"', '"1","A","7","50"', '"1","B","7,50",""']],
    ['note a parole', ['Matricola,Commessa,Ore,Note', '1,A,8,scavo 2', '1,B,8,']],
  ])('ciò che si legge in un modo solo si legge: %s', (_name, rows) => expect(rip(...rows)).toEqual([]));

  it.each([
    ['the month', 'Competenza', ' 01/2026'],
    ['the kind of conto', 'Tipo conto', ' E'],
  ])('a reading that leaves %s without sense is none', (_what, head, cell) => {
    const titles = `Matricola,Conto,Descrizione,${head},Dare,Avere`;
    expect(mov(titles, `1,60,scavo,${cell},30.00,25.00`, `1,25,posa,${cell},,5.00`)).toEqual([]);
  });

  it('due letture che valgono lo stesso sono una sola', () => {
    expect(mov('Matricola,Conto,Dare,Avere', '1,60,10,0', '1,60,10,00')).toEqual([]);
  });

  it('il dipendente di una riga in dubbio non si ripartisce con le altre sue righe', () => {
    const result = elabora(sources(MOV, 'Matricola,Commessa,Ore,Note\n1,A,7,50,\n1,B,8,\n')) as ContabilitaResult;
    expect(result.anomalie.map(({ codice, riga, matricola }) => [codice, riga, matricola])).toEqual([
      ['DUE_LETTURE', 2, '1'],
      ['RIPARTIZIONE_INCOMPLETA', 3, '1'],
    ]);
    expect(result).toMatchObject({ esito: 'anomalie', prima_nota_importabile: false, totali_cent: { costo_non_ripartito: 1000 } });
  });

  it('una ripartizione scartata che può essere di chiunque: la prima nota non si importa', () => {
    const result = elabora(sources(MOV, 'Matricola;Commessa;Ore\n1;C1;8\n1;C2;8;x\n')) as ContabilitaResult;
    expect(result).toMatchObject({ esito: 'anomalie', prima_nota_importabile: false });
  });
});

const money = fc.integer({ min: 1, max: 5_000_00 });
const comma = (cents: number) => `${Math.floor(cents / 100)}${cents % 100 === 0 ? '' : `,${String(cents % 100).padStart(2, '0')}`}`;
/** Rows as written by a program that does not quote and may omit trailing blank cells. */
const careless = fc
  .record({
    head: fc.constantFrom(
      ['Matricola', 'Conto', 'Dare', 'Avere'],
      ['Matricola', 'Conto', 'Dare', 'Avere', 'Note'],
      ['Conto', 'Matricola', 'Descrizione', 'Dare', 'Avere', ''],
      ['Matricola', 'Dare', 'Conto', 'Avere', 'Reparto'],
      ['Matricola', 'Tariffa', 'Avere', 'Dare', 'Conto', 'Note', 'Protocollo'],
    ),
    rows: fc.array(
      fc.record({
        dare: money,
        side: fc.constantFrom('Dare', 'Avere'),
        trim: fc.boolean(),
        text: fc.constantFrom('', 'scavo', '12'),
        extra: fc.nat(2),
      }),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ head, rows }) => ({
    head,
    rows: rows.map(({ dare, side, trim, text, extra }) => {
      const cells: Record<string, string> = {
        Matricola: '1',
        Conto: 'K60',
        Note: text,
        Descrizione: text === '12' ? 'posa' : text,
        Tariffa: comma(dare * 3),
        [side]: comma(dare),
      };
      const row = [...head.map((name) => cells[name] ?? ''), ...Array<string>(extra).fill('')].join(',');
      return { dare, side, text: trim ? row.replace(/,+$/, '') : row };
    }),
  }));

describe('qualunque cosa scriva un programma che non sa mettere le virgolette', () => {
  it('una riga o si scarta o vale quanto valeva, e ogni centesimo arriva', () => {
    fc.assert(
      fc.property(careless, ({ head, rows }) => {
        const result = elabora(sources(`${[head.join(','), ...rows.map(({ text }) => text)].join('\n')}\n`, RIP));
        const out = new Set(result.anomalie.filter(({ file, riga }) => file === 'bilMovDip' && riga > 0).map(({ riga }) => riga));
        const read = rows.filter((_row, i) => !out.has(i + 2));
        if (result.esito === 'errore') {
          expect(read).toEqual([]);
          return;
        }
        const total = (side: string) => read.filter((row) => row.side === side).reduce((sum, { dare }) => sum + dare, 0);
        const { totali_cent: t, dettaglio } = result;
        // An integer reads the same in any column, so only the amount of the row is compared.
        expect([t.dare_accettato, t.avere_accettato]).toEqual([total('Dare'), total('Avere')]);
        expect(dettaglio.reduce((sum, { dare_cent, avere_cent }) => sum + dare_cent + avere_cent, 0)).toBe(total('Dare') + total('Avere'));
      }),
      { numRuns: 500 },
    );
  });

  it('il risultato non cambia con i pezzi in cui arrivano i byte', () => {
    fc.assert(
      fc.property(careless, fc.integer({ min: 1, max: 40 }), ({ head, rows }, size) => {
        const file = `${head.join(',')}\n${rows.map(({ text }, i) => (i % 3 === 0 ? text : `${text},"x, ""y""\nz"`)).join('\r\n')}\n`;
        expect(elabora(sources(file, RIP, size))).toEqual(elabora(sources(file, RIP)));
      }),
      { numRuns: 100 },
    );
  });
});
