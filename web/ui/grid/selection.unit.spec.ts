import { describe, expect, it } from 'vitest';
import {
  EMPTY_SELECTION,
  FULL_SELECTION,
  isSelected,
  pageState,
  resolveSelection,
  selectedCount,
  setSelected,
  toggle,
  togglePage,
} from './selection.ts';

describe('selezione di un elenco paginato', () => {
  it('resta quando si cambia pagina', () => {
    const before = togglePage(EMPTY_SELECTION, ['a', 'b']);
    const second = toggle(before, 'd');
    expect(selectedCount(second, 10)).toBe(3);
    expect(pageState(second, ['a', 'b'])).toBe('all');
    expect(pageState(second, ['c', 'd'])).toBe('some');
    expect(pageState(second, ['e', 'f'])).toBe('none');
  });

  it('una pagina scelta in parte diventa scelta tutta, poi vuota', () => {
    const part = toggle(EMPTY_SELECTION, 'a');
    const all = togglePage(part, ['a', 'b']);
    expect(pageState(all, ['a', 'b'])).toBe('all');
    expect(togglePage(all, ['a', 'b']).keys.size).toBe(0);
  });

  it('"tutti i risultati" comprende le righe mai caricate, meno quelle tolte', () => {
    const less = toggle(FULL_SELECTION, 'b');
    expect(selectedCount(less, 214)).toBe(213);
    expect(isSelected(less, 'b')).toBe(false);
    expect(isSelected(less, 'mai-vista')).toBe(true);
    expect(resolveSelection(less, ['a', 'b', 'c'])).toEqual(['a', 'c']);
    expect(selectedCount(toggle(less, 'b'), 214)).toBe(214);
  });

  it('una pagina vuota non è mai scelta', () => {
    expect(pageState(FULL_SELECTION, [])).toBe('none');
  });

  it('scegliere due volte la stessa riga la conta una volta', () => {
    const two = setSelected(setSelected(EMPTY_SELECTION, ['a'], true), ['a'], true);
    expect(selectedCount(two, 5)).toBe(1);
  });

  it("le chiavi escono nell'ordine dell'elenco, non in quello della scelta", () => {
    const chosen = setSelected(EMPTY_SELECTION, ['c', 'a'], true);
    expect(resolveSelection(chosen, ['a', 'b', 'c'])).toEqual(['a', 'c']);
  });
});
