import { describe, expect, it } from 'vitest';
import { fraseAnomalia } from '#contracts/modules/contabilita/codes.ts';
import { sourcesOf } from '../../../../test/contabilita-samples.ts';
import { processFiles, type AccountingResult } from './elabora.ts';
import { headline } from './headline.ts';
import { entry, inOrder } from './entries.ts';
import { anomaliesSheet } from './output/anomalies.ts';
import { refusedInMemory } from './refused-rows.ts';
import { LIMITS } from '#contracts/modules/contabilita/result.ts';

const run = (bilMovDip: string, ripartizioni: string) =>
  processFiles(sourcesOf({ bilMovDip: Buffer.from(bilMovDip), ripartizioni: Buffer.from(ripartizioni) })) as AccountingResult;
const told = ({ entries, refused }: AccountingResult) =>
  Array.from(inOrder(entries, refused), ({ codice, file, riga, particolari }) => [codice, file, riga, fraseAnomalia(codice, particolari)]);

describe('le righe', () => {
  it('oltre le prime mille, da cui si impara il formato, ognuna si conta una volta', () => {
    const rows = Array.from({ length: 1500 }, () => '1;60;1,00;\n1;25;;1,00\n').join('');
    const done = run(`Matricola;Conto;Dare;Avere\n${rows}`, 'Matricola;Commessa;Ore\n1;C1;8\n');
    expect(done).toMatchObject({ esito: 'ok', importabile: true });
    expect(told(done)).toEqual([]);
    expect(headline(done)).toContain('€\u00A01.500,00 ripartiti su 1 commessa');
  });

  it('dello stesso conto, l’economico e il patrimoniale non si sommano', () => {
    const done = run('Matricola;Conto;Tipo conto;Dare;Avere\n1;60;E;10,00;\n1;60;P;;10,00\n', 'Matricola;Commessa;Ore\n1;C1;8\n');
    expect(told(done)).toEqual([]);
    expect(headline(done)).toContain('€\u00A010,00 ripartiti su 1 commessa');
  });

  it('lo stesso conto scritto con uno spazio in più è lo stesso conto', () => {
    const done = run('Matricola;Conto;Dare;Avere\n1;60;1,00;\n1;60 ;2,00;\n1;25;;3,00\n', 'Matricola;Commessa;Ore\n1;C1;8\n');
    expect(done.summary.conti.map(({ account: { conto }, dare, avere }) => [conto, dare, avere])).toEqual([
      ['25', 0, 300],
      ['60', 300, 0],
    ]);
  });

  it('se un file non si legge fino in fondo, non è colpa del file', () => {
    const broken = function* (): Generator<Uint8Array> {
      yield Buffer.from('Matricola;Conto\n');
      throw new Error('EIO');
    };
    expect(() => processFiles({ bilMovDip: broken, ripartizioni: broken })).toThrow('EIO');
  });

  it('il foglio delle anomalie si ferma al suo limite', () => {
    const more = Array.from({ length: LIMITS.anomalieNelFoglio + 1 }, (_, i) => entry({ codice: 'TOTALE_FILE_DIVERSO', riga: i + 1 }));
    let rows = 0;
    for (const _row of anomaliesSheet({ entries: more, refused: refusedInMemory() }).rows()) rows += 1;
    expect(rows).toBe(LIMITS.anomalieNelFoglio);
  });

  it('di chi non ha una ripartizione si dice la prima riga dei suoi costi', () => {
    const done = run(
      'Matricola;Conto;Dare;Avere\n1;60;1,00;\n1;25;;1,00\n2;61;2,00;\n2;60;3,00;\n2;25;;5,00\n',
      'Matricola;Commessa;Ore\n1;C1;8\n',
    );
    expect(told(done).map(([codice, file, riga]) => [codice, file, riga])).toEqual([['DIPENDENTE_SENZA_RIPARTIZIONE', 'bilMovDip', 4]]);
  });
});

describe('i nomi', () => {
  const named = (...names: readonly string[]) =>
    told(
      run(
        `Matricola;Cognome;Nome;Conto;Dare;Avere\n${names.map((name) => `1;${name};60;1,00;\n1;${name};25;;1,00\n`).join('')}`,
        'Matricola;Commessa;Ore\n1;C1;8\n',
      ),
    ).map(([codice, , riga]) => [codice, riga]);
  it('lo stesso cognome con un altro nome è un altro: si dice, una volta', () => {
    expect(named('Rossi;Mario', 'Rossi;Luca', 'Bianchi;Ugo')).toEqual([['NOMINATIVO_DISCORDE', 4]]);
  });
  it('lo stesso, scritto in altro modo o senza, no', () => {
    expect(named('Rossi;Mario', 'ROSSI;mario', ';', 'Rossi;Mario')).toEqual([]);
  });
});
