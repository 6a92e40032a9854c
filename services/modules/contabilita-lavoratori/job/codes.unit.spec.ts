import { describe, expect, it } from 'vitest';
import { ANOMALIA_CODES, fraseAnomalia, levelOf, type AnomaliaCode } from '#contracts/modules/contabilita/codes.ts';
import type { ContabilitaResult } from '#contracts/modules/contabilita/result.ts';
import { sourcesOf } from '../../../../test/contabilita-samples.ts';
import { elabora } from './elabora.ts';

const MOV = 'Matricola;Conto;Dare;Avere\n1;60;10,00;\n1;25;;10,00\n';
const RIP = 'Matricola;Commessa;Ore\n1;C1;8\n';
const run = (bilMovDip: string | Buffer, ripartizioni: string | Buffer = RIP, contiEconomici?: string[]) =>
  elabora(
    sourcesOf({ bilMovDip: Buffer.from(bilMovDip), ripartizioni: Buffer.from(ripartizioni) }),
    contiEconomici ? { contiEconomici } : {},
  );
const found = (...args: Parameters<typeof run>) =>
  run(...args).anomalie.map(({ codice, file, riga, matricola, importo_cent }) => [codice, file, riga, matricola, importo_cent]);

/** Returns the anomaly of one row of bilMovDip, which follows two valid rows. */
const mov = (row: string, head = 'Matricola;Conto;Dare;Avere', before = '1;60;10,00;\n1;25;;10,00') =>
  found(`${head}\n${before}\n${row}\n`).find(([, file, riga]) => file === 'bilMovDip' && riga === 4);
const rip = (row: string, head = 'Matricola;Commessa;Ore', before = '1;C1;8') =>
  found(MOV, `${head}\n${before}\n${row}\n`).find(([, file, riga]) => file === 'ripartizioni' && riga === 3);

describe('ogni motivo per cui una riga si scarta, con file, riga e importo', () => {
  it.each([
    ['1;60;1,00;;x', ['TROPPI_CAMPI', 'bilMovDip', 4, '', null]],
    ['1;60', ['CAMPI_MANCANTI', 'bilMovDip', 4, '', null]],
    [';60;1,00;', ['MATRICOLA_MANCANTE', 'bilMovDip', 4, '', 100]],
    ['1,2E+05;60;1,00;', ['MATRICOLA_NON_VALIDA', 'bilMovDip', 4, '1,2E+05', 100]],
    ['però;60;;1,00', ['MATRICOLA_NON_VALIDA', 'bilMovDip', 4, 'però', -100]],
    ['1;;1,00;', ['CONTO_MANCANTE', 'bilMovDip', 4, '1', 100]],
    ['1;6,0E+11;1,00;', ['CONTO_NON_VALIDO', 'bilMovDip', 4, '1', 100]],
    ['1;60;1O,00;', ['IMPORTO_NON_VALIDO', 'bilMovDip', 4, '1', null]],
    ['1;60;1,00;x', ['IMPORTO_NON_VALIDO', 'bilMovDip', 4, '1', null]],
    ['1;60;1 000,00;', ['IMPORTO_NON_VALIDO', 'bilMovDip', 4, '1', null]],
    ['1;60;1,005;', ['TROPPI_DECIMALI', 'bilMovDip', 4, '1', null]],
    ['1;60;10.000.000.000,00;', ['IMPORTO_TROPPO_GRANDE', 'bilMovDip', 4, '1', null]],
    ['1;60; - ;', ['IMPORTO_MANCANTE', 'bilMovDip', 4, '1', null]],
  ])('%s', (row, expected) => expect(mov(row)).toEqual(expected));

  it.each([
    ['1;60;1,00;;', 'Matricola;Conto;Dare;Avere;Periodo', '1;60;10,00;;01/2026\n1;25;;10,00;01/2026', 'COMPETENZA_NON_VALIDA', 100],
    ['1;60;1,00;;13/2026', 'Matricola;Conto;Dare;Avere;Periodo', '1;60;10,00;;01/2026\n1;25;;10,00;01/2026', 'COMPETENZA_NON_VALIDA', 100],
    ['1;60;1,00;;X', 'Matricola;Conto;Dare;Avere;Tipo conto', '1;60;10,00;;E\n1;25;;10,00;P', 'TIPO_CONTO_NON_VALIDO', 100],
    ['1;60;1,00;X', 'Matricola;Conto;Importo;Segno', '1;60;10,00;D\n1;25;10,00;A', 'SEGNO_NON_VALIDO', null],
    ['1;60;1.000;', 'Matricola;Conto;Dare;Avere', '1;60;10;\n1;25;;10', 'IMPORTO_AMBIGUO', null],
    ['1;60;1,00;;1E+5', 'Matricola;Conto;Dare;Avere;Commessa', '1;60;10,00;;\n1;25;;10,00;', 'COMMESSA_NON_VALIDA', 100],
  ])('%s sotto %s', (row, head, before, code, importo) => expect(mov(row, head, before)).toEqual([code, 'bilMovDip', 4, '1', importo]));

  it.each([
    ['1;C2;8;x', 'TROPPI_CAMPI', ''],
    ['1;C2', 'CAMPI_MANCANTI', ''],
    [';C2;8', 'MATRICOLA_MANCANTE', ''],
    ['1,5;C2;8', 'MATRICOLA_NON_VALIDA', '1,5'],
    ['1;;8', 'COMMESSA_MANCANTE', '1'],
    ['1;1E+5;8', 'COMMESSA_NON_VALIDA', '1'],
    ['1;non_ripartito;8', 'COMMESSA_NON_VALIDA', '1'],
    ['1;C2;otto', 'VALORE_NON_VALIDO', '1'],
    ['1;C2;7:60', 'VALORE_NON_VALIDO', '1'],
    ['1;C2;1.500', 'VALORE_AMBIGUO', '1'],
    ['1;C2;0,00001', 'TROPPI_DECIMALI', '1'],
    ['1;C2;-8', 'VALORE_NEGATIVO', '1'],
    ['1;C2;-7:30', 'VALORE_NEGATIVO', '1'],
    ['1;C2;10001', 'VALORE_FUORI_LIMITE', '1'],
    ['1;C2;', 'VALORE_MANCANTE', '1'],
  ])('ripartizione %s: %s', (row, code, matricola) => {
    const expected = code === 'VALORE_AMBIGUO' ? rip(row) : rip(row, 'Matricola;Commessa;Ore', '1;C1;8,5');
    expect(expected).toEqual([code, 'ripartizioni', 3, matricola, null]);
  });

  it('percentuali oltre cento e mesi illeggibili', () => {
    expect(rip('1;C2;100,01', 'Matricola;Commessa;%', '1;C1;50,5')?.[0]).toBe('VALORE_FUORI_LIMITE');
    expect(rip('1;C2;8;boh', 'Matricola;Commessa;Ore;Mese competenza', '1;C1;8;')?.[0]).toBe('COMPETENZA_NON_VALIDA');
  });
});

describe('ciò che ferma il processo', () => {
  const xlsx = Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x14, 0]);
  it.each<[AnomaliaCode, string | Buffer, number]>([
    ['FILE_VUOTO', '', 0],
    ['FILE_VUOTO', ' \n\r\n \t', 0],
    ['FILE_VUOTO', '\uFEFF', 0],
    ['FILE_NON_CSV', xlsx, 0],
    ['FILE_NON_CSV', Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), 0],
    ['FILE_NON_CSV', 'Matricola\0;Conto', 0],
    ['CODIFICA_NON_VALIDA', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(MOV), Buffer.from([0xe8])]), 0],
    ['INTESTAZIONE_NON_TROVATA', 'a;b;c\n1;2;3\n', 0],
    ['INTESTAZIONE_NON_TROVATA', 'Matricola;Conto;Importo;Avere\n1;2;3;4\n', 0],
    ['COLONNA_DUPLICATA', 'titolo\nMatricola;Conto;Dare;Matr.\n', 2],
    ['COLONNA_DUPLICATA', 'Matricola;Conto;Dare;Importo dare\n', 1],
    ['VIRGOLETTE_NON_VALIDE', 'Matricola;Conto;Dare\n1;60;1,00\n1;"60"x;1,00\n', 3],
    ['VIRGOLETTE_NON_VALIDE', 'Matricola;Conto;Descrizione;Dare\n1;60;"a\nb";1,00\n1;60;"c;1,00\n', 4],
    ['NESSUN_MOVIMENTO', 'Matricola;Conto;Dare\nTOTALE;;1,00\n', 0],
    ['LIMITE_SUPERATO', `Matricola;Conto;Dare${';'.repeat(300)}\n1;60;1,00${';x'.repeat(250)}\n`, 2],
    ['LIMITE_SUPERATO', `Matricola;Conto;Dare;Note\n1;60;1,00;\n1;60;1,00;${'x'.repeat(70_000)}\n`, 3],
  ])('%s', (code, content, riga) => {
    const result = run(content);
    expect(result.esito).toBe('errore');
    expect(result.anomalie[0]).toMatchObject({ livello: 'BLOCCANTE', codice: code, file: 'bilMovDip', riga });
  });

  it.each([
    ['Matricola;Nominativo;Conto;Dare;Dipendente\n1;Neri;60;1,00;Neri\n', RIP],
    ['Matricola;Cognome;Conto;Dare;Cognome\n1;Neri;60;1,00;Neri\n', RIP],
    ['Matricola;Nome;Conto;Dare;Nome\n1;Ada;60;1,00;Ada\n', RIP],
    ['Matricola;Descrizione;Conto;Dare;Voce\n1;Paghe;60;1,00;Paghe\n', RIP],
    [MOV, 'Matricola;Descr cantiere;Commessa;Ore;Descrizione\n1;Ponte;C1;8;Pali\n'],
  ])('un testo può stare in due colonne, e vale la prima: %j', (movements, allocations) => {
    expect(run(movements, allocations).esito).not.toBe('errore');
  });

  it('nessuna ripartizione, più aziende, più mesi senza mese nei movimenti', () => {
    expect(found(MOV, 'Matricola;Commessa;Ore\n')[0]).toEqual(['NESSUNA_RIPARTIZIONE', 'ripartizioni', 0, '', null]);
    expect(found('Azienda;Matricola;Conto;Dare\n0001;1;60;1,00\n2;1;60;1,00\n')).toEqual([['PIU_AZIENDE', '', 0, '', null]]);
    expect(found('Azienda;Matricola;Conto;Dare\n0001;1;60;1,00\n', 'Ditta;Matricola;Commessa;Ore\n1;1;C1;8\n')).toEqual([]);
    expect(found(MOV, 'Matricola;Commessa;Ore;Periodo\n1;C1;8;01/2026\n1;C1;8;02/2026\n')).toEqual([
      ['COMPETENZA_NON_DETERMINABILE', 'ripartizioni', 0, '', null],
    ]);
    expect(found(MOV, 'Matricola;Commessa;Ore;Periodo\n1;C1;8;01/2026\n1;C1;8;\n')).toEqual([]);
  });

  it('i guasti dei due file si dicono insieme, e le righe scartate con loro', () => {
    expect(found('', 'niente')).toEqual([
      ['FILE_VUOTO', 'bilMovDip', 0, '', null],
      ['INTESTAZIONE_NON_TROVATA', 'ripartizioni', 0, '', null],
    ]);
    expect(found('Matricola;Conto;Dare\n;60;1,00\n').map(([code]) => code)).toEqual(['NESSUN_MOVIMENTO', 'MATRICOLA_MANCANTE']);
  });
});

describe('ciò che non torna fra i due file', () => {
  it.each([
    ['Matricola;Commessa;%\n1;C1;50\n1;C2;49,98', 'PERCENTUALI_DIVERSE_DA_100'],
    ['Matricola;Commessa;%\n1;C1;0,5\n1;C2;0,5', 'PERCENTUALI_DIVERSE_DA_100'],
    ['Matricola;Commessa;Ore\n1;C1;0\n1;C2;0', 'RIPARTIZIONE_A_ZERO'],
    ['Matricola;Commessa;Ore;%\n1;C1;8;\n1;C2;;50', 'BASE_MISTA'],
    ['Matricola;Commessa;Ore\n1;C1;8\n1;C2;boh', 'RIPARTIZIONE_INCOMPLETA'],
  ])('%j: %s', (ripartizioni, code) => {
    const result = run(MOV, ripartizioni) as ContabilitaResult;
    expect(result.anomalie.filter((a) => a.codice === code)).toEqual([
      { livello: 'ERRORE', codice: code, file: 'ripartizioni', riga: 2, matricola: '1', competenza: '', importo_cent: 1000 },
    ]);
    expect(result.commesse).toEqual([{ commessa: 'NON_RIPARTITO', dare_cent: 1000, avere_cent: 0, netto_cent: 1000 }]);
  });

  it('dare diverso da avere, percentuali che non sono le ore, numeri in due formati', () => {
    expect(found('Matricola;Conto;Dare;Avere\n1;60;10,00;\n1;25;;9,00\n')).toEqual([['DARE_DIVERSO_DA_AVERE', 'bilMovDip', 0, '', 100]]);
    expect(found(MOV, 'Matricola;Commessa;Ore;%\n1;C1;8;60\n1;C2;8;40')).toEqual([
      ['PERCENTUALE_INCOERENTE', 'ripartizioni', 2, '1', null],
    ]);
    // one of three is right
    expect(found(MOV, 'Matricola;Commessa;Ore;%\n1;C1;8;50\n1;C2;4;30\n1;C3;4;20').map(([code]) => code)).toEqual([
      'PERCENTUALE_INCOERENTE',
    ]);
    expect(found(MOV, 'Matricola;Commessa;Ore;%\n1;C1;1;33,33\n1;C2;2;66,67')).toEqual([]);
    expect(found('Matricola;Conto;Dare;Avere\n1;60;10,00;\n1;25;;10.00\n')).toEqual([['FORMATO_NUMERI_MISTO', 'bilMovDip', 0, '', null]]);
  });
});

describe('i conti di costo', () => {
  const csv = 'Matricola;Conto;Dare;Avere\n1;60;10,00;\n1;14;5,00;\n1;25;;15,00\n';
  it('sono quelli della configurazione quando c’è, altrimenti quelli in prevalenza in dare', () => {
    expect(run(csv)).toMatchObject({ classificazione: 'PREVALENZA', totali_cent: { costo_da_ripartire: 1500 } });
    expect(run(csv, RIP, ['60', '62'])).toMatchObject({
      classificazione: 'CONFIGURAZIONE',
      totali_cent: { costo_da_ripartire: 1000 },
      prima_nota_importabile: true,
    });
  });

  it('una riga con la sua commessa vi va intera, senza ripartizione; su un conto patrimoniale non conta', () => {
    const result = run('Matricola;Conto;Dare;Avere;Commessa\n2;60;10,00;;c9\n2;60;1,00;;C9\n2;25;;11,00;C9\n') as ContabilitaResult;
    expect(result.dettaglio.map(({ commessa, regola, dare_cent, avere_cent }) => [commessa, regola, dare_cent, avere_cent])).toEqual([
      ['', 'PATRIMONIALE', 0, 1100],
      ['C9', 'DIRETTA', 1100, 0],
    ]);
    expect(result.anomalie.map(({ codice }) => codice)).toEqual(['RIPARTIZIONE_SENZA_MOVIMENTI']);
  });

  it('con i soli costi tutto è costo, e la prima nota non si importa', () => {
    expect(run('Matricola;Conto;Costo\n1;60;10,00\n')).toMatchObject({
      modo_importi: 'SOLO_COSTI',
      classificazione: 'SOLO_COSTI',
      prima_nota_importabile: false,
      esito: 'ok',
    });
  });
});

it('ogni codice ha la sua frase e il suo livello', () => {
  for (const code of ANOMALIA_CODES) {
    expect(fraseAnomalia(code, { riga: 7, matricola: '12', importo: '1,00', somma: '99', quale: 'x' }), code).toMatch(/^[A-ZÈ].+\.$/s);
    expect(['BLOCCANTE', 'ERRORE', 'AVVISO']).toContain(levelOf(code));
  }
});
