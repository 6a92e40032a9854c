import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_EVENTS } from '../../core/documents.ts';
import type { RegisterChange } from '../../core/record-change.ts';
import { chainOf, endOf, inForce, type RecordFact } from './chain.ts';

const IN = { file: 'ple', expiry: 'scadenza_ple' };
let instant = 0;
const at = () => new Date(Date.UTC(2026, 0, 1, 0, (instant += 1))).toISOString();
let command = 0;
const told = (type: string, change: Partial<RegisterChange>, data = {}): RecordFact => ({
  event: {
    type,
    data,
    metadata: { eventId: '', commandId: `c${command}`, correlationId: '', utente: 'anna', groupID: 2, at: at(), origine: 'web' },
  },
  change: { table: 'personale', id: '1', kind: 'modificato', fields: {}, ...change },
});
const uploaded = (version: number): RecordFact => {
  command += 1;
  return told(DOCUMENT_EVENTS.caricato, {
    kind: 'caricato',
    fields: { ple: 'a/1_ple.pdf' },
    file: { campo: 'ple', percorso: 'a/1_ple.pdf', versione: version, byte: 1 },
  });
};
const renewed = (version: number, dal: string, scadenza: string): RecordFact[] => [
  uploaded(version),
  told(
    DOCUMENT_EVENTS.rinnovato,
    { fields: { scadenza_ple: scadenza } },
    { campo: 'ple', dal, scadenza, calcolata: scadenza, anticipata: 0 },
  ),
];
const dated = (scadenza: string | null): RecordFact => told('LavoratoreModificato.v1', { fields: { scadenza_ple: scadenza } });
const removed = (): RecordFact =>
  told(DOCUMENT_EVENTS.eliminato, {
    kind: 'file-eliminato',
    fields: { ple: null, scadenza_ple: null },
    file: { campo: 'ple', percorso: null, versione: null, byte: null },
  });

const erased = (version: number, motivo = 'di un altro'): RecordFact =>
  told(
    DOCUMENT_EVENTS.oscurato,
    { kind: 'file-eliminato', fields: { ple: null }, file: { campo: 'ple', percorso: null, versione: version, byte: null } },
    { copie: [{ percorso: 'a/1_ple.pdf', file_versione: version }], motivo },
  );

it('un documento appena caricato non ha altro che il suo file', () => {
  expect(chainOf([uploaded(1)], IN)).toEqual([
    {
      percorso: 'a/1_ple.pdf',
      file_versione: 1,
      scadenza: null,
      dal: null,
      calcolata: null,
      anticipata: false,
      tolto: false,
      rimosso: null,
      quando: expect.any(String),
      utente: 'anna',
    },
  ]);
});

it('chi svuota il campo del file toglie il documento di allora; dove non ce n’è uno resta la data', () => {
  const emptied = () => told('LavoratoreModificato.v1', { fields: { ple: null } });
  expect(chainOf([uploaded(1), emptied()], IN).map(({ tolto }) => tolto)).toEqual([true]);
  expect(chainOf([uploaded(1), emptied(), uploaded(2)], IN).map(({ tolto, file_versione }) => [tolto, file_versione])).toEqual([
    [true, 1],
    [false, 2],
  ]);
  expect(chainOf([dated('2026-12-01'), emptied()], IN).map(({ tolto, scadenza }) => [tolto, scadenza])).toEqual([[false, '2026-12-01']]);
});

describe('la catena di un documento', () => {
  it('di un rinnovo dice la data che l’intervallo dava, e se ne è stata scelta una prima', () => {
    const renewal = (anticipata: 0 | 1) =>
      told(
        DOCUMENT_EVENTS.rinnovato,
        { fields: { scadenza_ple: '2029-12-01' } },
        { campo: 'ple', dal: '2025-05-01', scadenza: '2029-12-01', calcolata: '2030-05-01', anticipata },
      );
    const link = (anticipata: 0 | 1) => chainOf([uploaded(1), renewal(anticipata)], IN).at(-1);
    expect(link(1)).toMatchObject({ scadenza: '2029-12-01', calcolata: '2030-05-01', anticipata: true });
    expect(link(0)).toMatchObject({ anticipata: false });
  });

  it('un rinnovo lascia al vecchio la sua validità', () => {
    const links = chainOf([uploaded(1), dated('2025-03-01'), ...renewed(2, '2025-05-01', '2030-05-01')], IN);
    expect(links.map(({ scadenza, dal, file_versione }) => [scadenza, dal, file_versione])).toEqual([
      ['2025-03-01', null, 1],
      ['2030-05-01', '2025-05-01', 2],
    ]);
    // between the expiry and the renewal, the expired document is still the valid one of the chain
    expect(inForce(links, '2025-02-01')?.file_versione).toBe(1);
    expect(inForce(links, '2025-04-01')?.scadenza).toBe('2025-03-01');
    expect(inForce(links, '2025-05-01')?.file_versione).toBe(2);
  });

  it('una data scritta nella scheda corregge quello che vale; senza rinnovo vale da sempre', () => {
    const links = chainOf([dated('2026-01-01'), uploaded(1), dated('2027-01-01')], IN);
    expect(links).toHaveLength(1);
    expect(links[0]).toMatchObject({ scadenza: '2027-01-01', dal: null, file_versione: 1 });
    expect(inForce(links, '1999-01-01')).toBe(links[0]);
  });

  it('un rinnovo di ciò che aveva solo una data le lascia la sua', () => {
    const links = chainOf([dated('2024-06-01'), ...renewed(1, '2024-09-01', '2029-09-01')], IN);
    expect(links.map(({ scadenza, percorso }) => [scadenza, percorso])).toEqual([
      ['2024-06-01', null],
      ['2029-09-01', 'a/1_ple.pdf'],
    ]);
  });

  it('uno tolto resta nella catena e non vale più', () => {
    const links = chainOf([uploaded(1), dated('2027-01-01'), removed()], IN);
    expect(links).toMatchObject([{ tolto: true, scadenza: '2027-01-01' }]);
    expect(inForce(links, '2026-06-01')).toBeUndefined();
    expect(chainOf([uploaded(1), removed(), uploaded(2)], IN).map(({ tolto }) => tolto)).toEqual([true, false]);
  });

  it('dove non c’è una data finisce col successivo', () => {
    const links = chainOf([uploaded(1), ...renewed(2, '2026-05-01', '2027-05-01')], IN);
    expect([endOf(links, 0), endOf(links, 1)]).toEqual(['2026-05-01', '2027-05-01']);
  });

  it('la data di un altro documento non la tocca', () => {
    expect(chainOf([told('LavoratoreModificato.v1', { fields: { scadenza_ci: '2027-01-01' } })], IN)).toEqual([]);
  });

  it('uno rimosso per sempre tiene la sua validità, e dice chi e perché; il prossimo comincia da capo', () => {
    const links = chainOf([...renewed(1, '2020-01-01', '2025-01-01'), erased(1), ...renewed(2, '2025-02-01', '2030-01-01')], IN);
    expect(links.map(({ file_versione, rimosso }) => [file_versione, rimosso?.motivo])).toEqual([
      [1, 'di un altro'],
      [2, undefined],
    ]);
    expect(inForce(links, '2021-01-01')).toBe(links[0]);
    // after two erasure events, the reason of the first one counts
    const [first] = chainOf([...renewed(1, '2020-01-01', '2025-01-01'), erased(1), erased(1, 'ancora')], IN);
    expect(first!.rimosso?.motivo).toBe('di un altro');
  });

  it('per qualunque storia di rinnovi nessun file si perde, e ognuno tiene la sua data', () => {
    const day = fc.integer({ min: 0, max: 4000 }).map((n) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10));
    fc.assert(
      fc.property(fc.array(fc.record({ dal: day, scadenza: day }), { minLength: 1, maxLength: 8 }), (renewals) => {
        const links = chainOf(
          renewals.flatMap(({ dal, scadenza }, at) => renewed(at + 1, dal, scadenza)),
          IN,
        );
        expect(links.map(({ file_versione, dal, scadenza }) => ({ file_versione, dal, scadenza }))).toEqual(
          renewals.map(({ dal, scadenza }, at) => ({ file_versione: at + 1, dal, scadenza })),
        );
      }),
    );
  });
});
