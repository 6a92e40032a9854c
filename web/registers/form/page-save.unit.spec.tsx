// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Link, Route } from 'wouter';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { network } from '#web/lib/api-client.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import { rowOf } from '../row.testing.ts';
import { RecordDialog } from './RecordDialog.tsx';
import { RegisterDetail } from './RegisterDetail.tsx';
import { useRecordDialog } from './use-record-dialog.ts';

const ROSSI = rowOf(meccanici, { id: 3, descrizione: 'Rossi', versione: 4 });
const portal = (written: (call: Call) => Answer | Promise<Answer>) =>
  fakePortal((call) => (call.method === 'GET' ? { body: { data: [ROSSI], totale: 1 } } : written(call)));
const field = () => screen.findByLabelText<HTMLInputElement>(/^Descrizione/);
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'SALVA' });
const beside = () => document.getElementById(saveButton().getAttribute('aria-describedby') ?? '')?.textContent;
const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('strato.bozze.'));

beforeEach(() => signIn());
afterEach(leaveNothing);

it('SALVA of a page that cannot be pressed says beside it why, and is described by it', async () => {
  portal(() => ({ body: { message: { versione: 5 } } }));
  const { user, unmount } = renderAt('/home/meccanici/dettaglio-meccanici?id=3', <RegisterDetail def={meccanici} />);
  const input = await field();
  expect([saveButton().disabled, beside()]).toEqual([true, 'Nessuna modifica da salvare']);
  await user.type(input, '!');
  expect([saveButton().disabled, beside()]).toEqual([false, 'Modifiche non salvate']);
  await user.clear(input);
  expect([saveButton().disabled, beside()]).toEqual([true, 'Manca: Descrizione']);
  unmount();
  renderAt('/home/meccanici/dettaglio-meccanici', <RegisterDetail def={meccanici} />);
  await field();
  expect([saveButton().disabled, beside()]).toEqual([true, 'Manca: Descrizione']);
});

it('whoever has gone elsewhere while a new record is being made stays there, and is told', async () => {
  const answer = Promise.withResolvers<Answer>();
  const calls = portal(() => answer.promise);
  const { user } = renderAt(
    '/home/meccanici/dettaglio-meccanici',
    <>
      <Link href="/home/noleggi">altrove</Link>
      <Route path="/home/meccanici/dettaglio-meccanici">
        <RegisterDetail def={meccanici} />
      </Route>
    </>,
  );
  await user.type(await field(), 'Verdi');
  await user.click(saveButton());
  await waitFor(() => expect(writes(calls)).toHaveLength(1));
  await user.click(screen.getByText('altrove'));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ESCI SENZA SALVARE' }));
  await waitFor(() => expect(location.pathname).toBe('/home/noleggi'));
  answer.resolve({ body: { message: { insertId: 3, versione: 1 } } });
  await screen.findByText(meccanici.messages.created);
  expect(location.pathname).toBe('/home/noleggi');
});

it('a draft of a dialog goes once the conflict is answered', async () => {
  const theirs: Answer = {
    status: 409,
    body: { message: 'Modificato', attuale: { ...ROSSI, descrizione: 'Bianchi' }, versione: 7, utente: 'bruno', quando: null },
  };
  portal(({ version }) => (version === '"4"' ? theirs : { body: { message: { versione: 8 } } }));
  function Harness() {
    const [open, setOpen] = useState(true);
    return open ? <One onEnd={() => setOpen(false)} /> : <p>chiusa</p>;
  }
  function One({ onEnd }: { onEnd(): void }) {
    const dialog = useRecordDialog({ def: meccanici, row: ROSSI, onEnd, onClose: onEnd });
    return <RecordDialog def={meccanici} title="Meccanico" dialog={dialog} rights={{ save: true, remove: false }} />;
  }
  const { user } = renderAt('/home/x', <Harness />);
  await user.type(await field(), '!');
  await user.click(saveButton());
  const question = await screen.findByRole('alertdialog');
  expect(kept()).toHaveLength(1);
  await user.click(within(question).getByText('Rossi!'));
  await user.click(within(question).getByRole('button', { name: 'SALVA' }));
  await screen.findByText('chiusa');
  expect(kept()).toEqual([]);
});

it('a save that finds no network waits and goes by itself, with the same key; its draft holds the key meanwhile', async () => {
  const answers = [() => Promise.reject(new TypeError('Failed to fetch')), () => ({ body: { message: { versione: 5 } } })];
  const calls = portal(() => answers.shift()!());
  const { user } = renderAt('/home/meccanici/dettaglio-meccanici?id=3', <RegisterDetail def={meccanici} />);
  await user.type(await field(), '!');
  await user.click(saveButton());
  await waitFor(() => expect(network.state()).toEqual({ online: false, waitingCount: 1 }));
  expect([saveButton().getAttribute('aria-busy'), kept().length]).toEqual(['true', 1]);
  network.reached();
  await screen.findByText(meccanici.messages.changed);
  const [one, two] = writes(calls);
  expect([writes(calls).length, two?.key]).toEqual([2, one?.key]);
});
