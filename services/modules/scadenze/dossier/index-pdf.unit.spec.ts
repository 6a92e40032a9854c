import { describe, expect, it } from 'vitest';
import type { DossierData } from '#contracts/jobs/dossier-cantiere.ts';
import { readTextPdf } from '../../../../test/read-text-pdf.ts';
import { indexPdf } from './index-pdf.ts';

const FILE = '7_ȚURCANU_ȘTEFAN/7_unilav.pdf';
const HASH = 'd0'.repeat(32);
const line = {
  documento: 'Unilav',
  stato: 'Valido',
  validita: 'senza scadenza',
  file: { percorso: 'x', versione: 1, nome: FILE },
  avviso: '',
};
const dossier = (lines: number): DossierData => ({
  nome: 'dossier',
  titolo: 'Dossier del cantiere Győr',
  intestazione: ['per Wałbrzych'],
  ditta: 'Šarić e figli',
  gruppi: [{ titolo: 'Lavoratore 7 Ștefan Țurcanu', esito: 'Idoneo', righe: Array.from({ length: lines }, () => line) }],
  fatti: [],
});
const hashes = new Map([[FILE, HASH]]);

describe('L’indice di un dossier', () => {
  it('stampa ogni nome com’è, e porta al file con quel nome', async () => {
    const { title, pages, links } = await readTextPdf(await indexPdf(dossier(1), hashes));
    expect(title).toBe('Dossier del cantiere Győr');
    expect(pages.flat()).toEqual(
      expect.arrayContaining([title, 'per Wałbrzych', 'Šarić e figli', 'Lavoratore 7 Ștefan Țurcanu', FILE, HASH]),
    );
    expect(links).toEqual([FILE]);
  });

  it('lascia il turno ad altri a ogni pagina', async () => {
    let turns = 0;
    let ended = false;
    const count = (): void => {
      turns += 1;
      if (!ended) setImmediate(count);
    };
    setImmediate(count);
    const { pages } = await readTextPdf(await indexPdf(dossier(300), hashes).finally(() => (ended = true)));
    expect(pages.length).toBeGreaterThan(5);
    expect(turns).toBeGreaterThanOrEqual(pages.length);
    expect(pages.map((page) => page.at(-1))).toEqual(pages.map((_, i) => `Pagina ${i + 1} di ${pages.length}`));
  });
});
