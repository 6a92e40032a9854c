// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { macchinari } from '#contracts/registers/macchinari.ts';
import type { ViewContents } from '#contracts/core/saved-view.ts';
import { PLAIN_LAYOUT } from '#web/ui/grid/column-layout.ts';
import { readListState } from '#web/ui/grid/list-state.ts';
import { listDefaults } from '../list-ask.ts';
import { registerColumns } from '../columns.ts';
import { contentsOf, isPlainList, openView, registerViews, sameContents } from './view-contents.ts';

const list = registerViews(macchinari, registerColumns(macchinari), listDefaults(macchinari, ['scaduti']));
const stateAt = (search: string) => readListState(search, list.defaults);
const ARRANGED = { layout: PLAIN_LAYOUT, density: 'compatta' } as const;
const EMPTY: ViewContents = { cerca: '', filtri: {}, interruttori: {}, ordina: '', gruppo: '' };
const at = (values: Record<string, string>) => `?${new URLSearchParams(values).toString()}`;

describe('Il contenuto di una vista', () => {
  it('è l’elenco com’è, e aperto dà lo stesso elenco', () => {
    const state = stateAt(
      at({ cerca: 'gru', ordina: '-marca', scaduti: '1', filtri: '{"marca":{"contiene":"lie"}}', raggruppa: 'tipologia' }),
    );
    const arranged = { layout: { ...PLAIN_LAYOUT, order: ['marca'], pinned: ['marca'] }, density: 'tocco' } as const;
    const contents = contentsOf(list, state, arranged);
    expect(contents).toMatchObject({
      cerca: 'gru',
      ordina: '-marca',
      interruttori: { scaduti: '1' },
      gruppo: 'tipologia',
      densita: 'tocco',
    });
    const opened = openView(list, contents);
    expect(opened.omissions).toEqual([]);
    expect({ ...state, ...opened.state }).toEqual(state);
    expect(opened).toMatchObject(arranged);
  });

  it('di un elenco com’è all’inizio è vuoto, e ne segue l’ordine', () => {
    expect(contentsOf(list, stateAt(''), ARRANGED)).toMatchObject(EMPTY);
    expect([
      isPlainList(list, stateAt('?pagina=3')),
      isPlainList(list, stateAt('?cerca=x')),
      isPlainList(list, stateAt('?scaduti=1')),
    ]).toEqual([true, false, false]);
  });

  it('si apre senza ciò che l’elenco non ha più, e lo nomina', () => {
    const columns = { ordine: ['sparita', 'marca'], visibili: { sparita: true }, larghezze: { sparita: 90 }, bloccate: ['sparita'] };
    const opened = openView(
      list,
      {
        cerca: '',
        filtri: { tipologia: ['Gru', 'Pala'], marca: { contiene: 'x' }, inventato: ['1'] },
        interruttori: { scaduti: '1', vecchio: '1' },
        ordina: '-inventato',
        colonne: columns,
        gruppo: 'inventato',
      },
      [{ campo: 'tipologia', valori: ['Pala'] }],
    );
    expect(opened.state).toEqual({
      cerca: '',
      ordina: list.defaults.ordina,
      filtri: { scaduti: '1' },
      conditions: '{"tipologia":["Gru"],"marca":{"contiene":"x"}}',
      grouping: '',
    });
    expect(opened.layout).toEqual({ order: ['marca'], visible: {}, widths: {} });
    expect(opened.omissions).toEqual([
      'inventato',
      'Tipologia Pala',
      'gruppo inventato',
      'ordine -inventato',
      'vecchio',
      'colonna sparita',
    ]);
  });

  it('una condizione di cui non resta nessuna voce se ne va per intero', () => {
    const opened = openView(list, { ...EMPTY, filtri: { tipologia: ['Pala'] } }, [{ campo: 'tipologia', valori: ['Pala'] }]);
    expect([opened.state.conditions, opened.omissions]).toEqual(['', ['Tipologia Pala']]);
  });

  it('è lo stesso anche con i nomi in un altro ordine; di chi non dice le colonne contano le altre parti', () => {
    const a = { ...EMPTY, filtri: { marca: { da: 1, a: 2 }, targa: { vuoto: true } } };
    const b = { ...EMPTY, filtri: { targa: { vuoto: true }, marca: { a: 2, da: 1 } } };
    expect(sameContents(a, b)).toBe(true);
    expect(sameContents(a, { ...b, cerca: 'x' })).toBe(false);
    const columns = { ordine: ['marca'], visibili: {}, larghezze: {}, bloccate: [] };
    expect(sameContents(a, { ...b, colonne: columns })).toBe(true);
    expect(sameContents({ ...a, colonne: { ...columns, ordine: [] } }, { ...b, colonne: columns })).toBe(false);
  });
});
