// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakePortal, fakeUploads, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import { CsvPair } from './CsvPair.tsx';

const csv = (name: string) => new File(['Matricola;Ore\n1;8\n'], name, { type: 'text/csv' });
const inputs = () => [...document.querySelectorAll<HTMLInputElement>('input[type=file]')];
const send = () => screen.getByRole('button', { name: 'CARICA FILES' });

async function chosen() {
  const { user } = renderAt('/home/trpwco', <CsvPair />);
  await user.upload(inputs()[0]!, csv('paghe.csv'));
  // the first picker shows its file now: what is left is the second
  await user.upload(inputs()[0]!, csv('ore.csv'));
  return user;
}

beforeEach(() => {
  signIn();
  fakePortal(() => ({ body: { message: [] } }));
});
afterEach(leaveNothing);

describe('i due file della contabilità', () => {
  it('si caricano insieme, ciascuno sotto il suo nome; due pressioni sono un caricamento', async () => {
    const running = fakeUploads();
    const user = await chosen();
    await user.dblClick(send());
    expect(running).toHaveLength(1);
    const { fields } = running[0]!;
    expect([...fields.entries()].map(([name, file]) => [name, (file as File).name])).toEqual([
      ['bilMovDip', 'paghe.csv'],
      ['ripartizioni', 'ore.csv'],
    ]);
    running[0]!.answer(200, { message: { id: '1', taskName: 'Contabilità lavoratori #000001', status: 'queued' } });
    await screen.findByText('Contabilità lavoratori #000001 è in coda');
    await waitFor(() => expect(inputs()).toHaveLength(2));
  });

  it('rifiutati dal portale restano scelti, con il motivo', async () => {
    const running = fakeUploads();
    const user = await chosen();
    await user.click(send());
    running[0]!.answer(429, { status: 429, message: 'Ci sono già 20 elaborazioni in attesa: riprova tra poco.' });
    await screen.findByText("Si e' verificato un errore durante il caricamento.");
    screen.getByText('Ci sono già 20 elaborazioni in attesa: riprova tra poco.');
    screen.getByText('paghe.csv');
    screen.getByText('ore.csv');
  });

  it('con uno solo non parte nulla', async () => {
    const running = fakeUploads();
    const { user } = renderAt('/home/trpwco', <CsvPair />);
    await user.upload(inputs()[0]!, csv('paghe.csv'));
    await user.click(send());
    await screen.findByText('Occorre caricate entrambi i file.');
    expect(running).toEqual([]);
  });
});
