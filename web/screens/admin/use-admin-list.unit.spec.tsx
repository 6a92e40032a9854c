// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { daysOfFormer } from '#web/modules/trail/former-filters.ts';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import { adminDefaults, useAdminList } from './use-admin-list.ts';

const DEFAULTS = adminDefaults(10, ['stato', 'dal', 'al']);
const CONDITIONS = { columns: { kinds: { utente: 'choices' as const, quando: 'date' as const }, labels: {} } };
const FORMER = { ...CONDITIONS, former: { names: ['dal', 'al'], conditions: daysOfFormer } };
let list: ReturnType<typeof useAdminList<{ id: string }>>;
const show = (shown: typeof list) => {
  list = shown;
};
function List({ options }: { options: Parameters<typeof useAdminList>[2] | undefined }) {
  const shown = useAdminList<{ id: string }>('processi', DEFAULTS, options);
  useEffect(() => show(shown));
  return null;
}
async function start(search: string, options?: Parameters<typeof useAdminList>[2]) {
  const calls = fakePortal(({ query }) => ({ body: { data: [{ id: `pagina ${query.get('pagina')}` }], totale: 40 } }));
  renderAt(`/home/admin${search}`, <List options={options} />);
  await waitFor(() => expect(list.grid.rows).toBeDefined());
  return { calls, asked: () => calls.map(({ path, query }) => [path, Object.fromEntries(query)]) };
}

beforeEach(() => signIn());
afterEach(() => {
  vi.useRealTimers();
  leaveNothing();
});

it('si apre com’è nell’indirizzo; la scheda aperta non è un filtro', async () => {
  const { asked } = await start('?scheda=processi&stato=error&cerca=zip&pagina=2&altro=x');
  expect(asked()).toEqual([['/api/amministrazione/processi', { stato: 'error', cosa: 'zip', pagina: '2', righe: '10' }]]);
  expect([list.filters, list.query]).toEqual([{ stato: 'error' }, { stato: 'error', cosa: 'zip', pagina: 2, righe: 10 }]);
  expect(list.grid).toMatchObject({ rows: [{ id: 'pagina 2' }], total: 40, page: 2, pageSize: 10, sort: '' });
});

it.each([
  ['?scheda=processi&stato=error&pagina=2', '?scheda=processi&stato=queued'],
  ['?stato=error', '?stato=queued'],
])('un filtro cambiato torna alla prima pagina, nella stessa scheda: %s', async (search, then) => {
  const { asked } = await start(search);
  act(() => list.setFilters({ stato: 'queued' }));
  expect(location.search).toBe(then);
  await waitFor(() => expect(asked().at(-1)).toEqual(['/api/amministrazione/processi', { stato: 'queued', pagina: '1', righe: '10' }]));
  act(() => list.setFilters({}));
  expect(new URLSearchParams(location.search).has('stato')).toBe(false);
});

it('mentre arriva un’altra pagina si vede quella di prima', async () => {
  await start('');
  act(() => list.grid.onPage(2));
  expect([list.grid.rows, list.grid.refreshing]).toEqual([[{ id: 'pagina 1' }], true]);
  await waitFor(() => expect([list.grid.rows, list.grid.refreshing]).toEqual([[{ id: 'pagina 2' }], false]));
});

it('le condizioni sulle colonne vanno nella richiesta solo dove la chiamata le prende', async () => {
  const search = `?filtri=${encodeURIComponent('{"utente":["anna"],"altro":["x"]}')}`;
  await start(search);
  expect(list.query).toEqual({ pagina: 1, righe: 10 });
  const { asked } = await start(search, CONDITIONS);
  await waitFor(() =>
    expect(asked()).toEqual([['/api/amministrazione/processi', { filtri: '{"utente":["anna"]}', pagina: '1', righe: '10' }]]),
  );
});

it('un indirizzo di una volta vale come le sue condizioni', async () => {
  await start('?scheda=accessi&dal=2026-01-01&al=2026-01-31', FORMER);
  expect(list.filters).toEqual({});
  expect(list.query).toEqual({ pagina: 1, righe: 10, filtri: JSON.stringify({ quando: { da: '2026-01-01', a: '2026-01-31' } }) });
});

it('si ripete dove è detto, e solo lì', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] });
  const calls = fakePortal(() => ({ body: { data: [], totale: 0 } }));
  const seen = () => calls.filter(({ path }) => path === '/api/amministrazione/processi').length;
  const { unmount } = renderAt('/home/admin', <List options={{ every: 5000 }} />);
  await act(() => vi.advanceTimersByTimeAsync(100));
  const first = seen();
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect([first, seen()]).toEqual([1, 2]);
  unmount();
  renderAt('/home/admin', <List options={undefined} />);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(seen()).toBe(3);
});
