// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { Route } from 'wouter';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import CommentPlace from './CommentPlace.tsx';

const open = (comment: { tabella: string; record: string } | null) => {
  fakePortal(({ path }) => {
    if (path === '/api/commenti') return comment ? { body: { data: [{ id: 5, versione: 1, utente: 'anna', ...comment }] } } : undefined;
    return undefined;
  });
  return renderAt(
    '/home/commenti/5',
    <Route path="/home/commenti/:id">
      <CommentPlace />
    </Route>,
  );
};
const address = () => location.pathname + location.search;

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('l’indirizzo di un commento', () => {
  it('porta al record, con i commenti aperti', async () => {
    open({ tabella: 'macchinari', record: 'M 1' });
    await waitFor(() => expect(address()).toBe('/home/macchinari/M%201?commenti=1'));
  });

  it('di un commento che non c’è più lo dice, e riporta alla home', async () => {
    open(null);
    await screen.findByText('Commento non trovato');
    expect(screen.getByRole('link', { name: 'Torna alla home' }).getAttribute('href')).toBe('/home');
  });

  it('di un registro sconosciuto lo dice', async () => {
    open({ tabella: 'sparita', record: '1' });
    await screen.findByText('Commento non trovato');
  });
});
