import { describe, expect, it } from 'vitest';
import { addSnack, hasTimer, MAX, type Snack } from './snackbar-store.ts';

const snack = (id: number, kind: Snack['kind'] = 'success', text = `n. ${id}`): Snack => ({ id, kind, text });

describe('avvisi', () => {
  it('si impilano, il più nuovo in fondo', () => {
    expect(addSnack([snack(1)], snack(2)).map((s) => s.id)).toEqual([1, 2]);
  });
  it('lo stesso errore due volte è un errore solo', () => {
    const list = addSnack(addSnack([snack(1, 'error', 'Rete assente')], snack(2)), snack(3, 'error', 'Rete assente'));
    expect(list.map((s) => s.id)).toEqual([2, 3]);
  });
  it('quando sono troppi esce il più vecchio che sarebbe uscito da solo, mai un errore prima', () => {
    let list: Snack[] = [snack(0, 'error')];
    for (let i = 1; i <= MAX; i++) list = addSnack(list, snack(i));
    expect(list.map((s) => s.id)).toEqual([0, 2, 3, 4, 5]);
  });
  it('errori e lavori in corso restano finché non si chiudono', () => {
    expect(['success', 'error', 'warn', 'info', 'progress'].map((kind) => hasTimer(snack(1, kind as Snack['kind'])))).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
  });
});
