// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { Handshake } from 'lucide-react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer } from '#web/portal.testing.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { CommandDialog } from './CommandDialog.tsx';
import { FormBody } from './FormBody.tsx';
import { FormHead } from './FormHead.tsx';
import { RegisterDetail } from './RegisterDetail.tsx';
import { useRecordCommand } from './use-record-command.ts';

const WORDS = { label: 'PRESTA', icon: Handshake, done: 'Prestato', failed: 'Non prestato' };

/** A screen that brings one command, with what it needs to be told. */
function Parts() {
  const [a, setA] = useState('');
  const presta = useRecordCommand('presta', WORDS);
  return (
    <>
      <FormHead actions={presta.actions} />
      <FormBody />
      <CommandDialog command={presta} title="Presta il meccanico" body={a.trim() === '' ? null : { a: a.trim() }} missing="Manca a chi">
        <Field label="A chi" name="a" required error={presta.errors['a']}>
          <TextInput data-autofocus value={a} onChange={setA} />
        </Field>
      </CommandDialog>
    </>
  );
}

const ROSSI = { id: 3, descrizione: 'Rossi', utente: 'anna', versione: 4 };
const DONE: Answer = { body: { message: { affectedRows: 1, versione: 5 } } };

/** Answers the first write, the second and so on; a write that is done is seen by the next read. */
function portal(...answers: (Answer | Promise<Answer>)[]) {
  let now = ROSSI;
  return fakePortal(async ({ method, path }) => {
    if (method === 'GET') return { body: { data: path === '/api/meccanici' ? [now] : [], totale: 1 } };
    const answer = (await answers.shift()) ?? DONE;
    if (answer === DONE) now = { ...ROSSI, descrizione: 'Rossi, da Bruno', versione: 5 };
    return answer;
  });
}
const open = (search = '?id=3') =>
  renderAt(
    `/home/meccanici/dettaglio-meccanici${search}`,
    <RegisterDetail def={meccanici}>
      <Parts />
    </RegisterDetail>,
  );
const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'PRESTA' });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Presta il meccanico' }));

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('il comando di una scheda', () => {
  it('chiede, manda la versione letta con la chiave del record, lo dice e rilegge', async () => {
    const calls = portal();
    const { user } = open();
    await user.click(await button());
    const field = (await dialog()).getByLabelText(/^A chi/);
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard(' Bruno {Enter}');
    await screen.findByText('Prestato');
    expect(writes(calls)).toMatchObject([
      { method: 'POST', path: '/api/meccanici/presta', version: '"4"', body: { id: 3, a: 'Bruno' }, key: expect.stringMatching(/\w{32}/) },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Descrizione/).value).toBe('Rossi, da Bruno'));
  });

  it('mentre manca qualcosa non manda niente, e il cursore va dove manca', async () => {
    const calls = portal();
    const { user } = open();
    await user.click(await button());
    const asked = await dialog();
    asked.getByText('Manca a chi');
    await user.click(asked.getByRole('button', { name: 'PRESTA' }));
    expect(document.activeElement).toBe(asked.getByLabelText(/^A chi/));
    expect(writes(calls)).toEqual([]);
  });

  it('rifiutato, dice perché, il campo lo ripete e il dialogo resta', async () => {
    portal({ status: 400, body: { message: 'I dati inviati non sono validi.', errors: [{ campo: 'a', messaggio: 'Non è dei nostri' }] } });
    const { user } = open();
    await user.click(await button());
    const asked = await dialog();
    await user.type(asked.getByLabelText(/^A chi/), 'Bruno{Enter}');
    await asked.findByText('Non è dei nostri');
    await screen.findByText('I dati inviati non sono validi.');
    await user.click(asked.getByRole('button', { name: 'ANNULLA' }));
    await user.click(await button());
    expect((await dialog()).queryByText('Non è dei nostri')).toBeNull();
  });

  it('mandato di nuovo senza che sia arrivata risposta è lo stesso comando; altro testo, un altro', async () => {
    const calls = portal({ status: 503, body: { message: 'Riprova.' } }, { status: 503, body: { message: 'Riprova.' } });
    const { user } = open();
    await user.click(await button());
    const asked = await dialog();
    const field = asked.getByLabelText(/^A chi/);
    for (const [text, count] of [
      ['Bruno', 1],
      ['', 2],
      [' Verdi', 3],
    ] as const) {
      await user.type(field, `${text}{Enter}`);
      await waitFor(() => expect(writes(calls)).toHaveLength(count));
      await waitFor(() => expect(asked.getByRole<HTMLButtonElement>('button', { name: 'ANNULLA' }).disabled).toBe(false));
    }
    const [first, second, third] = writes(calls).map(({ key }) => key);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('con modifiche non salvate aspetta, e dice perché', async () => {
    portal();
    const { user } = open();
    await user.type(await screen.findByLabelText(/^Descrizione/), '!');
    expect([(await button()).disabled, (await button()).title]).toEqual([true, 'Prima si salvano le modifiche']);
  });

  it('non c’è per chi non modifica, né su un record nuovo', async () => {
    signIn({ allowEdit: 0 });
    portal();
    const { unmount } = open();
    await screen.findByRole('button', { name: 'STORICO' });
    expect(screen.queryByRole('button', { name: 'PRESTA' })).toBeNull();
    unmount();
    signIn();
    open('');
    await screen.findByRole('button', { name: 'SALVA' });
    expect(screen.queryByRole('button', { name: 'PRESTA' })).toBeNull();
  });
});
