// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Route, Switch } from 'wouter';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import { lastList } from '../list/list-memory.ts';
import { RegisterList } from '../list/RegisterList.tsx';
import { RegisterDetail } from './RegisterDetail.tsx';

const NAMES = Array.from({ length: 23 }, (_, i) => ({ id: i + 1, descrizione: `Nome ${i + 1}`, utente: 'anna', versione: 1 }));
let broken = false;
const portal = () =>
  fakePortal(({ path, query }) => {
    if (path !== '/api/meccanici') return { body: { data: [] } };
    const key = query.get('chiave');
    if (key) return { body: { data: NAMES.filter(({ id }) => String(id) === key) } };
    if (broken) return { status: 500, body: { message: 'guasto' } };
    const [page, rows] = [Number(query.get('pagina')), Number(query.get('righe'))];
    return { body: { data: NAMES.slice((page - 1) * rows, page * rows), totale: NAMES.length } };
  });
const portalAt = (address: string) =>
  renderAt(
    address,
    <Switch>
      <Route path="/home/meccanici">
        <RegisterList def={meccanici} />
      </Route>
      <Route>
        <RegisterDetail def={meccanici} />
      </Route>
    </Switch>,
  );
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement ?? document, { key, ...more });
const place = async (text: string) => void (await screen.findByText(text));
const openRow = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr')!;
  row.focus();
  press('Enter');
};

beforeEach(() => {
  signIn();
  broken = false;
});
afterEach(leaveNothing);

it('goes from record to record in the order of the list, over its pages, and back to the page and row reached', async () => {
  portal();
  portalAt('/home/meccanici?righe=10');
  await openRow('Nome 9');
  await place('9 di 23');
  const entries = history.length;
  press(']');
  await place('10 di 23');
  press('ArrowDown', { altKey: true });
  await place('11 di 23');
  expect(location.search).toBe('?id=11');
  press('[');
  await place('10 di 23');
  press(']');
  await place('11 di 23');
  // the entry of the history was replaced
  expect(history.length).toBe(entries);
  expect(lastList('/home/meccanici')).toContain('pagina=2');
  press('ArrowLeft', { altKey: true });
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Nome 11'));
  expect(location.pathname + location.search).toBe('/home/meccanici?pagina=2');
});

it('stops at the ends', async () => {
  portal();
  portalAt('/home/meccanici?righe=10&pagina=3');
  await openRow('Nome 23');
  await place('23 di 23');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Record successivo' }).disabled).toBe(true);
  press(']');
  press('[');
  await place('22 di 23');
});

it('asks as usual where something would be lost', async () => {
  portal();
  const { user } = portalAt('/home/meccanici?righe=10');
  await openRow('Nome 2');
  await user.type(await screen.findByLabelText(/^Descrizione/), '!');
  press('ArrowDown', { altKey: true });
  await screen.findByRole('alertdialog');
  expect(location.search).toBe('?id=2');
});

it('says when the next page cannot be read, and shows nothing for a record that no list showed', async () => {
  portal();
  portalAt('/home/meccanici?righe=10');
  await openRow('Nome 10');
  await place('10 di 23');
  broken = true;
  press(']');
  await place('Record non caricato');
  leaveNothing();
  signIn();
  portal();
  portalAt('/home/meccanici/dettaglio-meccanici?id=3');
  await screen.findByLabelText(/^Descrizione/);
  expect(screen.queryByRole('group', { name: "Posizione nell'elenco" })).toBeNull();
});
