// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Dichiarazione, RigaDichiarazione } from '#contracts/modules/accise/statement.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer } from '#web/portal.testing.tsx';
import { registerKeys } from '#web/registers/keys.ts';
import type { StatementRequest } from './statement.api.ts';
import { useClosing, type Closing } from './use-closing.ts';

const ALL_SITES: StatementRequest = { anno: 2026, trimestre: 2, cantiere: null };
const ONE_SITE: StatementRequest = { ...ALL_SITES, cantiere: '0422' };
const LIST = registerKeys.list('accise', {});

/** A statement with rows of these litres. */
const statementOf = (...litres: (number | null)[]): Dichiarazione => ({
  data: litres.map((litri) => ({ litri }) as RigaDichiarazione),
  totale: { litri: 12_345.4, litri_ammessi: 678.2 },
  chiusa: null,
  proprie: 0,
});

let closing: Closing;
const show = (now: Closing) => {
  closing = now;
};
function Probe({ request }: { request: StatementRequest }) {
  const now = useClosing(request);
  useEffect(() => show(now));
  return null;
}
function open(written: () => Answer | Promise<Answer>, request = ALL_SITES) {
  const calls = fakePortal(written);
  const { client, user } = renderAt('/', <Probe request={request} />);
  client.setQueryData(LIST, []);
  return { calls, user, stale: () => client.getQueryState(LIST)?.isInvalidated };
}
const accepted = (): Answer => ({ body: { message: {} } });
const question = () => screen.findByRole('alertdialog');

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('chiudere un trimestre', () => {
  /** Begins to close; resolves to the open question. */
  const begin = async (statement = statementOf(10, 20)) => {
    act(() => void closing.close(statement));
    return question();
  };

  it('chiede prima, poi lo chiude e lo dice; le letture si rileggono', async () => {
    const { calls, user, stale } = open(accepted);
    const dialog = await begin();
    within(dialog).getByText('Chiudi trimestre');
    within(dialog).getByText('Chiudere il 2º trimestre 2026, di tutti i cantieri?');
    expect([writes(calls), stale()]).toEqual([[], false]);
    await user.click(within(dialog).getByRole('button', { name: 'CHIUDI TRIMESTRE' }));
    await screen.findByText('2º trimestre 2026 chiuso');
    expect(writes(calls)).toMatchObject([{ path: '/api/accise/dichiarazione/chiudi', body: { anno: 2026, trimestre: 2 } }]);
    await waitFor(() => expect(stale()).toBe(true));
  });

  it('chi annulla non chiude', async () => {
    const { calls, user, stale } = open(accepted);
    const dialog = await begin();
    await user.click(within(dialog).getByRole('button', { name: 'ANNULLA' }));
    await act(async () => {});
    expect([writes(calls), stale(), closing.working]).toEqual([[], false, false]);
  });

  it.each([
    [ALL_SITES, statementOf(10, 20), 'Le 2 righe restano come sono ora: 12.345 litri, 678 ammessi.'],
    [ALL_SITES, statementOf(10), 'La riga resta com’è ora: 12.345 litri, 678 ammessi.'],
    [ALL_SITES, statementOf(), 'Le 0 righe restano come sono ora: 12.345 litri, 678 ammessi.'],
    [
      ALL_SITES,
      statementOf(0, null),
      'Le 2 righe restano come sono ora: 12.345 litri, 678 ammessi. 1 riga è ancora senza litri: manca la curva di consumo.',
    ],
    [
      ALL_SITES,
      statementOf(null, 3, null),
      'Le 3 righe restano come sono ora: 12.345 litri, 678 ammessi. 2 righe sono ancora senza litri: manca la curva di consumo.',
    ],
    // the figures of one site are not what is closed
    [ONE_SITE, statementOf(10, null), 'Le righe restano come sono ora.'],
  ])('dice che cosa si chiude (%#)', async (request, statement, words) => {
    open(accepted, request);
    const dialog = await begin(statement);
    within(dialog).getByText(
      `${words} Le letture dal 2026-04-01 al 2026-06-30 non si potranno più aggiungere, modificare, eliminare o ripristinare, finché un amministratore non riapre il trimestre.`,
    );
  });

  it('rifiutato dice perché, e chi ritenta manda la stessa chiave; riuscito, una nuova', async () => {
    const answers: Answer[] = [{ status: 409, body: { message: 'È già chiuso' } }, accepted(), accepted()];
    const { calls, user, stale } = open(() => answers.shift()!);
    for (const words of ['Trimestre non chiuso', '2º trimestre 2026 chiuso', '2º trimestre 2026 chiuso']) {
      const sent = writes(calls).length;
      await user.click(within(await begin()).getByRole('button', { name: 'CHIUDI TRIMESTRE' }));
      await screen.findAllByText(words);
      await waitFor(() => expect(writes(calls)).toHaveLength(sent + 1));
      await waitFor(() => expect([closing.working, stale()]).toEqual([false, true]));
    }
    screen.getByText('È già chiuso');
    const keys = writes(calls).map(({ key }) => key);
    expect([keys[1] === keys[0], keys[2] === keys[1]]).toEqual([true, false]);
  });
});

describe('riaprire un trimestre', () => {
  const reopen = async (motivo: string) => {
    let opened: boolean | undefined;
    await act(async () => {
      opened = await closing.reopen(motivo);
    });
    return opened;
  };

  it('porta il motivo, lo dice, e le letture si rileggono', async () => {
    const { calls, stale } = open(accepted);
    expect(await reopen('Manca una lettura')).toBe(true);
    screen.getByText('2º trimestre 2026 riaperto');
    expect(writes(calls)).toMatchObject([
      { path: '/api/accise/dichiarazione/riapri', body: { anno: 2026, trimestre: 2, motivo: 'Manca una lettura' } },
    ]);
    expect(stale()).toBe(true);
  });

  it('rifiutato dice perché; con un altro motivo è un’altra richiesta', async () => {
    const { calls, stale } = open(() => ({ status: 403, body: { message: 'Non permesso' } }));
    expect(await reopen('Uno')).toBe(false);
    screen.getByText('Trimestre non riaperto');
    screen.getByText('Non permesso');
    expect(stale()).toBe(true);
    await reopen('Uno');
    await reopen('Altro');
    const keys = writes(calls).map(({ key }) => key);
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });

  it('mentre si aspetta non parte due volte', async () => {
    const answer = Promise.withResolvers<Answer>();
    const { calls } = open(() => answer.promise);
    let first: Promise<boolean> | undefined;
    act(() => {
      first = closing.reopen('Uno');
    });
    await waitFor(() => expect(closing.working).toBe(true));
    expect(await reopen('Uno')).toBe(false);
    answer.resolve(accepted());
    await act(async () => expect(await first).toBe(true));
    expect([writes(calls).length, closing.working]).toEqual([1, false]);
  });
});
