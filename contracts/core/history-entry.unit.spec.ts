import { describe, expect, it } from 'vitest';
import { catalogue } from '../../test/catalogue.ts';
import { changedFields } from './history-entry.ts';
import type { RegisterChange } from './record-change.ts';
import type { RecordState } from './record-state.ts';

describe('i campi di una voce dello storico', () => {
  const told = (fields: Record<string, string | number>) => {
    const change = { table: 'macchinari', id: 'M1', kind: 'creato', fields } as unknown as RegisterChange;
    const after = { table: 'macchinari', id: 'M1', values: fields, files: {} } as unknown as RecordState;
    return changedFields(catalogue, undefined, after, change).map(({ campo }) => campo);
  };

  it('sono nell’ordine della definizione, comunque il registro degli eventi li tenga', () => {
    const written = { marca: 'Soilmec', modello: 'SR-30', ore_km: 5, scadenza_b_aggiunto: '2026-01-01', scadenza_a_aggiunto: '2026-01-02' };
    const other = Object.fromEntries(Object.entries(written).toReversed()) as typeof written;
    expect(told(other)).toEqual(told(written));
    const order = Object.keys(catalogue.register('macchinari')!.fields);
    const known = told(other).filter((name) => order.includes(name));
    expect(known).toEqual(order.filter((name) => known.includes(name)));
    expect(told(other).slice(known.length)).toEqual(['scadenza_a_aggiunto', 'scadenza_b_aggiunto']);
  });
});
