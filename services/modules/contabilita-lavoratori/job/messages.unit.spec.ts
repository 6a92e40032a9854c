import { describe, expect, it } from 'vitest';
import { fraseAnomalia } from '#contracts/modules/contabilita/codes.ts';
import { sourcesOf } from '../../../../test/contabilita-samples.ts';
import { processFiles, type AccountingStop, type AccountingResult } from './elabora.ts';
import { inOrder } from './entries.ts';
import { headline, whyBlocked } from './headline.ts';
import { journalRows } from './output/journal.ts';

const RIP = 'Matricola;Commessa;Ore\n1;C1;8\n';
const MOV = 'Matricola;Conto;Dare;Avere\n1;60;10,00;\n1;25;;10,00\n';
const run = (bilMovDip: string, ripartizioni = RIP, contiEconomici: string[] = []) =>
  processFiles(sourcesOf({ bilMovDip: Buffer.from(bilMovDip), ripartizioni: Buffer.from(ripartizioni) }), { contiEconomici });
const sentences = (...args: Parameters<typeof run>) => {
  const done = run(...args);
  return Array.from(inOrder(done.entries, done.refused), ({ codice, particolari }) => fraseAnomalia(codice, particolari));
};
const done = (...args: Parameters<typeof run>) => run(...args) as AccountingResult;

describe('il totale che il file porta con sé', () => {
  it('diverso dalle sue righe mette il risultato da verificare e la prima nota in bozza, con le due cifre', () => {
    const result = done(`${MOV}Totale generale;;11,00;10,00\n`);
    expect(result).toMatchObject({
      esito: 'anomalie',
      importabile: false,
      reasons: ['il totale riportato nel file non coincide con le righe'],
    });
    const told = 'Il totale riportato nel file non coincide con la somma delle righe lette (dare 11,00 nel file, 10,00 nelle righe).';
    expect(sentences(`${MOV}Totale generale;;11,00;10,00\n`)).toEqual([told]);
    expect(headline(result)).toBe(`Da verificare (1 errore): €\u00A010,00 ripartiti su 1 commessa. File Bill Mov Dip: ${told}`);
    expect(sentences(`${MOV}Totale generale;;11,00;9,50\n`)).toEqual([
      'Il totale riportato nel file non coincide con la somma delle righe lette (dare 11,00 nel file, 10,00 nelle righe; avere 9,50 nel file, 10,00 nelle righe).',
    ]);
    expect(done(`${MOV}Totale generale;;10,00;10,00\n`)).toMatchObject({ esito: 'ok', importabile: true });
  });

  it('is told when it is off by one cent', () => {
    expect(sentences(`${MOV}Totale generale;;10,01;10,00\n`)).toHaveLength(1);
  });

  it('names what could not be split among the sites', () => {
    const result = done(`${MOV}2;60;3,50;\n2;25;;3,50\n`);
    expect(headline(result)).toContain('€\u00A010,00 ripartiti su 1 commessa, €\u00A03,50 non ripartiti.');
  });

  it('quotes forty characters of a cell at most', () => {
    const { refused } = done(MOV, `Matricola;Commessa;Ore\n1;C1;${'x'.repeat(90)}\n1;C1;8\n`);
    expect(Array.from(inOrder([], refused), ({ particolari }) => particolari.valore)).toEqual(['x'.repeat(40)]);
  });

  it('is not compared where it has more cells than the head: which is which is not known', () => {
    expect(sentences(`${MOV}Totale generale;;12,00;10,00;7\n`)).toEqual([]);
  });

  it('names the column of a cell that is no number', () => {
    const { refused } = done(MOV, 'Matricola;Commessa;Ore;%\n1;C1;8;abc\n1;C1;boh;50\n1;C1;4;50\n');
    expect(Array.from(inOrder([], refused), ({ particolari }) => particolari.colonna)).toEqual(['%', 'Ore']);
  });

  it('vale anche per le ore, salvo l’arrotondamento delle righe', () => {
    const hours = (total: string) => done(MOV, `Matricola;Commessa;Ore\n1;C1;7,33\n1;C2;7,33\n1;C3;7,33\nTotale;;${total}\n`);
    expect(hours('22')).toMatchObject({ esito: 'ok', importabile: true });
    expect(hours('29,33')).toMatchObject({ esito: 'anomalie', importabile: false });
    expect(sentences(MOV, 'Matricola;Commessa;Ore\n1;C1;8\nTotale;;10.160,5\n')).toEqual([
      'Il totale riportato nel file non coincide con la somma delle righe lette (ore 10160,5 nel file, 8 nelle righe).',
    ]);
  });

  it('di una sola colonna di importi', () => {
    expect(sentences('Matricola;Conto;Costo\n1;60;10,00\nTotale;;12,00\n')).toEqual([
      'Il totale riportato nel file non coincide con la somma delle righe lette (importo 12,00 nel file, 10,00 nelle righe).',
    ]);
  });
});

describe('un solo importo con il segno, in cui niente è un debito', () => {
  it.each([
    ['Matricola;Conto;Importo\n1;60;10,00\n1;25;-9,99\n', 'positivi 10,00, negativi -9,99; conti di più classi: 25, 60'],
    ['Matricola;Conto;Importo\n1;60.1;10,00\n1;60.2;-4,00\n', 'positivi 10,00, negativi -4,00'],
    ['Matricola;Conto;Importo\n1;60;10,00\n1;25;7,00\n', 'positivi 17,00, negativi 0,00; conti di più classi: 25, 60'],
    ['Matricola;Conto;Importo;D/A\n1;60;10,00;D\n1;25;-4,00;D\n', 'positivi 10,00, negativi -4,00; conti di più classi: 25, 60'],
    ['Matricola;Conto;Importo;D/A\n1;60;10,00;D\n', 'positivi 10,00, negativi 0,00'],
  ])('%j è da verificare', (file, figures) => {
    const result = done(file);
    expect(result).toMatchObject({ esito: 'anomalie', importabile: false });
    expect(sentences(file)).toEqual([
      `Gli importi stanno in una sola colonna e niente dice quali sono debiti: tutto è stato letto come costo (${figures}).`,
    ]);
    expect(headline(result)).toContain('tutto è stato letto come costo');
  });

  it('senza segno né colonna D/A, i negativi che pareggiano i positivi sono i debiti, e tutto va come con D/A', () => {
    const rows = (file: string) => JSON.stringify(Array.from(journalRows(done(file))));
    const alone = 'Matricola;Conto;Importo\n1;60;12,00\n1;60;-2,00\n1;25;-10,00\n';
    const sided = 'Matricola;Conto;Importo;D/A\n1;60;12,00;D\n1;60;2,00;A\n1;25;10,00;A\n';
    expect(done(alone)).toMatchObject({ esito: 'ok', importabile: true, model: { modo: 'IMPORTO_SEGNO' } });
    expect(rows(alone)).toBe(rows(sided));
    expect(headline(done(alone))).toBe('€\u00A010,00 ripartiti su 1 commessa.');
  });

  it('di un segno solo e di una classe sono soli costi, e il titolo lo dice', () => {
    for (const [file, sum] of [
      ['Matricola;Conto;Costo\n1;60.01;10,00\n1;60.02;5,00\n', '15,00'],
      ['Matricola;Conto;Costo\n1;60.01;-10,00\n', '-10,00'],
    ] as const) {
      expect(done(file)).toMatchObject({ esito: 'ok', importabile: false });
      expect(headline(done(file))).toBe(`€\u00A0${sum} ripartiti su 1 commessa. Solo costi: nessun importo è un debito.`);
    }
  });

  it('non lo è quando altro dice quali sono i debiti, né di soli costi tutti positivi', () => {
    expect(run('Matricola;Conto;Importo\n1;60;10,00\n1;25;-10,00\n', RIP, ['60']).entries).toEqual([]);
    expect(run('Matricola;Conto;Importo\n1;60;10,00\n1;25;-9,00\n', RIP, ['60']).entries).toEqual([]);
    expect(run('Matricola;Conto;Importo;Tipo conto\n1;60;10,00;E\n1;25;-10,00;P\n').entries).toEqual([]);
    expect(run('Matricola;Conto;Importo;D/A\n1;60;10,00;D\n1;60.9;-1,00;D\n1;25;9,00;A\n').entries).toEqual([]);
    expect(run('Matricola;Conto;Costo\n1;60;10,00\n').entries).toEqual([]);
    expect(run('Matricola;Conto;Costo\n1;60;10,00\n1;62;10,00\n', RIP, ['60', '62']).entries).toEqual([]);
  });
});

it('nessun testo della prima nota va a capo', () => {
  const rows = Array.from(
    journalRows(
      done('Matricola;Conto;Descrizione conto;Dare;Avere\n1;"60\n01";"Salari \r\n operai\u2028e  impiegati";10,00;\n1;25;"a\rb";;10,00\n'),
    ),
  );
  expect(rows.map((row) => [row[4], row[5]])).toEqual([
    ['25', 'a b'],
    ['60 01', 'Salari operai e  impiegati'],
  ]);
});

describe('ogni frase dice la causa', () => {
  it.each([
    ['1;60;1,5E+03;', 'Riga 4 scartata: l’importo non è un numero: «1,5E+03» è in notazione di Excel.'],
    ['1,23457E+11;60;1,00;', 'Riga 4 scartata: la matricola non è valida: «1,23457E+11» è in notazione di Excel.'],
    ['1;6,0E+11;1,00;', 'Riga 4 scartata: il conto non è valido: «6,0E+11» è in notazione di Excel.'],
    ['1;60;;1.5e3', 'Riga 4 scartata: l’importo non è un numero: «1.5e3» è in notazione di Excel.'],
  ])('%s', (row, sentence) => expect(sentences(`${MOV}${row}\n`)).toContain(sentence));

  it('il mese di una ripartizione, i due nomi di una matricola', () => {
    const month = 'Matricola;Conto;Dare;Avere;Periodo\n1;60;10,00;;03/2026\n1;25;;10,00;03/2026\n';
    expect(sentences(month, 'Matricola;Commessa;%;Periodo\n1;C1;50;03/2026\n2;C1;100;02/2026\n')).toEqual([
      'Le percentuali del dipendente 1 (03/2026) sommano a 50: €\u00A010,00 non ripartiti.',
      'Il dipendente 2 (02/2026) ha una ripartizione ma nessun movimento.',
    ]);
    expect(sentences('Matricola;Dipendente;Conto;Dare;Avere\n1;ROSSI MARIO;60;10,00;\n1;VERDI ANNA;25;;10,00\n')).toEqual([
      'Per la matricola 1 compaiono nomi diversi («ROSSI MARIO» e «VERDI ANNA»).',
    ]);
  });

  it('di un file rifiutato per intero il titolo dice le prime cause, per riga e colonna', () => {
    const blocked = run(
      'Matricola;Conto;Importo Dare\n1;60;x\n;60;1,00\n1;;1,00\n1;60;y\n',
      'Matricola,Commessa,Ore\n1,A,7,50\n',
    ) as AccountingStop;
    expect(whyBlocked(blocked)).toBe(
      'File Bill Mov Dip: Nessuna riga utilizzabile nel file. Riga 2, colonna Importo Dare: l’importo non è un numero; riga 3, colonna Matricola: manca la matricola; riga 4, colonna Conto: manca il conto. ' +
        'File Ripartizione: Nessuna riga utilizzabile nel file. Riga 2: si può leggere in due modi (la virgola è anche il separatore): «7» e «50», oppure «7,50».',
    );
  });
});

it('del mese che non esiste dice quale, di uno che manca che manca', () => {
  const head = 'Matricola;Conto;Dare;Avere;Periodo\n1;60;10,00;;01/2026\n1;25;;10,00;01/2026\n';
  expect(sentences(`${head}1;60;1,00;;13/2026\n`)).toContain('Riga 4 scartata: il mese di competenza «13/2026» non esiste.');
  expect(sentences(`${head}1;60;1,00;;\n`)).toContain('Riga 4 scartata: manca il mese di competenza.');
});
