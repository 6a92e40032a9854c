// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveNothing, renderAt } from '#web/portal.testing.tsx';
import type { GridColumn } from './columns.ts';
import { DataGrid } from './DataGrid.tsx';
import type { DataGridProps } from './grid-types.ts';
import { EMPTY_SELECTION, type Selection } from './selection.ts';

interface Mechanic {
  id: number;
  nome: string;
  ore: number | null;
  nota: string;
}
const COLUMNS: readonly GridColumn<Mechanic>[] = [
  { id: 'nome', label: 'Nome', frozen: true, type: 'key' },
  { id: 'ore', label: 'Ore', type: 'number', width: 100 },
  { id: 'nota', label: 'Nota', hidden: true },
];
const ROWS: readonly Mechanic[] = ['Bianchi', 'Neri', 'Rossi'].map((nome, i) => ({ id: i + 1, nome, ore: i * 1000, nota: `nota ${i}` }));

type Over = Partial<DataGridProps<Mechanic>>;
function Grid({ selection: start, ...over }: Over) {
  const [selection, setSelection] = useState<Selection | undefined>(start);
  return (
    <DataGrid<Mechanic>
      label="Elenco meccanici"
      storageKey="prova"
      columns={COLUMNS}
      rows={ROWS}
      total={30}
      page={1}
      pageSize={10}
      sort="nome"
      onPage={() => {}}
      rowKey={({ id }) => String(id)}
      rowLabel={({ nome }) => nome}
      empty={<p>vuoto</p>}
      {...over}
      {...(start ? { selection, onSelection: setSelection } : {})}
    />
  );
}
const open = (over: Over = {}) => renderAt('/home/meccanici', <Grid {...over} />);
const row = (name: string) => screen.getByText(name).closest('tr')!;
const box = (name: RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const columns = () =>
  screen
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
    .filter(Boolean);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  leaveNothing();
});

describe('con la tastiera', () => {
  it('Tab entra una volta sola; frecce, Inizio e Fine vanno di riga in riga e ai bordi si fermano', async () => {
    const { user } = open();
    const reachable = () => ROWS.filter(({ nome }) => row(nome).tabIndex === 0).map(({ nome }) => nome);
    expect(reachable()).toEqual(['Bianchi']);
    row('Bianchi').focus();
    const walk = async (key: string) => {
      await user.keyboard(key);
      return document.activeElement?.textContent?.slice(0, 5);
    };
    expect(await walk('{ArrowUp}')).toBe('Bianc');
    expect(await walk('{ArrowDown}')).toBe('Neri1');
    expect(reachable()).toEqual(['Neri']);
    expect(await walk('{ArrowDown}')).toBe('Rossi');
    expect(await walk('{ArrowDown}')).toBe('Rossi');
    expect(await walk('{ArrowUp}')).toBe('Neri1');
    expect(await walk('{Home}')).toBe('Bianc');
    expect(await walk('{End}')).toBe('Rossi');
    expect(await walk('x')).toBe('Rossi');
    expect(await walk('{Alt>}{ArrowUp}{/Alt}')).toBe('Rossi');
    expect(await walk('{Control>}{Home}{/Control}')).toBe('Rossi');
  });

  it('una freccia che sposta non fa scorrere la pagina; una che non sposta sì', () => {
    open();
    row('Bianchi').focus();
    const moves = (key: string) => !fireEvent.keyDown(row('Bianchi'), { key });
    expect([moves('ArrowUp'), moves('x'), moves('ArrowDown')]).toEqual([false, false, true]);
  });

  it('si riparte dalla riga in cui è il cursore; con meno righe dall’ultima che c’è', async () => {
    const { user, rerender } = open();
    row('Rossi').focus();
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(row('Neri'));
    row('Rossi').focus();
    rerender(<Grid rows={ROWS.slice(0, 2)} />);
    await waitFor(() => expect(row('Neri').tabIndex).toBe(0));
    rerender(<Grid rows={[]} />);
    screen.getByText('vuoto');
    rerender(<Grid />);
    expect(row('Bianchi').tabIndex).toBe(0);
  });
});

describe('una riga', () => {
  it('si preme e porta alla sua scheda; con Ctrl o il tasto di mezzo in un’altra finestra', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = open({ rowHref: ({ id }) => `/home/meccanici/${id}` });
    await user.click(screen.getByText('1.000'));
    expect(location.pathname).toBe('/home/meccanici/2');
    fireEvent.click(screen.getByText('2.000'), { ctrlKey: true });
    fireEvent(screen.getByText('2.000'), new MouseEvent('auxclick', { bubbles: true, button: 1 }));
    fireEvent(screen.getByText('2.000'), new MouseEvent('auxclick', { bubbles: true, button: 2 }));
    expect(opened.mock.calls.map(([to]) => to)).toEqual(['/home/meccanici/3', '/home/meccanici/3']);
    expect(location.pathname).toBe('/home/meccanici/2');
    row('Rossi').focus();
    await user.keyboard('{Enter}');
    expect(location.pathname).toBe('/home/meccanici/3');
  });

  it('può stare sotto un’intestazione, che nessun tasto incontra', async () => {
    const heading = ({ id }: Mechanic) => (id === 2 ? undefined : `Gruppo ${id}`);
    const { user } = open({ rowHeading: (one, before) => (before ? heading(one) : 'Primi') });
    const texts = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(texts.slice(1)).toEqual(['Primi', 'Bianchi0', 'Neri1.000', 'Gruppo 3', 'Rossi2.000']);
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Primi', 'Gruppo 3']);
    row('Neri').focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(row('Rossi'));
  });

  it('che non porta altrove si sceglie con una pressione e si apre con due o con Invio', async () => {
    const [chosen, opened] = [vi.fn(), vi.fn()];
    const { user } = open({ onChoose: chosen, onOpen: opened, chosenKey: '2' });
    expect(row('Neri').getAttribute('aria-selected')).toBe('true');
    expect(row('Rossi').getAttribute('aria-selected')).toBe('false');
    await user.click(row('Rossi'));
    expect([chosen.mock.calls.length, opened.mock.calls.length]).toEqual([1, 0]);
    expect(chosen).toHaveBeenCalledWith(ROWS[2]);
    await user.dblClick(row('Neri'));
    expect(opened.mock.calls).toEqual([[ROWS[1]]]);
    row('Bianchi').focus();
    await user.keyboard('{Enter}');
    expect(opened).toHaveBeenLastCalledWith(ROWS[0]);
    chosen.mockClear();
    await user.keyboard(' ');
    expect(chosen).toHaveBeenCalledExactlyOnceWith(ROWS[0]);
  });
});

describe('dalla ricerca alle righe', () => {
  const tools = {
    search: <input type="search" aria-label="Cerca" />,
    filters: (
      <>
        <button type="button" role="switch" aria-checked="false">
          SCADUTI
        </button>
        <button type="button" role="switch" aria-checked="false">
          VENDUTI
        </button>
      </>
    ),
    onSort: () => {},
    onExport: () => {},
    onPageSize: () => {},
    selection: EMPTY_SELECTION,
    rowHref: ({ id }: Mechanic) => `/home/meccanici/${id}`,
  };

  it('freccia in giù entra nelle righe, Invio apre, Esc torna alla ricerca', async () => {
    const { user } = open(tools);
    const search = screen.getByRole('searchbox');
    search.focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(row('Bianchi'));
    await user.keyboard('{ArrowDown}{Escape}');
    expect(document.activeElement).toBe(search);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(location.pathname).toBe('/home/meccanici/2');
  });

  it('la prima riga è a non più di cinque Tab', async () => {
    const { user } = open(tools);
    screen.getByRole('searchbox').focus();
    let tabs = 0;
    while (document.activeElement !== row('Bianchi') && tabs < 30) {
      await user.tab();
      tabs += 1;
    }
    expect(tabs).toBeLessThanOrEqual(5);
  });

  it('gli strumenti sono una fermata sola, e le frecce vanno dall’uno all’altro', async () => {
    const { user } = open(tools);
    screen.getByRole('switch', { name: 'SCADUTI' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('VENDUTI');
    await user.keyboard('{End}');
    expect(document.activeElement?.getAttribute('aria-label')).toBe("Stampa l'elenco");
    await user.keyboard('{ArrowRight}{ArrowLeft}');
    expect(document.activeElement?.textContent).toBe('Excel');
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Excel');
  });
});

describe('le caselle', () => {
  it('con Maiusc si sceglie dalla riga di prima a questa, e si toglie allo stesso modo', async () => {
    const { user } = open({ selection: EMPTY_SELECTION });
    await user.click(box(/Bianchi/));
    await user.keyboard('{Shift>}');
    await user.click(box(/Rossi/));
    await user.keyboard('{/Shift}');
    expect(['Bianchi', 'Neri', 'Rossi'].map((name) => box(new RegExp(name)).checked)).toEqual([true, true, true]);
    await user.click(box(/Rossi/));
    await user.keyboard('{Shift>}');
    await user.click(box(/Neri/));
    await user.keyboard('{/Shift}');
    expect(['Bianchi', 'Neri', 'Rossi'].map((name) => box(new RegExp(name)).checked)).toEqual([true, false, false]);
  });

  it('una riga, la pagina, tutti i risultati; deselezionare le toglie', async () => {
    const { user } = open({ selection: EMPTY_SELECTION, selectionActions: <button type="button">Excel</button> });
    expect(screen.queryByRole('toolbar', { name: 'Azioni sulla selezione' })).toBeNull();
    await user.click(box(/Neri/));
    expect(row('Neri').getAttribute('aria-selected')).toBe('true');
    const bar = () => within(screen.getByRole('toolbar', { name: 'Azioni sulla selezione' }));
    bar().getByText('1 selezionato');
    await user.click(box(/la pagina/));
    bar().getByText('3 selezionati');
    await user.click(bar().getByRole('button', { name: 'Seleziona tutti i 30 risultati' }));
    bar().getByText('30 selezionati');
    expect(bar().queryByRole('button', { name: /^Seleziona tutti/ })).toBeNull();
    await user.click(box(/Rossi/));
    bar().getByText('29 selezionati');
    expect(box(/Rossi/).checked).toBe(false);
    await user.click(bar().getByRole('button', { name: 'Deseleziona' }));
    expect(box(/Neri/).checked).toBe(false);
    row('Rossi').focus();
    await user.keyboard(' ');
    expect(box(/Rossi/).checked).toBe(true);
  });

  it('spuntare non apre la riga', async () => {
    const { user } = open({ selection: EMPTY_SELECTION, rowHref: () => '/home/altrove' });
    await user.click(box(/Neri/));
    await user.click(box(/Neri/).closest('td')!);
    expect(location.pathname).toBe('/home/meccanici');
    expect(box(/Neri/).checked).toBe(false);
  });
});

describe('come una persona vuole l’elenco', () => {
  const KEYS = ['strato.colonne.prova', 'strato.densita.prova'];
  const kept = () => KEYS.map((key) => localStorage.getItem(key));

  it('le colonne scelte si ricordano; rimesse come prima non si ricordano più', async () => {
    const { user, unmount } = open();
    expect(columns()).toEqual(['Nome', 'Ore']);
    await user.click(screen.getByRole('button', { name: 'Colonne' }));
    await user.click(await screen.findByRole('checkbox', { name: /Nota/ }));
    await waitFor(() => expect(columns()).toEqual(['Nome', 'Ore', 'Nota']));
    unmount();
    const again = open();
    expect(columns()).toEqual(['Nome', 'Ore', 'Nota']);
    await again.user.click(screen.getByRole('button', { name: 'Colonne' }));
    await again.user.click(await screen.findByRole('button', { name: 'Ripristina' }));
    await waitFor(() => expect(columns()).toEqual(['Nome', 'Ore']));
    expect(kept()).toEqual([null, null]);
  });

  it('una larghezza ricordata vince su quella della colonna; le altre si dividono il resto', () => {
    const widths = () => [...document.querySelectorAll('col')].map((col) => col.style.width);
    const { unmount } = open();
    expect(widths()).toEqual(['', '100px']);
    unmount();
    localStorage.setItem(KEYS[0]!, JSON.stringify({ order: [], visible: {}, widths: { nome: 300, ore: 80 } }));
    open();
    expect(widths()).toEqual(['300px', '80px']);
    expect(screen.getByRole('grid').style.minWidth).toBe('380px');
  });

  it('una testata trascinata su un’altra ne prende il posto, e resta lì', () => {
    localStorage.setItem(KEYS[0]!, JSON.stringify({ order: [], visible: { nota: true }, widths: {} }));
    const { unmount } = open();
    const head = (name: string) => screen.getByRole('columnheader', { name });
    const label = (name: string) => head(name).querySelector('span')!;
    expect([label('Nome'), label('Ore')].map((one) => one.getAttribute('draggable'))).toEqual([null, 'true']);
    fireEvent.dragStart(label('Nota'), { dataTransfer: {} });
    fireEvent.dragEnter(head('Ore'));
    fireEvent.drop(head('Ore'));
    fireEvent.dragEnd(label('Nota'));
    expect(columns()).toEqual(['Nome', 'Nota', 'Ore']);
    unmount();
    open();
    expect(columns()).toEqual(['Nome', 'Nota', 'Ore']);
  });

  it('una colonna bloccata sta accanto all’identificativo e non scorre', async () => {
    const { user } = open();
    expect(screen.getByRole('columnheader', { name: 'Ore' }).className).not.toMatch(/\bfz\b/);
    await user.click(screen.getByRole('button', { name: 'Colonne' }));
    await user.click(await screen.findByRole('button', { name: 'Blocca Ore a sinistra' }));
    expect(screen.getByRole('columnheader', { name: 'Ore' }).className).toMatch(/\bfz\b/);
    await user.click(await screen.findByRole('button', { name: 'Blocca Ore a sinistra' }));
    expect(kept()).toEqual([null, null]);
  });

  it('esportando vanno le colonne che si vedono', async () => {
    localStorage.setItem(KEYS[0]!, JSON.stringify({ order: ['nota', 'ore'], visible: { nota: true, ore: false }, widths: {} }));
    const onExport = vi.fn();
    const { user } = open({ onExport });
    await user.click(screen.getByRole('button', { name: 'Excel' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Testo, .csv' }));
    expect(onExport).toHaveBeenCalledExactlyOnceWith('csv', expect.anything());
    expect(onExport.mock.calls[0]![1].map(({ id }: GridColumn<Mechanic>) => id)).toEqual(['nome', 'nota']);
  });

  it('la densità scelta si ricorda', async () => {
    const { user, unmount } = open({ pageSize: 20 });
    const height = () => screen.getByRole('grid').className.includes('row-tocco');
    await user.click(screen.getByRole('button', { name: 'Densità' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Tocco/ }));
    expect(height()).toBe(true);
    unmount();
    open({ pageSize: 20 });
    expect(height()).toBe(true);
    expect(kept()[1]).toBe('tocco');
  });

  it('un browser che non tiene niente mostra l’elenco lo stesso', () => {
    const refuse = () => {
      throw new Error('SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    open();
    expect(columns()).toEqual(['Nome', 'Ore']);
    vi.unstubAllGlobals();
  });
});

describe('le pagine e l’ordine', () => {
  it('si chiedono a chi tiene l’elenco', async () => {
    const [onPage, onSort, onPageSize] = [vi.fn(), vi.fn(), vi.fn()];
    const { user } = open({ onPage, onSort, onPageSize, page: 2 });
    await user.click(screen.getByRole('button', { name: 'Pagina 3' }));
    await user.click(screen.getByRole('button', { name: 'Pagina successiva' }));
    await user.click(screen.getByRole('button', { name: 'Pagina precedente' }));
    expect(onPage.mock.calls).toEqual([[3], [3], [1]]);
    await user.click(within(screen.getByRole('columnheader', { name: /Ore/ })).getByRole('button', { name: /Ore/ }));
    expect(onSort.mock.calls).toEqual([['ore']]);
  });

  it('oltre l’ultima si va all’ultima, ma non per il totale di un’altra richiesta', () => {
    const onPage = vi.fn();
    const { rerender } = open({ onPage, page: 3 });
    rerender(<Grid onPage={onPage} page={5} total={30} refreshing />);
    rerender(<Grid onPage={onPage} page={5} total={undefined} rows={undefined} />);
    rerender(<Grid onPage={onPage} page={5} total={30} rows={undefined} error={new Error('Il portale non risponde')} />);
    rerender(<Grid onPage={onPage} page={5} total={0} rows={[]} />);
    expect(onPage).not.toHaveBeenCalled();
    rerender(<Grid onPage={onPage} page={5} total={30} rows={[]} />);
    expect(onPage.mock.calls).toEqual([[3]]);
  });
});

describe('senza righe', () => {
  beforeEach(() => {
    vi.useRealTimers();
  });

  it('non lette lo dice, e si riprova; quelle di prima restano in vista', async () => {
    const onRetry = vi.fn();
    const { user, rerender } = open({ rows: undefined, error: new Error('Il portale non risponde'), onRetry });
    screen.getByText('Il portale non risponde');
    await user.click(screen.getByRole('button', { name: /riprova/i }));
    expect(onRetry).toHaveBeenCalledOnce();
    rerender(<Grid error={new Error('Il portale non risponde')} />);
    expect(screen.queryByText('Il portale non risponde')).toBeNull();
    row('Neri');
    rerender(<Grid rows={[]} total={0} />);
    screen.getByText('vuoto');
  });

  it('mentre arrivano la tabella lo dice', () => {
    const { rerender } = open({ rows: undefined, total: undefined });
    expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    rerender(<Grid />);
    expect(screen.getByRole('grid').getAttribute('aria-busy')).toBeNull();
    rerender(<Grid refreshing />);
    expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
  });
});
