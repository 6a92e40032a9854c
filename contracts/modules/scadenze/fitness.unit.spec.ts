import { describe, expect, it } from 'vitest';
import { DEFAULT_KINDS } from './default-kinds.ts';
import { judge, type FitnessSubject } from './fitness.ts';
import type { OwnedDocument, Requirement } from './required.ts';

const DAY = '2026-11-23';
const worker = (files: Record<string, string | null>, more: Partial<FitnessSubject['subject']> = {}, id = 'W1'): FitnessSubject => ({
  id,
  subject: { soggetto: 'lavoratore', ...more },
  documentOf: (codice): OwnedDocument =>
    codice in files ? { file: 'x.pdf', scadenza: files[codice] ?? null } : { file: null, scadenza: null },
});
const everywhere = (tipo_documento: string, more: Partial<Requirement> = {}): Requirement => ({
  soggetto: 'lavoratore',
  tipo_documento,
  commessa: '*',
  ...more,
});
const ask = (subjects: FitnessSubject[], requirements: Requirement[], site: string | null = null) =>
  judge({ subjects, requirements, site, kinds: DEFAULT_KINDS, day: DAY });

describe('idoneo oggi', () => {
  it('sì con tutto valido; ciò che non è chiesto non conta', () => {
    expect(ask([worker({ idoneita: '2027-11-23', ple: '2020-01-01' })], [everywhere('idoneita')])).toEqual({ esito: 'si', motivi: [] });
  });

  it('no dove il tipo blocca, con riserva altrimenti; oggi è scaduto', () => {
    const requirements = [everywhere('idoneita'), everywhere('formazione')];
    expect(ask([worker({ idoneita: DAY, formazione: '2030-01-01' })], requirements)).toMatchObject({
      esito: 'no',
      motivi: [{ soggetto: 'lavoratore', id: 'W1', tipo: 'idoneita', tipo_nome: 'Idoneità', stato: 'scaduto', scadenza: DAY, blocca: 1 }],
    });
    expect(ask([worker({ idoneita: '2030-01-01' })], requirements)).toMatchObject({
      esito: 'riserva',
      motivi: [{ tipo: 'formazione', stato: 'assente', scadenza: null, blocca: 0 }],
    });
  });

  it('in scadenza è sì, col suo motivo', () => {
    const soon = { tipo: 'idoneita', stato: 'in_scadenza', scadenza: '2026-12-01' };
    expect(ask([worker({ idoneita: '2026-12-01' })], [everywhere('idoneita')])).toMatchObject({ esito: 'si', motivi: [soon] });
  });

  it('di più tipi ne basta uno; se nessuno vale si dice l’ultimo scaduto', () => {
    const identity = [everywhere('ci|patente')];
    expect(ask([worker({ ci: '2020-01-01', patente: '2029-01-01' })], identity).esito).toBe('si');
    expect(ask([worker({ ci: '2020-01-01', patente: '2021-01-01' })], identity).motivi).toMatchObject([
      { tipo: 'patente', stato: 'scaduto' },
    ]);
    expect(ask([worker({})], identity).motivi).toMatchObject([
      { tipo: 'ci', tipi: 'ci|patente', tipo_nome: 'Carta di Identita o Patente', stato: 'assente' },
    ]);
  });

  it('la macchina chiede a chi la conduce', () => {
    const requirements: Requirement[] = [{ soggetto: 'lavoratore', tipo_documento: 'autogru', tipologia: 'Gru' }];
    expect(ask([worker({}, { tipologie: ['Gru'] })], requirements).esito).toBe('riserva');
    expect(ask([worker({})], requirements).esito).toBe('si');
  });

  it('del cantiere basta che lo abbia uno dei presenti; a uno solo non si chiede', () => {
    const requirements = [everywhere('ps', { tra_presenti: 1 })];
    expect(ask([worker({}), worker({}, {}, 'W2')], requirements, '0421')).toMatchObject({
      esito: 'riserva',
      motivi: [{ soggetto: 'cantiere', id: '0421', tipo: 'ps', stato: 'assente' }],
    });
    expect(ask([worker({}), worker({ ps: '2030-01-01' }, {}, 'W2')], requirements, '0421').esito).toBe('si');
    expect(ask([worker({})], requirements, '0421').esito).toBe('si');
  });
});
