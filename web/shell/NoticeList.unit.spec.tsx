// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Notice } from '#contracts/core/comments.ts';
import { publishNews } from '../lib/live.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes } from '../portal.testing.tsx';
import { NoticeList } from './NoticeList.tsx';
import { useNotices } from './use-notices.ts';

const notice = (id: number, more: Partial<Notice> = {}): Notice => ({
  id,
  tabella: 'macchinari',
  record: 'M1',
  testo: `testo ${id}`,
  da: 'bruno',
  quando: '2026-11-20T10:00:00Z',
  letto: 0,
  oggetto: 'macchinario M1',
  indirizzo: '/home/macchinari/M1',
  motivo: 'menzione',
  ...more,
});

let notices: Notice[] = [];
const portal = () =>
  fakePortal(({ method, body }) => {
    if (method === 'PUT') {
      const { id } = (body as { avviso: { id: number[] } }).avviso;
      notices = notices.map((one) => (id.includes(one.id) ? { ...one, letto: 1 } : one));
      return { body: { message: { affectedRows: id.length } } };
    }
    return { body: { data: notices, totale: notices.length, non_letti: notices.filter(({ letto }) => letto === 0).length } };
  });
const Menu = () => <NoticeList avvisi={useNotices()} />;

beforeEach(() => signIn());
afterEach(() => {
  act(() => publishNews({ kind: 'cut' }));
  leaveNothing();
});

describe('gli avvisi in Attività', () => {
  it('dicono chi e di quale record, contano quelli da leggere, e aprono i commenti del record', async () => {
    notices = [notice(2), notice(1, { motivo: 'ricordami', da: 'anna', letto: 1, indirizzo: '/home/tipologia/dettaglio-tipologia?id=3' })];
    const calls = portal();
    const { user } = renderAt('/home', <Menu />);
    const [mention, reminder] = await screen.findAllByRole('link');
    expect(mention!.textContent).toContain('bruno: macchinario M1, non letto');
    expect(reminder!.textContent).toContain('Da ricordare: macchinario M1');
    expect(reminder!.getAttribute('href')).toBe('/home/tipologia/dettaglio-tipologia?id=3&commenti=1');
    expect(screen.getByRole('heading').textContent).toBe('Avvisi1');
    await user.click(mention!);
    expect(location.pathname + location.search).toBe('/home/macchinari/M1?commenti=1');
    await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('Avvisi'));
    expect(writes(calls).map(({ path, body }) => ({ path, body }))).toEqual([
      { path: '/api/avvisi', body: { avviso: { id: [2], letto: 1 } } },
    ]);
    await user.click(screen.getAllByRole('link')[1]!);
    expect(writes(calls)).toHaveLength(1);
  });

  it('si segnano letti tutti insieme', async () => {
    notices = [notice(3), notice(2), notice(1, { letto: 1 })];
    const calls = portal();
    const { user } = renderAt('/home', <Menu />);
    await user.click(await screen.findByRole('button', { name: 'Segna letti' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Segna letti' })).toBeNull());
    expect(writes(calls).map(({ body }) => body)).toEqual([{ avviso: { id: [3, 2], letto: 1 } }]);
  });

  it('arrivano dopo che un commento è stato scritto; senza avvisi non c’è niente', async () => {
    notices = [];
    const calls = portal();
    renderAt('/home', <Menu />);
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Avvisi dei commenti' })).toBeNull();
    notices = [notice(7)];
    act(() => publishNews({ kind: 'change', change: { tabella: 'macchinari', id: 'M1', versione: 2, utente: 'bruno' } }));
    act(() => publishNews({ kind: 'change', change: { tabella: 'commenti', id: 7, versione: 1, utente: 'bruno' } }));
    await screen.findByText('testo 7');
    // the page asks other things too, such as whether the portal answers
    expect(calls.filter(({ path }) => path === '/api/avvisi').map(({ method }) => method)).toEqual(['GET', 'GET']);
  });
});
