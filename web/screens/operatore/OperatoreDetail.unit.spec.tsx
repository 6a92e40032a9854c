// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { Route } from 'wouter';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakePortal, leaveNothing, renderAt, signIn, writes } from '#web/portal.testing.tsx';
import OperatoreDetail from './OperatoreDetail.tsx';

const WORKERS = [
  { matricola: '1187', cognome: 'ROSSI', nome: 'MARIO' },
  { matricola: '1190', cognome: 'Verdi', nome: 'Ugo' },
  { matricola: '1191', cognome: 'Verdi', nome: 'Ugo' },
];
let stored: { descrizione: string; matricola: string | null };

const portal = () =>
  fakePortal(({ method, path, query }) => {
    if (method !== 'GET') return { status: 201, body: { message: { insertId: 9, affectedRows: 1, versione: 1 } } };
    if (path === '/api/personale') return { body: { data: WORKERS, totale: WORKERS.length } };
    if (path === '/api/operatore' && query.has('chiave')) return { body: { data: [{ id: 4, utente: 'anna', versione: 2, ...stored }] } };
    return { body: { data: [], totale: 0 } };
  });
const open = (address = '/home/operatore/dettaglio-operatore') =>
  renderAt(
    address,
    <Route path="/home/operatore/dettaglio-operatore">
      <OperatoreDetail />
    </Route>,
  );
const matricola = () => screen.findByLabelText<HTMLInputElement>('Lavoratore');
const proposal = () => screen.queryByText(/^Proposta:/)?.textContent;

beforeEach(() => {
  stored = { descrizione: 'rossi mario', matricola: null };
  signIn();
});
afterEach(leaveNothing);

describe('la matricola di un operatore', () => {
  it('di uno nuovo si propone sotto il campo, e si scrive solo con USA', async () => {
    const calls = portal();
    const { user } = open();
    await user.type(await screen.findByLabelText(/^Descrizione/), 'Rossi Mario');
    await waitFor(() => expect(proposal()).toBe('Proposta: 1187 (ROSSI MARIO)'));
    expect((await matricola()).value).toBe('');
    await user.click(screen.getByRole('button', { name: 'USA' }));
    await waitFor(async () => expect((await matricola()).value).toContain('1187'));
    expect(proposal()).toBeUndefined();
    await waitFor(async () => expect(document.activeElement).toBe(await matricola()));
    await user.click(screen.getByRole('button', { name: 'SALVA' }));
    await waitFor(() => expect(writes(calls)).toMatchObject([{ body: { operatore: { descrizione: 'Rossi Mario', matricola: '1187' } } }]));
  });

  it('salvato senza premere USA, l’operatore resta senza', async () => {
    const calls = portal();
    const { user } = open();
    await user.type(await screen.findByLabelText(/^Descrizione/), 'Rossi Mario');
    await screen.findByRole('button', { name: 'USA' });
    await user.click(screen.getByRole('button', { name: 'SALVA' }));
    await waitFor(() => expect(writes(calls)).toHaveLength(1));
    expect((writes(calls)[0]!.body as { operatore: { matricola?: string | null } }).operatore.matricola ?? null).toBeNull();
  });

  it('di uno che c’è si propone anche modificandolo, non dove ha già la sua', async () => {
    portal();
    const { unmount } = open('/home/operatore/dettaglio-operatore?id=4');
    await screen.findByRole('button', { name: 'USA' });
    unmount();
    stored.matricola = '1190';
    const calls = portal();
    open('/home/operatore/dettaglio-operatore?id=4');
    await waitFor(async () => expect((await matricola()).value).toContain('1190'));
    expect(proposal()).toBeUndefined();
    expect(calls.filter(({ path, query }) => path === '/api/personale' && !query.has('filtri'))).toEqual([]);
  });

  it('di due con lo stesso nome non si propone nessuno', async () => {
    stored.descrizione = 'Verdi Ugo';
    const calls = portal();
    open('/home/operatore/dettaglio-operatore?id=4');
    await matricola();
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/personale'));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Descrizione/).value).toBe('Verdi Ugo'));
    expect(proposal()).toBeUndefined();
  });

  it.each([
    ['chi non vede il personale non lo chiede nemmeno', () => signIn({ allowView: 3 }, { report: { allowView: 0 } })],
    ['né chi ne vede solo una parte', () => signIn({ allowView: 3 }, { report: { allowView: 1 } })],
  ])('%s', async (_, enter) => {
    enter();
    const calls = portal();
    open('/home/operatore/dettaglio-operatore?id=4');
    await matricola();
    expect(proposal()).toBeUndefined();
    expect(calls.filter(({ path, query }) => path === '/api/personale' && !query.has('filtri'))).toEqual([]);
  });
});
