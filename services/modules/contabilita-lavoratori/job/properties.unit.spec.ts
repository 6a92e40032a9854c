import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContabilitaResult } from '#contracts/modules/contabilita/result.ts';
import { generatedFiles, SIZES } from '../../../../test/contabilita-generator.ts';
import { sourcesOf } from '../../../../test/contabilita-samples.ts';
import { elabora } from './elabora.ts';

const total = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0);
const run = (movements: readonly string[], allocations: readonly string[]) =>
  elabora(
    sourcesOf({ bilMovDip: Buffer.from(movements.join('\n')), ripartizioni: Buffer.from(allocations.join('\n')) }),
  ) as ContabilitaResult;

const cell = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)},${String(Math.abs(cents) % 100).padStart(2, '0')}`;
const matricola = fc.constantFrom('1', '002', 'A1', '3');
const amount = fc.integer({ min: -5_000_000, max: 50_000_000 });
const movement = fc.tuple(matricola, fc.constantFrom('60.01', '60.02', '25.01'), amount, amount, fc.constantFrom('01/2026', '02/2026'));
const allocation = fc.tuple(
  matricola,
  fc.constantFrom('C1', 'c2', 'C3'),
  fc.integer({ min: 0, max: 30_000 }),
  fc.constantFrom('', '01/2026', '02/2026'),
);
const MOV = 'Matricola;Conto;Dare;Avere;Periodo';
const RIP = 'Matricola;Commessa;Ore;Periodo';

describe('qualunque cosa dicano i due file', () => {
  it('ogni centesimo accettato arriva nel dettaglio, nelle commesse e nella prima nota', () => {
    fc.assert(
      fc.property(
        fc.array(movement, { minLength: 1, maxLength: 30 }),
        fc.array(allocation, { minLength: 1, maxLength: 20 }),
        (movements, allocations) => {
          const result = run(
            [MOV, ...movements.map(([m, c, d, a, p]) => `${m};${c};${cell(d)};${cell(a)};${p}`)],
            [RIP, ...allocations.map(([m, c, o, p]) => `${m};${c};${cell(o)};${p}`)],
          );
          const { totali_cent: t, dettaglio, commesse, prima_nota } = result;
          expect([t.dare_accettato, t.avere_accettato]).toEqual([
            total(movements.map(([, , d]) => d)),
            total(movements.map(([, , , a]) => a)),
          ]);
          expect([total(dettaglio.map((r) => r.dare_cent)), total(dettaglio.map((r) => r.avere_cent))]).toEqual([
            t.dare_accettato,
            t.avere_accettato,
          ]);
          expect(total(commesse.map((c) => c.netto_cent))).toBe(t.costo_da_ripartire);
          expect(total(prima_nota.map((r) => r.dare_cent - r.avere_cent))).toBe(t.dare_accettato - t.avere_accettato);
          expect(prima_nota.every((r) => r.dare_cent >= 0 && r.avere_cent >= 0)).toBe(true);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('l’ordine delle righe non conta: stessi totali, stesse parti', () => {
    const parts = (result: ContabilitaResult) => ({
      ...result,
      anomalie: [],
      dettaglio: result.dettaglio.map((r) => ({ ...r, matricola: r.matricola.replace(/^0+/, '') })),
    });
    fc.assert(
      fc.property(
        fc
          .array(movement, { minLength: 1, maxLength: 20 })
          .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
        fc
          .array(allocation, { minLength: 1, maxLength: 12 })
          .chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length }))),
        ([m1, m2], [a1, a2]) => {
          const of = (movements: typeof m1, allocations: typeof a1) =>
            run(
              [MOV, ...movements.map(([m, c, d, a, p]) => `${m};${c};${cell(d)};${cell(a)};${p}`)],
              [RIP, ...allocations.map(([m, c, o, p]) => `${m};${c};${cell(o)};${p}`)],
            );
          expect(parts(of(m2, a2))).toEqual(parts(of(m1, a1)));
        },
      ),
      { numRuns: 100 },
    );
  });

  it('righe scartate e accettate fanno le righe lette, e ciò che si legge in due modi si scarta', () => {
    const text = fc.string({ unit: fc.constantFrom('1', '2', '0', '.', ',', '-', ' ', 'x'), maxLength: 7 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20 }), (texts) => {
        const result = run(['Matricola;Conto;Costo', '9;60;1', ...texts.map((t) => `1;60;${t}`)], ['Matricola;Commessa;Ore', '1;C1;8']);
        const { lette, accettate, scartate } = result.file.bilMovDip;
        expect(accettate + scartate).toBe(lette);
        expect(result.anomalie.filter(({ file, riga }) => file === 'bilMovDip' && riga > 2)).toHaveLength(scartate);
        if (['MISTO', 'INDEFINITO'].includes(result.file.bilMovDip.decimali)) {
          for (const [i, t] of texts.entries()) {
            if (/^\s*-?\s*[12]\d{0,2}[.,]\d{3}\s*$/.test(t))
              expect(result.anomalie.some(({ codice, riga }) => codice === 'IMPORTO_AMBIGUO' && riga === i + 3)).toBe(true);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});

it('le righe di un file grande, mescolate, danno lo stesso risultato', () => {
  const { bilMovDip, ripartizioni } = generatedFiles(SIZES.S);
  const rows = (bytes: Buffer) => bytes.toString('latin1').trimEnd().split('\r\n');
  const [[head = '', ...movements], [first = '', ...allocations]] = [rows(bilMovDip), rows(ripartizioni)];
  const grand = movements.pop() ?? '';
  const shuffled = (list: readonly string[]) =>
    list.toSorted((a, b) => (a.split('').toReversed().join('') < b.split('').toReversed().join('') ? -1 : 1));
  const straight = run([head, ...movements, grand], [first, ...allocations]);
  expect(straight.esito).toBe('ok');
  expect(run([head, ...shuffled(movements), grand], [first, ...shuffled(allocations)])).toEqual(straight);
});
