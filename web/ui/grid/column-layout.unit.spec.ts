import { describe, expect, it } from 'vitest';
import {
  isPinned,
  isVisible,
  layoutOf,
  moveColumn,
  orderedIds,
  parseLayout,
  PLAIN_LAYOUT,
  setWidth,
  showColumn,
  stepColumn,
  togglePin,
  wireLayout,
} from './column-layout.ts';

const columns = [{ id: 'matricola', frozen: true }, { id: 'marca' }, { id: 'modello' }, { id: 'targa' }, { id: 'chassis', hidden: true }];

describe('colonne di una griglia', () => {
  it("senza preferenze sono nell'ordine della definizione", () => {
    expect(orderedIds(columns, PLAIN_LAYOUT)).toEqual(['matricola', 'marca', 'modello', 'targa', 'chassis']);
  });

  it("si spostano una sull'altra, nei due versi", () => {
    expect(orderedIds(columns, moveColumn(columns, PLAIN_LAYOUT, 'targa', 'marca'))).toEqual([
      'matricola',
      'targa',
      'marca',
      'modello',
      'chassis',
    ]);
    expect(orderedIds(columns, moveColumn(columns, PLAIN_LAYOUT, 'marca', 'targa'))).toEqual([
      'matricola',
      'modello',
      'targa',
      'marca',
      'chassis',
    ]);
  });

  it('la colonna bloccata non si muove e non si scavalca', () => {
    expect(moveColumn(columns, PLAIN_LAYOUT, 'matricola', 'targa')).toBe(PLAIN_LAYOUT);
    expect(moveColumn(columns, PLAIN_LAYOUT, 'targa', 'matricola')).toBe(PLAIN_LAYOUT);
    expect(stepColumn(columns, PLAIN_LAYOUT, 'marca', -1)).toBe(PLAIN_LAYOUT);
  });

  it('la colonna bloccata resta la prima, qualunque ordine sia ricordato', () => {
    expect(orderedIds(columns, { ...PLAIN_LAYOUT, order: ['targa', 'marca', 'matricola', 'modello', 'chassis'] })).toEqual([
      'matricola',
      'targa',
      'marca',
      'modello',
      'chassis',
    ]);
  });

  it("dalla tastiera fanno un passo, e l'ultima resta ultima", () => {
    expect(orderedIds(columns, stepColumn(columns, PLAIN_LAYOUT, 'marca', 1))).toEqual([
      'matricola',
      'modello',
      'marca',
      'targa',
      'chassis',
    ]);
    expect(stepColumn(columns, PLAIN_LAYOUT, 'chassis', 1)).toBe(PLAIN_LAYOUT);
  });

  it('una colonna nuova compare dopo la sua vicina, una tolta sparisce', () => {
    const layout = { ...PLAIN_LAYOUT, order: ['matricola', 'targa', 'sparita', 'marca'] };
    expect(orderedIds(columns, layout)).toEqual(['matricola', 'targa', 'chassis', 'marca', 'modello']);
  });

  it("si nascondono e si mostrano; ciò che è come all'inizio non si ricorda", () => {
    const targa = columns[3]!;
    const chassis = columns[4]!;
    const layout = showColumn(showColumn(PLAIN_LAYOUT, targa, false), chassis, true);
    expect(isVisible(targa, layout)).toBe(false);
    expect(isVisible(chassis, layout)).toBe(true);
    expect(showColumn(showColumn(layout, targa, true), chassis, false).visible).toEqual({});
    expect(isVisible(columns[0]!, { ...PLAIN_LAYOUT, visible: { matricola: false } })).toBe(true);
  });

  it('la larghezza ha un minimo e un massimo', () => {
    expect(setWidth(PLAIN_LAYOUT, 'targa', 3).widths).toEqual({ targa: 56 });
    expect(setWidth(PLAIN_LAYOUT, 'targa', 9000).widths).toEqual({ targa: 640 });
  });

  it('una preferenza rovinata vale come nessuna', () => {
    expect(parseLayout('{"order":[1,"marca"],"visible":{"a":"x","b":false},"widths":{"c":1,"d":90}}')).toEqual({
      order: ['marca'],
      visible: { b: false },
      widths: { d: 90 },
    });
    expect(parseLayout('rotto')).toEqual(PLAIN_LAYOUT);
    expect(parseLayout(null)).toEqual(PLAIN_LAYOUT);
  });

  it('bloccata, una colonna sta dopo l’identificativo, e si sposta solo tra le bloccate', () => {
    const layout = togglePin(togglePin(PLAIN_LAYOUT, 'targa'), 'modello');
    expect(orderedIds(columns, layout)).toEqual(['matricola', 'modello', 'targa', 'marca', 'chassis']);
    expect(moveColumn(columns, layout, 'targa', 'marca')).toBe(layout);
    expect(moveColumn(columns, layout, 'marca', 'modello')).toBe(layout);
    expect(orderedIds(columns, moveColumn(columns, layout, 'targa', 'modello'))).toEqual([
      'matricola',
      'targa',
      'modello',
      'marca',
      'chassis',
    ]);
    expect(columns.map((column) => isPinned(column, layout))).toEqual([true, false, true, true, false]);
    expect(togglePin(togglePin(layout, 'targa'), 'modello')).toEqual(PLAIN_LAYOUT);
  });

  it('com’è sul portale e sul dispositivo è la stessa', () => {
    const layout = { order: ['targa'], visible: { marca: false }, widths: { targa: 90 }, pinned: ['targa'] };
    expect(layoutOf(wireLayout(layout))).toEqual(layout);
    expect(layoutOf(wireLayout(PLAIN_LAYOUT))).toEqual(PLAIN_LAYOUT);
    expect(parseLayout(JSON.stringify(layout))).toEqual(layout);
  });
});
