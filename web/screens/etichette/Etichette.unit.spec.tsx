// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakePortal, leaveNothing, renderAt, signIn, type Answer } from '#web/portal.testing.tsx';
import PersonaleLabels from './PersonaleLabels.tsx';

const WORKERS = [
  { matricola: '12', cognome: 'Rossi', nome: 'Mario' },
  { matricola: '31', cognome: 'Neri', nome: 'Ada' },
];
const print = vi.fn();

beforeEach(() => {
  signIn();
  vi.stubGlobal('print', print.mockClear());
  window.print = print;
});
afterEach(() => leaveNothing());

async function press(told: Answer) {
  const calls = fakePortal(({ method, path }) => {
    if (path === '/api/accessi') return told;
    return method === 'GET' ? { body: { data: WORKERS, totale: 2 } } : undefined;
  });
  const { user } = renderAt('/home/personale/print-qrcode?matricola=31&matricola=12', <PersonaleLabels />);
  await screen.findByText('2 etichette');
  await user.click(screen.getByRole('button', { name: 'Print' }));
  return calls;
}

it('i tesserini si stampano quando il portale sa di chi sono', async () => {
  const calls = await press({ status: 201, body: { message: {} } });
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(calls.find(({ path }) => path === '/api/accessi')?.body).toEqual({
    tipo: 'stampa',
    tabella: 'personale',
    forma: 'etichette',
    quanti: 2,
    quali: ['31', '12'],
  });
});

it('un tesserino dice la ditta, la foto, chi è e che cosa fa; dieci per foglio', async () => {
  const workers = Array.from({ length: 12 }, (_, i) => ({
    matricola: String(i + 1),
    cognome: 'Rossi',
    nome: `Mario ${i + 1}`,
    descrizione: 'Gruista',
    ...(i === 0 ? { foto: 'PERSONALE/1/1.jpg' } : {}),
  }));
  fakePortal(({ path }) => (path === '/api/ftp' ? { body: { message: { name: 'un-nome' } } } : { body: { data: workers, totale: 12 } }));
  renderAt(`/home/personale/print-qrcode?${workers.map(({ matricola }) => `matricola=${matricola}`).join('&')}`, <PersonaleLabels />);
  await screen.findByText('12 etichette');
  const sheets = document.querySelectorAll('.tesserini');
  expect([...sheets].map((sheet) => sheet.children.length)).toEqual([10, 2]);
  const first = sheets[0]!.children[0]!;
  for (const text of ['Valborra S.p.A.', 'Mario 1 Rossi', 'Gruista']) expect(first.textContent).toContain(text);
  await waitFor(() => expect(first.querySelector('img')?.alt).toBe('Foto di 1'));
});

it('se non lo può annotare non si stampa niente, e si dice perché', async () => {
  await press({ status: 503, body: { message: 'senza, nulla esce' } });
  await screen.findByText('senza, nulla esce');
  expect(print).not.toHaveBeenCalled();
});
