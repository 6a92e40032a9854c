import { describe, expect, it } from 'vitest';
import type { DossierOfSite } from './dossier-facts.ts';
import { sentenceOfSite, sentenceOfWorker, wordsOfSite, wordsOfWorker } from './dossier-words.ts';

const SITE: DossierOfSite = {
  dossierGiorno: '2026-02-03',
  dossierDestinatario: 'Impresa Alfa',
  dossierLavoratori: ['Rossi', 'Bianchi'],
  dossierMacchinari: ['A0001'],
  dossierFile: 7,
  dossierSanitari: 0,
};

describe('le parole di un dossier', () => {
  it('del cantiere dicono quanti, quanti file, per chi', () => {
    expect(wordsOfSite(SITE)).toBe('al 2026-02-03, per Impresa Alfa: 2 lavoratori, 1 macchinario, 7 file');
    expect(wordsOfSite({ ...SITE, dossierDestinatario: null, dossierLavoratori: ['Rossi'], dossierMacchinari: [] })).toBe(
      'al 2026-02-03: 1 lavoratore, 7 file',
    );
  });

  it('e se c’è il giudizio di idoneità', () => {
    expect(wordsOfSite({ ...SITE, dossierMacchinari: [], dossierSanitari: 1 })).toBe(
      'al 2026-02-03, per Impresa Alfa: 2 lavoratori, 7 file, con il giudizio di idoneità',
    );
    expect(sentenceOfSite({ ...SITE, dossierLavoratori: [] })).toBe(
      'ha preparato il dossier al 2026-02-03, per Impresa Alfa: 1 macchinario, 7 file',
    );
  });

  it('del lavoratore dicono quali documenti, o che ne è andato solo lo stato', () => {
    const told = {
      dossierCantiere: 'C001',
      dossierGiorno: '2026-02-03',
      dossierDestinatario: null,
      dossierDocumenti: ['Unilav', 'Corso Base'],
      dossierSanitari: 0 as const,
    };
    expect(wordsOfWorker(told)).toBe('del cantiere C001 al 2026-02-03: Unilav, Corso Base');
    expect(wordsOfWorker({ ...told, dossierDocumenti: [] })).toBe('del cantiere C001 al 2026-02-03: solo lo stato dei documenti');
    expect(sentenceOfWorker({ dossierTesto: 'del cantiere C001' })).toBe('ha preparato il dossier del cantiere C001');
  });
});
