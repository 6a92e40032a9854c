import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '#contracts/core/events.ts';
import { creationEvent, deletionEvent, eventOf } from './planted.testing.ts';
import { Tally } from './tally.ts';

const faultsOf = (events: readonly StoredEvent[], options?: ConstructorParameters<typeof Tally>[0]) => {
  const tally = new Tally(options);
  tally.add(events);
  return tally.faults.map(({ kind }) => kind);
};

describe('La lettura del registro', () => {
  it('di un registro in ordine non dice niente, letto anche a pezzi', () => {
    const tally = new Tally({ gapless: true });
    tally.add([creationEvent(1, 1, 5, 'a'), creationEvent(2, 2, 5, 'b')]);
    tally.add([deletionEvent(3, 1, 'c')]);
    expect(tally.faults).toEqual([]);
    expect(tally).toMatchObject({ events: 3, position: '3'.padStart(19, '0') });
    expect(tally.effectsOf('c')).toMatchObject([
      { stream: 'accise-1', version: 2, table: 'accise', id: '1', record: { exists: false, values: { ore: 5 } } },
    ]);
    expect([...tally.records()].map(({ id, exists }) => [id, exists])).toEqual([
      ['1', false],
      ['2', true],
    ]);
  });

  it('vede un evento che manca in mezzo a uno stream, e uno che vi sta due volte', () => {
    expect(faultsOf([creationEvent(1, 1, 5, 'a'), deletionEvent(2, 1, 'c', 3)])).toEqual(['order']);
    expect(faultsOf([creationEvent(1, 1, 5, 'a'), deletionEvent(2, 1, 'c'), deletionEvent(3, 1, 'd')])).toEqual(['order']);
    expect(faultsOf([deletionEvent(1, 1, 'c')])).toEqual(['order']);
  });

  it('vede una posizione che torna indietro, e una che manca dove le posizioni contano gli eventi', () => {
    expect(faultsOf([creationEvent(2, 1, 5, 'a'), creationEvent(1, 2, 5, 'b')])).toEqual(['order']);
    const gap = [creationEvent(1, 1, 5, 'a'), creationEvent(3, 2, 5, 'b')];
    expect(faultsOf(gap)).toEqual([]);
    expect(faultsOf(gap, { gapless: true })).toEqual(['order']);
    expect(faultsOf([creationEvent(2, 1, 5, 'a')], { gapless: true })).toEqual(['order']);
  });

  it('vede lo stesso evento due volte', () => {
    const [first, second] = [creationEvent(1, 1, 5, 'a'), deletionEvent(2, 1, 'c')];
    expect(faultsOf([first, { ...second, metadata: { ...second.metadata, eventId: first.metadata.eventId } }])).toEqual(['doubled']);
  });

  it('vede un numero dato due volte, anche in due stream', () => {
    const wbs = (position: number, commessa: string, correlation: string) =>
      eventOf(
        { position, stream: `cantieri-${commessa}`, version: 1 },
        'WbsCantiereAggiunta.v1',
        { id: 7, commessa, descrizione: 'A' },
        correlation,
      );
    expect(faultsOf([wbs(1, 'CA01', 'a'), wbs(2, 'CA02', 'b')])).toEqual(['number']);
    const rental = (position: number, id: number, correlation: string) =>
      eventOf({ position, stream: `noleggi-${id}`, version: 1 }, 'NoleggioRegistrato.v1', { id, n_matricola: 1 }, correlation);
    expect(
      faultsOf([rental(1, 1, 'a'), rental(2, 2, 'b')], { numbered: [{ type: 'NoleggioRegistrato.v1', field: 'n_matricola' }] }),
    ).toEqual(['number']);
  });
});
