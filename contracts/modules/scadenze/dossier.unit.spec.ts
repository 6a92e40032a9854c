import { describe, expect, it } from 'vitest';
import { DEFAULT_KINDS } from './default-kinds.ts';
import { checklistOf, goesOut, problemsFirst } from './dossier.ts';
import { judge, type FitnessSubject } from './fitness.ts';
import type { OwnedDocument, Requirement } from './required.ts';

const DAY = '2026-11-23';
type Files = Record<string, string | null>;

const subject = (
  soggetto: 'lavoratore' | 'macchina' | 'noleggio',
  id: string,
  files: Files,
  more: Partial<FitnessSubject['subject']> = {},
): FitnessSubject => ({
  id,
  subject: { soggetto, ...more },
  documentOf: (codice): OwnedDocument =>
    codice in files ? { file: `${id}_${codice}.pdf`, scadenza: files[codice] ?? null } : { file: null, scadenza: null },
});
const worker = (id: string, files: Files, more: Partial<FitnessSubject['subject']> = {}) => subject('lavoratore', id, files, more);
const every = (tipo_documento: string, more: Partial<Requirement> = {}): Requirement => ({
  soggetto: 'lavoratore',
  tipo_documento,
  commessa: '*',
  ...more,
});
const question = (subjects: FitnessSubject[], requirements: Requirement[]) => ({
  subjects,
  requirements,
  site: '0421',
  kinds: DEFAULT_KINDS,
  day: DAY,
});
const check = (subjects: FitnessSubject[], requirements: Requirement[]) => checklistOf(question(subjects, requirements));

describe('la lista di controllo di un dossier', () => {
  it('ha una riga per ogni tipo richiesto, anche dove tutto va bene, e dice che cosa si è trovato', () => {
    const rows = check(
      [worker('W1', { idoneita: '2027-11-23', unilav: null, formazione: '2026-12-01' })],
      [every('idoneita'), every('unilav'), every('formazione'), every('ps')],
    );
    expect(rows.map(({ tipo, problema, trovato }) => [tipo, problema, trovato?.file ?? null, trovato?.scadenza ?? null])).toEqual([
      ['idoneita', null, 'W1_idoneita.pdf', '2027-11-23'],
      ['unilav', null, 'W1_unilav.pdf', null],
      ['formazione', 'in_scadenza', 'W1_formazione.pdf', '2026-12-01'],
      ['ps', 'assente', null, null],
    ]);
    expect(rows.map(({ blocca, sanitario, richiesto }) => [blocca, sanitario, richiesto])).toEqual([
      [1, 1, 1],
      [0, 0, 1],
      [0, 0, 1],
      [0, 0, 1],
    ]);
  });

  it('scaduto oggi è scaduto, col documento di allora; i problemi sono i motivi del giudizio', () => {
    const asked = question(
      [worker('W1', { idoneita: DAY }), worker('W2', { idoneita: '2030-01-01' })],
      [every('idoneita'), every('formazione'), every('ps', { tra_presenti: 1 })],
    );
    const rows = checklistOf(asked);
    expect(rows[0]).toMatchObject({ id: 'W1', problema: 'scaduto', trovato: { file: 'W1_idoneita.pdf', scadenza: DAY } });
    expect(rows.filter(({ problema }) => problema !== null).map(({ soggetto, id, problema }) => [soggetto, id, problema])).toEqual(
      judge(asked).motivi.map(({ soggetto, id, stato }) => [soggetto, id, stato]),
    );
  });

  it('di più tipi la riga li dice tutti, e quale vale', () => {
    const [row] = check([worker('W1', { patente: '2030-01-01', ci: '2020-01-01' })], [every('ci|patente|psog')]);
    expect(row).toMatchObject({
      tipo: 'ci|patente|psog',
      tipo_nome: 'Carta di Identita o Patente o Permesso di Soggiorno',
      trovato: { tipo: 'patente', tipo_nome: 'Patente', di: 'W1' },
      problema: null,
    });
  });

  it('lo stesso tipo chiesto due volte è una riga sola', () => {
    const requirements = [every('mmt'), { ...every('mmt'), commessa: null, mansione: 4 }];
    expect(check([worker('W1', {}, { mansione: 4 })], requirements)).toHaveLength(1);
  });

  it('del cantiere: chi dei presenti lo ha', () => {
    const rows = check([worker('W1', {}), worker('W2', { ps: '2030-01-01' })], [every('ps', { tra_presenti: 1 })]);
    expect(rows).toMatchObject([{ soggetto: 'cantiere', id: '0421', problema: null, trovato: { di: 'W2', file: 'W2_ps.pdf' } }]);
  });

  it('con una macchina vanno anche i suoi documenti validi che nessuno chiede; mai la fattura', () => {
    const machine = subject('macchina', 'M1', { ce: null, ass: '2027-01-01', periodica: '2026-01-01', fattura: null });
    expect(check([machine], []).map(({ tipo, richiesto }) => [tipo, richiesto])).toEqual([
      ['ce', 0],
      ['ass', 0],
    ]);
    const asked: Requirement[] = [{ soggetto: 'macchina', tipo_documento: 'ass', commessa: '*' }];
    expect(check([machine], asked).map(({ tipo, richiesto }) => [tipo, richiesto])).toEqual([
      ['ass', 1],
      ['ce', 0],
    ]);
  });

  it('ciascuno col nome del suo tipo, anche dove un altro soggetto ne ha uno con lo stesso codice', () => {
    const renamed = DEFAULT_KINDS.map((one) => (one.codice === 'cdc' ? { ...one, nome: `Carta, ${one.soggetto}` } : one));
    const rows = (soggetto: 'macchina' | 'noleggio') =>
      checklistOf({ ...question([subject(soggetto, 'X1', { cdc: null, vp: '2027-01-01' })], []), kinds: renamed });
    expect(rows('macchina').map(({ tipo, tipo_nome }) => [tipo, tipo_nome])).toEqual([['cdc', 'Carta, macchina']]);
    expect(rows('noleggio').map(({ tipo, tipo_nome }) => [tipo, tipo_nome])).toEqual([
      ['cdc', 'Carta, noleggio'],
      ['vp', DEFAULT_KINDS.find((one) => one.soggetto === 'noleggio' && one.codice === 'vp')!.nome],
    ]);
  });

  it('esce il file che vale quel giorno; della salute il solo giudizio, e solo se chiesto', () => {
    const rows = check(
      [worker('W1', { idoneita: '2027-11-23', limitazione: null, unilav: null, formazione: '2020-01-01', ps: '2026-12-01' })],
      [every('idoneita'), every('limitazione'), every('unilav'), every('formazione'), every('ps'), every('rls')],
    );
    const out = (health: boolean) => rows.filter((row) => goesOut(row, health)).map(({ tipo }) => tipo);
    expect(out(false)).toEqual(['unilav', 'ps']);
    expect(out(true)).toEqual(['idoneita', 'unilav', 'ps']);
  });

  it('nell’elenco prima i problemi', () => {
    const rows = check([worker('W1', { unilav: null, formazione: '2020-01-01' })], [every('unilav'), every('formazione'), every('ps')]);
    expect(problemsFirst(rows).map(({ tipo }) => tipo)).toEqual(['ps', 'formazione', 'unilav']);
  });
});
