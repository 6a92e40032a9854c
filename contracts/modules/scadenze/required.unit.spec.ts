import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_REQUIREMENTS } from './default-kinds.ts';
import {
  isMet,
  isValid,
  missingCodes,
  requiredOf,
  requiredOfSite,
  type RequirementSubject,
  type OwnedDocument,
  type Requirement,
} from './required.ts';

const TODAY = '2026-03-10';
const codes = (asked: RequirementSubject, requirements: readonly Requirement[]) =>
  requiredOf(asked, requirements).map(({ requisito }) => requisito.tipo_documento);

describe('che cosa si chiede a chi', () => {
  const per = (values: Partial<Requirement>): Requirement => ({ soggetto: 'lavoratore', tipo_documento: 'ple', ...values });

  it('per mansione, per numero', () => {
    expect(codes({ soggetto: 'lavoratore', mansione: 3 }, [per({ mansione: 3 }), per({ mansione: 4 })])).toEqual(['ple']);
    expect(codes({ soggetto: 'lavoratore', mansione: null }, [per({ mansione: 3 })])).toEqual([]);
  });

  it('ogni cantiere lo chiede sempre, uno solo a chi ci lavora', () => {
    const worker: RequirementSubject = { soggetto: 'lavoratore', cantieri: ['0421'] };
    expect(codes(worker, [per({ commessa: '*' }), per({ commessa: '0421' }), per({ commessa: '0500' })])).toEqual(['ple', 'ple']);
    expect(codes({ soggetto: 'lavoratore' }, [per({ commessa: '*' }), per({ commessa: '0421' })])).toEqual(['ple']);
  });

  it('per tipologia alla macchina, e a chi la conduce', () => {
    const all = [per({ tipologia: 'Gru' }), per({ soggetto: 'macchina', tipo_documento: 'funi', tipologia: 'Gru' })];
    expect(codes({ soggetto: 'macchina', tipologie: ['Gru'] }, all)).toEqual(['funi']);
    expect(codes({ soggetto: 'lavoratore', tipologie: ['Gru'] }, all)).toEqual(['ple']);
    expect(codes({ soggetto: 'lavoratore' }, all)).toEqual([]);
  });

  it('il permesso di soggiorno solo a chi è extra UE, il primo soccorso a nessuno da solo', () => {
    const asked = (extra_ue: number) => codes({ soggetto: 'lavoratore', extra_ue }, DEFAULT_REQUIREMENTS);
    expect(asked(0)).toEqual(['idoneita', 'formazione', 'unilav', 'ci|patente|psog']);
    expect(asked(1)).toEqual([...asked(0), 'psog']);
    expect(requiredOfSite('0421', DEFAULT_REQUIREMENTS).map(({ codici }) => codici)).toEqual([['ps'], ['antincendio']]);
  });
});

describe('che cosa manca', () => {
  const held =
    (files: Record<string, OwnedDocument>) =>
    (codice: string): OwnedDocument =>
      files[codice] ?? { file: null, scadenza: null };

  it('vale un file con la data davanti; quella di oggi è scaduta; una data senza file è come sul tabellone', () => {
    expect(isValid({ file: 'a/b.pdf', scadenza: '2026-03-11' }, TODAY)).toBe(true);
    expect(isValid({ file: 'a/b.pdf', scadenza: TODAY }, TODAY)).toBe(false);
    expect(isValid({ file: 'a/b.pdf', scadenza: null }, TODAY)).toBe(true);
    expect(isValid({ file: null, scadenza: '2027-01-01' }, TODAY)).toBe(true);
    expect(isValid({ file: null, scadenza: null }, TODAY)).toBe(false);
  });

  it('di più tipi ne basta uno valido', () => {
    const identity = [{ codici: ['ci', 'patente'] }];
    const expired = held({ ci: { file: 'x', scadenza: '2026-01-01' } });
    const valid = held({ ci: { file: 'x', scadenza: '2027-01-01' } });
    expect([...missingCodes(identity, expired, TODAY)]).toEqual(['ci', 'patente']);
    expect([...missingCodes(identity, valid, TODAY)]).toEqual([]);
  });

  it('è quello che dice un conto ingenuo', () => {
    const code = fc.constantFrom('a', 'b', 'c', 'd');
    const where = fc.constantFrom<Partial<Requirement>>(
      { mansione: 1 },
      { mansione: 2 },
      { commessa: '*' },
      { commessa: '0421' },
      { tipologia: 'Gru' },
    );
    const requirement: fc.Arbitrary<Requirement> = fc
      .record({
        soggetto: fc.constantFrom('lavoratore' as const, 'macchina' as const),
        names: fc.array(code, { minLength: 1, maxLength: 3 }),
        where,
        se: fc.constantFrom(null, 'extra_ue'),
        tra_presenti: fc.constantFrom(0, 1, null),
      })
      .map(({ names, where: place, ...one }) => ({ ...one, ...place, tipo_documento: names.join('|') }));
    const asked: fc.Arbitrary<RequirementSubject> = fc.record({
      soggetto: fc.constantFrom('lavoratore' as const, 'macchina' as const),
      mansione: fc.constantFrom(null, 1, 2),
      extra_ue: fc.constantFrom(null, 0, 1),
      tipologie: fc.constantFrom([], ['Gru']),
      cantieri: fc.constantFrom([], ['0421']),
    });
    const one: fc.Arbitrary<OwnedDocument> = fc.record({
      file: fc.constantFrom(null, 'x'),
      scadenza: fc.constantFrom(null, '2026-03-09', TODAY, '2026-03-11'),
    });
    fc.assert(
      fc.property(asked, fc.array(requirement, { maxLength: 6 }), fc.record({ a: one, b: one, c: one, d: one }), (who, all, files) => {
        const missing = missingCodes(requiredOf(who, all), held(files), TODAY);
        for (const name of ['a', 'b', 'c', 'd']) {
          let expected = false;
          for (const r of all) {
            const names = r.tipo_documento.split('|');
            if (r.tra_presenti === 1 || r.soggetto !== who.soggetto || !names.includes(name)) continue;
            if (r.se === 'extra_ue' && who.extra_ue !== 1) continue;
            const hit =
              (r.mansione !== undefined && r.mansione === who.mansione) ||
              r.commessa === '*' ||
              (r.commessa === '0421' && who.cantieri!.length > 0) ||
              (r.tipologia === 'Gru' && who.tipologie!.length > 0);
            if (!hit) continue;
            const good = names.filter((n) => {
              const file = files[n as 'a'];
              return file.scadenza === '2026-03-11' || (file.scadenza === null && file.file === 'x');
            });
            if (good.length === 0) expected = true;
          }
          expect(missing.has(name)).toBe(expected);
        }
      }),
    );
  });

  it('un requisito senza tipi non chiede nulla', () => {
    expect(isMet({ codici: [] }, held({}), TODAY)).toBe(true);
  });
});
