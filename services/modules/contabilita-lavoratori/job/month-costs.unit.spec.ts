import { describe, expect, it } from 'vitest';
import { NON_RIPARTITO, type ContabilitaResult } from '#contracts/modules/contabilita/result.ts';
import { generatedFiles, SIZES } from '../../../../test/contabilita-generator.ts';
import { SAMPLES, samplePair, sourcesOf } from '../../../../test/contabilita-samples.ts';
import { elabora, processFiles } from './elabora.ts';

/** Returns month, site and cents of each cost, computed from the detail. */
function fromDetail({ dettaglio }: ContabilitaResult): string[] {
  const cents = new Map<string, number>();
  for (const { tipo, competenza, commessa, dare_cent, avere_cent } of dettaglio) {
    if (tipo !== 'E' || competenza === '' || commessa === NON_RIPARTITO) continue;
    const key = `${competenza} ${commessa}`;
    cents.set(key, (cents.get(key) ?? 0) + dare_cent - avere_cent);
  }
  return [...cents].filter(([, cent]) => cent !== 0).map(([key, cent]) => `${key} ${cent}`);
}

describe('il costo di ogni mese per cantiere', () => {
  it.each([...SAMPLES.map((name) => [name, () => samplePair(name)] as const), ['generata', () => generatedFiles(SIZES.SD)] as const])(
    'è la somma del dettaglio: %s',
    (_name, files) => {
      const result = elabora(sourcesOf(files()));
      const done = processFiles(sourcesOf(files()));
      if (result.esito === 'errore' || done.esito === 'errore') {
        expect(done.esito).toBe(result.esito);
        return;
      }
      const told = done.summary.perMese.flatMap(({ mese, commesse }) =>
        commesse.map(({ commessa, cent }) => `${mese} ${commessa} ${cent}`),
      );
      expect(told.toSorted()).toEqual(fromDetail(result).toSorted());
      expect(done.summary.perMese.map(({ mese }) => mese)).toEqual(done.summary.mesi);
    },
  );
});
