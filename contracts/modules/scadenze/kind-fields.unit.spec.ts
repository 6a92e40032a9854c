import { describe, expect, it } from 'vitest';
import { macchinari } from '../../registers/macchinari.ts';
import { manutenzioni } from '../../registers/manutenzioni.ts';
import { DEFAULT_KINDS, isSpecified } from './default-kinds.ts';
import { fieldsOfKind, subjectOf } from './kind-fields.ts';

const kind = (codice: string, sanitario = false) => ({ codice, nome: 'Nome', sanitario });

describe('i campi di un tipo di documento', () => {
  it('sono quelli della scheda, dove li ha', () => {
    expect(fieldsOfKind('macchina', kind('funi'))).toMatchObject({ file: { field: 'varie2', suffix: 'FUNI' }, expiry: 'scadenza_varie2' });
    expect(fieldsOfKind('macchina', kind('ce'))).toMatchObject({ file: { field: 'documenti_ce' }, expiry: null });
    expect(fieldsOfKind('noleggio', kind('vfc')).expiry).toBe('scadenza_funicatene');
    expect(fieldsOfKind('lavoratore', kind('idoneita'))).toMatchObject({
      file: { field: 'idoneita', reserved: true },
      expiry: 'scadenza_idoneita',
    });
  });

  it('di un tipo nuovo portano il suo codice', () => {
    expect(fieldsOfKind('macchina', kind('collaudo'))).toMatchObject({
      file: { field: 'collaudo', suffix: 'COLLAUDO' },
      expiry: 'scadenza_collaudo',
    });
    expect(fieldsOfKind('lavoratore', kind('visita', true))).toMatchObject({ file: { field: 'visita', suffix: 'visita', reserved: true } });
  });

  it('i tipi della scheda sono 56, con 34 dei lavoratori, e nessuno due volte', () => {
    expect(DEFAULT_KINDS.filter(({ soggetto }) => soggetto === 'lavoratore')).toHaveLength(34);
    expect(DEFAULT_KINDS.filter(({ soggetto, codice }) => isSpecified(soggetto, codice))).toHaveLength(DEFAULT_KINDS.length - 1);
    expect(new Set(DEFAULT_KINDS.map(({ soggetto, codice }) => `${soggetto}/${codice}`)).size).toBe(DEFAULT_KINDS.length);
  });

  it('di chi sono, lo dice il registro', () => {
    expect(subjectOf(macchinari)).toBe('macchina');
    expect(subjectOf(manutenzioni)).toBeNull();
  });
});
