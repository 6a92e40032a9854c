// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { catalogue } from '#web/catalogue.ts';
import { cellValue } from '#web/ui/grid/columns.ts';
import { registerColumns, type Row } from './columns.ts';

describe('colonne di un registro', () => {
  it('le accise hanno le colonne della specifica, in ordine', () => {
    expect(registerColumns(catalogue.registerOrThrow('accise')).map((c) => c.label)).toEqual([
      'Utente',
      'Data',
      'Cantiere',
      'Matricola',
      'M Giri',
      'K Giri',
      'Ore',
      'Minuti',
    ]);
  });

  it("la chiave in elenco è l'identificativo bloccato; altrimenti lo è la prima colonna", () => {
    expect(
      registerColumns(catalogue.registerOrThrow('cantieri'))
        .filter((c) => c.frozen)
        .map((c) => c.id),
    ).toEqual(['commessa']);
    expect(
      registerColumns(catalogue.registerOrThrow('elencoManutenzioni'))
        .filter((c) => c.frozen)
        .map((c) => [c.id, c.type]),
    ).toEqual([['Descrizione', 'key']]);
  });

  it('numeri, euro e date hanno il loro tipo; le colonne in più sono nascoste', () => {
    const columns = new Map(registerColumns(catalogue.registerOrThrow('manutenzioni')).map((c) => [c.id, c]));
    expect(columns.get('ore_km')?.type).toBe('number');
    expect(columns.get('costo')).toMatchObject({ type: 'money', hidden: true });
    expect(columns.get('data')?.type).toBe('date');
  });

  it('date e numeri hanno la loro larghezza, chi l’ha scritto la sua; unità e decimali solo dove la definizione li dice', () => {
    const of = (path: string, id: string) => registerColumns(catalogue.registerOrThrow(path)).find((c) => c.id === id)!;
    expect(['data', 'ore', 'utente', 'cantiere'].map((id) => of('accise', id).width)).toEqual([114, 104, 112, undefined]);
    expect(of('manutenzioni', 'costo').width).toBe(124);
    expect(of('macchinari', 'matricola').width).toBe(112);
    const units = catalogue.registers.flatMap((def) => registerColumns(def).map((column) => ({ column, field: def.fields[column.id] })));
    for (const { column, field } of units) {
      expect('unit' in column).toBe(field?.kind === 'number' && field.unit !== undefined);
      expect(column.decimals).toBe(field?.kind === 'number' || field?.kind === 'money' ? field.decimals : undefined);
    }
  });

  it('una scelta mostra la sua etichetta', () => {
    const state = registerColumns(catalogue.registerOrThrow('macchinari')).find((c) => c.id === 'stato_attuale')!;
    expect(cellValue(state, { stato_attuale: 'Demolito' } as unknown as Row)).toBe('Venduto/Demolito');
  });

  it.each(catalogue.registers.map((d) => [d.path, d] as const))('%s: nessuna colonna doppia, una sola bloccata', (_, def) => {
    const columns = registerColumns(def);
    expect(new Set(columns.map((c) => c.id)).size).toBe(columns.length);
    expect(columns.filter((c) => c.frozen)).toHaveLength(1);
  });
});
