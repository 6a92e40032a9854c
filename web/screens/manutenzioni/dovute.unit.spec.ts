import { describe, expect, it } from 'vitest';
import { dovuteOf, sentence, perMatricola } from './dovute.ts';

const row = (matricola: string, manutenzione: string, ore_scadenza: number) => ({
  matricola,
  manutenzione,
  ore_scadenza,
  ore_attuali: ore_scadenza + 10,
});

describe('le manutenzioni dovute', () => {
  const dovute = perMatricola([row('A0001', 'Filtro Motore', 6000), row('A0002', 'Batterie', 900), row('A0001', 'Filtro Gasolio', 6250)]);

  it('sono raccolte per macchina, e dette in una frase', () => {
    expect(sentence(dovuteOf(dovute, { matricola: 'A0001' }))).toBe('Filtro Motore a 6.000, Filtro Gasolio a 6.250');
  });

  it('quella che scade per data dice il giorno, se le ore non sono arrivate', () => {
    const antigelo = { ...row('A0001', 'Antigelo', 900), scadenza: '2026-11-03' };
    expect(sentence([antigelo, { ...antigelo, ore_attuali: 100 }, { ...antigelo, ore_scadenza: null }])).toBe(
      'Antigelo a 900, Antigelo entro il 2026-11-03, Antigelo entro il 2026-11-03',
    );
  });

  it('una macchina a posto, o un elenco non ancora letto, non ne ha', () => {
    expect(dovuteOf(dovute, { matricola: 'A0003' })).toEqual([]);
    expect(dovuteOf(undefined, { matricola: 'A0001' })).toEqual([]);
  });
});
