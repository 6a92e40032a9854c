import { describe, expect, it } from 'vitest';
import {
  EMPTY_SELECTION, FULL_SELECTION, isSelected, pageState, resolveSelection, selectedCount, setSelected, toggle, togglePage,
} from './selection.ts';

describe('selezione di un elenco paginato', () => {
  it('resta quando si cambia pagina', () => {
    const prima = togglePage(EMPTY_SELECTION, ['a', 'b']);
    const seconda = toggle(prima, 'd');
    expect(selectedCount(seconda, 10)).toBe(3);
    expect(pageState(seconda, ['a', 'b'])).toBe('all');
    expect(pageState(seconda, ['c', 'd'])).toBe('some');
    expect(pageState(seconda, ['e', 'f'])).toBe('none');
  });

  it('una pagina scelta in parte diventa scelta tutta, poi vuota', () => {
    const parte = toggle(EMPTY_SELECTION, 'a');
    const tutta = togglePage(parte, ['a', 'b']);
    expect(pageState(tutta, ['a', 'b'])).toBe('all');
    expect(togglePage(tutta, ['a', 'b']).keys.size).toBe(0);
  });

  it('"tutti i risultati" comprende le righe mai caricate, meno quelle tolte', () => {
    const meno = toggle(FULL_SELECTION, 'b');
    expect(selectedCount(meno, 214)).toBe(213);
    expect(isSelected(meno, 'b')).toBe(false);
    expect(isSelected(meno, 'mai-vista')).toBe(true);
    expect(resolveSelection(meno, ['a', 'b', 'c'])).toEqual(['a', 'c']);
    expect(selectedCount(toggle(meno, 'b'), 214)).toBe(214);
  });

  it('una pagina vuota non è mai scelta', () => {
    expect(pageState(FULL_SELECTION, [])).toBe('none');
  });

  it('scegliere due volte la stessa riga la conta una volta', () => {
    const due = setSelected(setSelected(EMPTY_SELECTION, ['a'], true), ['a'], true);
    expect(selectedCount(due, 5)).toBe(1);
  });

  it('le chiavi escono nell\'ordine dell\'elenco, non in quello della scelta', () => {
    const scelta = setSelected(EMPTY_SELECTION, ['c', 'a'], true);
    expect(resolveSelection(scelta, ['a', 'b', 'c'])).toEqual(['a', 'c']);
  });
});
