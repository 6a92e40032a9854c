// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { Suspense, useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Link, Route, Switch, useLocation } from 'wouter';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { fakePortal, leaveNothing, renderAt, signIn, type Call } from '#web/portal.testing.tsx';
import { arrivedAt, forgetArrivals } from '#web/lib/arrival.ts';
import { PageHead } from '#web/ui/page/PageHead.tsx';
import { lastList } from './list-memory.ts';
import { RegisterList, type ListContext } from './RegisterList.tsx';

const NAMES = ['Bianchi', 'Neri', 'Rossi'];
const row = (i: number) => ({ id: i + 1, descrizione: `${NAMES[i % 3]!} ${i + 1}`, utente: 'anna', versione: 1 });
/** The saved views, which a list asks for after its rows. */
const VIEWS = '/api/viste';
/** Twenty-three mechanics, or one where something is searched for or filtered. */
const portal = () =>
  fakePortal(({ path, query }) => {
    if (path === VIEWS) return { body: { data: [], totale: 0, predefinita: null } };
    const few = query.has('cerca') || query.get('filtri')?.includes('attivo');
    const [page, rows, totale] = [Number(query.get('pagina')), Number(query.get('righe')), few ? 1 : 23];
    const from = (page - 1) * rows;
    return { body: { data: Array.from({ length: Math.max(0, Math.min(rows, totale - from)) }, (_, i) => row(from + i)), totale } };
  });

const FILTER_NAMES = ['attivi'];
const toFilters = (filters: Readonly<Record<string, string>>) => (filters['attivi'] ? { attivo: 1 } : {});
let list: ListContext;
const show = (now: ListContext) => {
  list = now;
};
function Probe({ list }: { list: ListContext }) {
  useEffect(() => show(list));
  return null;
}
const open = (address: string) =>
  renderAt(
    address,
    <RegisterList def={meccanici} filterNames={FILTER_NAMES} serverFilters={toFilters} switches={(context) => <Probe list={context} />} />,
  );
const asked = (calls: readonly Call[]) => Object.fromEntries(calls.filter(({ path }) => path !== VIEWS).at(-1)!.query);
const ready = (text: string) => screen.findAllByText(new RegExp(text));

beforeEach(() => signIn());
afterEach(() => {
  forgetArrivals();
  leaveNothing();
});

describe('l’indirizzo di un elenco', () => {
  it('vuoto chiede la prima pagina come dice la definizione, senza filtri', async () => {
    const calls = portal();
    open('/home/meccanici');
    await ready('Bianchi');
    expect(asked(calls)).toEqual({ pagina: '1', righe: '10', ordina: 'descrizione' });
  });

  it('con condizioni sulle colonne le chiede insieme al filtro dell’elenco; quelle che non valgono no', async () => {
    const calls = portal();
    open(`/home/meccanici?attivi=1&filtri=${encodeURIComponent('{"descrizione":{"contiene":"ro"},"altro":[1]}')}`);
    await ready('Bianchi');
    expect(JSON.parse(asked(calls)['filtri']!)).toEqual({ attivo: 1, descrizione: { contiene: 'ro' } });
    screen.getByText('Descrizione contiene «ro»');
    screen.getByText('Non applicato: altro');
    fireEvent.click(screen.getByRole('button', { name: 'TOGLI TUTTI' }));
    await waitFor(() => expect(asked(calls)['filtri']).toBe('{"attivo":1}'));
  });

  it('con un filtro solo lo chiede al portale', async () => {
    const calls = portal();
    open('/home/meccanici?attivi=1');
    await ready('Bianchi');
    expect(asked(calls)).toEqual({ pagina: '1', righe: '10', ordina: 'descrizione', filtri: '{"attivo":1}' });
  });

  it('con pagina, righe, ordine e ricerca li chiede tutti', async () => {
    const calls = portal();
    open('/home/meccanici?pagina=1&righe=20&ordina=-descrizione&cerca=bia');
    await ready('Bianchi');
    expect(asked(calls)).toEqual({ pagina: '1', righe: '20', ordina: '-descrizione', cerca: 'bia' });
  });

  it('un ordine per una colonna che non c’è, o una pagina oltre la fine, non rompono nulla', async () => {
    const calls = portal();
    open('/home/meccanici?ordina=stipendio&pagina=9');
    await waitFor(() => expect(location.search).toBe('?pagina=3'));
    await ready('Rossi');
    expect(asked(calls)).toEqual({ pagina: '3', righe: '10', ordina: 'descrizione' });
  });
});

describe('due cambi insieme', () => {
  it('stanno tutti e due nell’indirizzo', async () => {
    portal();
    open('/home/meccanici');
    await ready('Rossi');
    list.change({ ordina: '-descrizione' });
    list.change({ filtri: { attivi: '1' } });
    await waitFor(() => expect(location.search).toBe('?ordina=-descrizione&attivi=1'));
  });
});

describe('la ricerca', () => {
  it('segue l’ultimo tasto, torna alla prima pagina e si ricorda per il ritorno', async () => {
    const calls = portal();
    const { user } = open('/home/meccanici?pagina=2');
    await ready('Rossi');
    await user.type(screen.getByRole('searchbox'), 'bia');
    await waitFor(() => expect(location.search).toBe('?cerca=bia'));
    await waitFor(() => expect(asked(calls)).toMatchObject({ cerca: 'bia', pagina: '1' }));
    expect(calls.filter(({ query }) => query.get('cerca') === 'b')).toEqual([]);
    expect(lastList('/home/meccanici')).toBe('/home/meccanici?cerca=bia');
  });

  it('una riga aperta prima che la ricerca sia nell’indirizzo la ritrova al ritorno', async () => {
    portal();
    const { user, unmount } = open('/home/meccanici');
    await ready('Rossi');
    await user.type(screen.getByRole('searchbox'), 'ner');
    unmount();
    expect(lastList('/home/meccanici')).toBe('/home/meccanici?cerca=ner');
  });

  it('un clic su una riga appena scritto apre la scheda, anche mentre la sua pagina si carica, e al ritorno la ricerca c’è', async () => {
    portal();
    const never = new Promise<never>(() => {});
    const Loading = () => {
      throw never;
    };
    const { user } = renderAt(
      '/home/meccanici',
      <Suspense fallback={<p>carico</p>}>
        <Switch>
          <Route path="/home/meccanici">
            <RegisterList def={meccanici} />
          </Route>
          <Route>
            <Loading />
          </Route>
        </Switch>
      </Suspense>,
    );
    await ready('Rossi 3');
    await user.type(screen.getByRole('searchbox'), 'ros');
    await user.click(screen.getByText('Rossi 3'));
    const opened = location.pathname + location.search;
    expect(opened).toMatch(/3$/);
    await new Promise((done) => {
      setTimeout(done, 400);
    });
    expect(location.pathname + location.search).toBe(opened);
    expect(lastList('/home/meccanici')).toBe('/home/meccanici?cerca=ros');
  });

  it('l’indirizzo che cambia da solo riporta la casella con sé', async () => {
    portal();
    open('/home/meccanici?cerca=bia');
    await ready('Bianchi');
    history.pushState(null, '', '/home/meccanici');
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveProperty('value', ''));
  });
});

describe('la stampa', () => {
  it('ha tutte le righe filtrate, con la testata che si ripete, e sparisce dopo', async () => {
    const calls = portal();
    const print = vi.fn();
    vi.stubGlobal('print', print);
    window.print = print;
    const { user } = open('/home/meccanici?pagina=2');
    await ready('Neri 11');
    await user.click(screen.getByRole('button', { name: "Stampa l'elenco" }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(asked(calls.filter(({ method }) => method === 'GET'))).toMatchObject({ pagina: '1', righe: '500' });
    // the print is reported to the portal before it starts
    expect(calls.at(-1)).toMatchObject({
      path: '/api/accessi',
      body: { tipo: 'stampa', tabella: 'meccanici', forma: 'elenco', quanti: 23 },
    });
    const paper = document.querySelector('.elenco-stampa')!;
    expect(paper.querySelectorAll('tbody tr')).toHaveLength(23);
    expect(paper.querySelector('thead')?.textContent).toContain('Descrizione');
    fireEvent(window, new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('.elenco-stampa')).toBeNull());
  });
});

describe('Ctrl+P', () => {
  it.each([
    ['Ctrl', { ctrlKey: true }],
    ['⌘', { metaKey: true }],
  ])('%s+P stampa tutto l’elenco, una volta sola, al posto della pagina', async (_key, modifier) => {
    portal();
    const print = vi.fn();
    vi.stubGlobal('print', print);
    window.print = print;
    open('/home/meccanici?pagina=2');
    await ready('Neri 11');
    // false: the browser's own action is prevented
    expect([fireEvent.keyDown(document, { key: 'p', ...modifier }), fireEvent.keyDown(document, { key: 'P', ...modifier })]).toEqual([
      false,
      false,
    ]);
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(document.querySelectorAll('.elenco-stampa tbody tr')).toHaveLength(23);
    fireEvent(window, new Event('afterprint'));
    await waitFor(() => expect(document.querySelector('.elenco-stampa')).toBeNull());
    expect(print).toHaveBeenCalledOnce();
    expect(fireEvent.keyDown(document, { key: 'p' })).toBe(true);
  });

  it('la stampa dal menu del browser dice quante righe sono e come averle tutte', async () => {
    portal();
    open('/home/meccanici?pagina=3');
    await screen.findByText("Stampa di 3 righe di 23: per tutte usa «Stampa l'elenco».");
  });
});

describe('quando va storto', () => {
  it('una pagina che non si carica lascia le righe di prima e la via alle altre', async () => {
    let broken = true;
    fakePortal(({ query }) => {
      const page = Number(query.get('pagina'));
      if (page === 2 && broken) return { status: 500, body: { message: 'Il portale ha un problema' } };
      return { body: { data: Array.from({ length: 10 }, (_, i) => row((page - 1) * 10 + i)), totale: 23 } };
    });
    const { user } = open('/home/meccanici');
    await ready('Rossi 3');
    await user.click(screen.getByRole('button', { name: 'Pagina 2' }));
    await screen.findByText(/La pagina 2 non si è caricata/);
    screen.getByText('Rossi 3');
    screen.getByRole('button', { name: 'Pagina 3' });
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Riprova' }));
    await screen.findByText('Neri 11');
    expect(screen.queryByText(/non si è caricata/)).toBeNull();
  });

  it('“Togli la ricerca” lascia i filtri come sono', async () => {
    fakePortal(() => ({ body: { data: [], totale: 0 } }));
    const { user } = open('/home/meccanici?cerca=zzz&attivi=1');
    await user.click(await screen.findByRole('button', { name: 'Togli la ricerca' }));
    await waitFor(() => expect(location.search).toBe('?attivi=1'));
    await user.click(await screen.findByRole('button', { name: 'Togli i filtri' }));
    await waitFor(() => expect(location.search).toBe(''));
  });
});

describe('il ritorno da una scheda', () => {
  it('ritrova la riga che si era aperta, con il cursore; da un’altra pagina no', async () => {
    portal();
    const Told = () => {
      const [path] = useLocation();
      useEffect(() => arrivedAt(location.pathname), [path]);
      return null;
    };
    const { user } = renderAt(
      '/home/meccanici',
      <>
        <Switch>
          <Route path="/home/meccanici">
            <RegisterList def={meccanici} />
          </Route>
          <Route>
            <main>
              <PageHead title="Scheda" />
              <Link href="/home/meccanici">torna</Link>
              <Link href="/home/altro">altrove</Link>
            </main>
          </Route>
        </Switch>
        <Told />
      </>,
    );
    await ready('Rossi 3');
    await user.click(screen.getByText('Rossi 3'));
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Scheda'));
    await user.click(screen.getByText('torna'));
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Rossi 3'));
    await user.click(screen.getByText('Neri 2'));
    await user.click(screen.getByText('altrove'));
    await user.click(screen.getByText('torna'));
    await ready('Neri 2');
    expect(document.activeElement?.tagName).toBe('H1');
  });
});

describe('ciò che è scelto', () => {
  const choose = async (user: ReturnType<typeof open>['user'], name: RegExp) =>
    user.click((await screen.findAllByRole('checkbox', { name }))[0]!);

  it('sopravvive al cambio di pagina', async () => {
    portal();
    const { user } = open('/home/meccanici');
    await choose(user, /Bianchi 1$/);
    expect(list.selected.count).toBe(1);
    list.change({ pagina: 2 });
    await waitFor(() => expect(location.search).toBe('?pagina=2'));
    await choose(user, /Neri 11$/);
    await waitFor(() => expect(list.selected.count).toBe(2));
    expect(await list.selected.keys()).toEqual(['1', '11']);
  });

  it('“tutti” meno qualcuno sopravvive al cambio di pagina e di ordine', async () => {
    portal();
    open('/home/meccanici');
    await ready('Bianchi');
    list.selected.setSelection({ all: true, keys: new Set(['3']) });
    await waitFor(() => expect(list.selected.count).toBe(22));
    list.change({ pagina: 2 });
    await waitFor(() => expect(list.state.pagina).toBe(2));
    list.change({ ordina: '-descrizione' });
    await waitFor(() => expect(list.state.ordina).toBe('-descrizione'));
    expect(list.selected.count).toBe(22);
  });

  it('“tutti” vale per la ricerca con cui è stato scelto: cambiata quella, non vale più', async () => {
    portal();
    open('/home/meccanici');
    await ready('Bianchi');
    list.selected.setSelection({ all: true, keys: new Set(['3']) });
    await waitFor(() => expect(list.selected.count).toBe(22));
    const keys = await list.selected.keys();
    expect(keys).toHaveLength(22);
    expect(keys).not.toContain('3');
    list.change({ filtri: { attivi: '1' } });
    await waitFor(() => expect(list.selected.selection).toEqual({ all: false, keys: new Set() }));
  });

  it('le righe scelte una a una restano scelte quando la ricerca cambia, e si rileggono per chiave', async () => {
    const calls = portal();
    const { user } = open('/home/meccanici');
    await choose(user, /Bianchi 1$/);
    list.change({ cerca: 'zzz' });
    await waitFor(() => expect(location.search).toBe('?cerca=zzz'));
    await waitFor(() => expect(list.state.cerca).toBe('zzz'));
    expect(list.selected.count).toBe(1);
    expect((await list.selected.rows()).map(({ id }) => id)).toEqual([1]);
    expect(asked(calls)).toMatchObject({ filtri: '{"id":["1"]}' });
    expect(asked(calls)).not.toHaveProperty('cerca');
  });
});
