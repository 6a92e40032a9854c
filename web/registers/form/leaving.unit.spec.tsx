// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Link } from 'wouter';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import { FormBody } from './FormBody.tsx';
import { FormHead } from './FormHead.tsx';
import { draftOwner } from './draft-owner.ts';
import { leaveDraft } from './drafts.ts';
import { RegisterDetail } from './RegisterDetail.tsx';
import type { SideRecord } from './side-records.ts';
import { registerKeys } from '../keys.ts';
import { useSideRecord } from './use-side-record.ts';

const ROSSI = { id: 3, descrizione: 'Rossi', utente: 'bruno', versione: 4 };
const ADDRESS = '/home/meccanici/dettaglio-meccanici?id=3';
const portal = (written: (call: Call) => Answer = () => ({ body: { message: { insertId: 3, versione: 5 } } })) =>
  fakePortal((call) => (call.method === 'GET' ? { body: { data: [ROSSI], totale: 1 } } : written(call)));
function Side({ record }: { record: SideRecord }) {
  useSideRecord('accanto', record);
  return null;
}
const page = (side?: SideRecord) => (
  <>
    <Link href="/home/noleggi">altrove</Link>
    <RegisterDetail def={meccanici}>
      <FormHead />
      <FormBody />
      {side ? <Side record={side} /> : null}
    </RegisterDetail>
  </>
);
const open = (side?: SideRecord) => renderAt(ADDRESS, page(side));
const field = () => screen.findByLabelText<HTMLInputElement>(/^Descrizione/);
const question = () => screen.findByRole('alertdialog');
const away = () => screen.getByText('altrove');
const leave = () => {
  const event = new Event('beforeunload', { cancelable: true });
  act(() => {
    dispatchEvent(event);
  });
  return event.defaultPrevented;
};

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('lasciare una scheda', () => {
  it('senza modifiche non chiede', async () => {
    portal();
    const { user } = open();
    await field();
    await user.click(away());
    expect(location.pathname).toBe('/home/noleggi');
  });

  it('Esc torna all’elenco come CHIUDI; con modifiche, o con un dialogo sopra, non fa nulla', async () => {
    fakePortal(({ path }) => ({ body: { data: path === '/api/riferimenti' ? { totale: 0, per: [], altri: false } : [ROSSI], totale: 1 } }));
    const { user } = open();
    const input = await field();
    await user.type(input, '!');
    await user.keyboard('{Escape}');
    expect(location.pathname + location.search).toBe(ADDRESS);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await user.type(input, '{Backspace}');
    await user.click(await screen.findByRole('button', { name: 'ELIMINA' }));
    await question();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(location.pathname + location.search).toBe(ADDRESS);
    await user.click(input);
    await user.keyboard('{Escape}');
    expect(location.pathname).toBe('/home/meccanici');
  });

  it('con modifiche chiede, dicendo quante e di chi; chi resta ritrova ciò che ha scritto', async () => {
    portal();
    const { user } = open();
    await user.type(await field(), '!');
    await user.click(away());
    const dialog = await question();
    expect(dialog.textContent).toMatch(/modific.*Rossi/);
    await user.click(within(dialog).getByRole('button', { name: 'RESTA' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect((await field()).value).toBe('Rossi!');
    expect(location.pathname + location.search).toBe(ADDRESS);
  });

  it('chi salva prima di uscire salva ed esce; se il salvataggio è rifiutato resta', async () => {
    let status = 500;
    const calls = portal(() => ({ status, body: { message: { versione: 5 } } }));
    const { user } = open();
    await user.type(await field(), '!');
    await user.click(away());
    await user.click(within(await question()).getByRole('button', { name: 'SALVA' }));
    await screen.findByText('Errore nel salvataggio');
    expect(location.pathname + location.search).toBe(ADDRESS);
    expect((await field()).value).toBe('Rossi!');
    status = 200;
    await user.click(away());
    await user.click(within(await question()).getByRole('button', { name: 'SALVA' }));
    await waitFor(() => expect(location.pathname).toBe('/home/noleggi'));
    expect(writes(calls)).toHaveLength(2);
    expect(writes(calls)[1]).toMatchObject({ method: 'PUT', version: '"4"', body: { meccanici: { descrizione: 'Rossi!' } } });
  });

  it('salvata non chiede più', async () => {
    portal();
    const { user } = open();
    await user.type(await field(), '!');
    await user.keyboard('{Control>}s{/Control}');
    await screen.findByText('Modifica effettuata');
    await user.click(away());
    await waitFor(() => expect(location.pathname).toBe('/home/noleggi'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('chiede anche per ciò che sta accanto, con un tasto suo o senza; chi salva prima di uscire lo salva', async () => {
    for (const apart of [false, true]) {
      const saved: string[] = [];
      portal();
      const { user, unmount } = open({
        dirty: 2,
        saving: false,
        apart,
        save: async (key) => {
          saved.push(key);
          return true;
        },
      });
      await field();
      await user.click(away());
      await user.click(within(await question()).getByRole('button', { name: 'SALVA' }));
      await waitFor(() => expect(saved).toEqual(['3']));
      unmount();
    }
  });

  it('ciò che stava accanto e non c’è più non conta', async () => {
    portal();
    const { user, rerender } = open({ dirty: 1, saving: false, save: async () => true });
    await field();
    const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'SALVA' }).disabled;
    await waitFor(() => expect(save()).toBe(false));
    rerender(page());
    await waitFor(() => expect(save()).toBe(true));
    await user.click(away());
    await waitFor(() => expect(location.pathname).toBe('/home/noleggi'));
  });

  it('ciò che sta accanto ed è rifiutato non lascia uscire', async () => {
    portal();
    const { user } = open({ dirty: 1, saving: false, save: async () => false });
    await field();
    await user.click(away());
    await user.click(within(await question()).getByRole('button', { name: 'SALVA' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(location.pathname + location.search).toBe(ADDRESS);
  });

  it('chi non può salvare non salva, nemmeno con Ctrl+S, e non ha niente da perdere', async () => {
    signIn({ allowEdit: 1 });
    portal();
    const saved: string[] = [];
    const { user } = open({
      dirty: 1,
      saving: false,
      save: async (key) => {
        saved.push(key);
        return true;
      },
    });
    await field();
    await user.keyboard('{Control>}s{/Control}');
    // a save begins in the frame after the key
    for (let frame = 0; frame < 3; frame += 1)
      await new Promise((resume) => {
        requestAnimationFrame(resume);
      });
    expect(saved).toEqual([]);
    await user.click(away());
    await waitFor(() => expect(location.pathname).toBe('/home/noleggi'));
  });

  it('chiudere la finestra fa chiedere al browser solo con modifiche', async () => {
    const { watchHistory } = await import('#web/lib/history-guard.ts');
    watchHistory();
    portal();
    const { user } = open();
    await field();
    expect(leave()).toBe(false);
    await user.type(await field(), '!');
    await waitFor(() => expect(leave()).toBe(true));
  });
});

describe('ciò che aspettava mentre si creava altrove', () => {
  it('torna una volta sola, da salvare', async () => {
    leaveDraft(sessionStorage, draftOwner()!.cipher, ADDRESS, { values: { id: 3, descrizione: 'Verdi' }, campo: 'descrizione' });
    const calls = portal();
    const { user, unmount } = open();
    expect((await field()).value).toBe('Verdi');
    expect(sessionStorage.getItem(`strato.bozza.${ADDRESS}`)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'SALVA' }));
    await waitFor(() => expect(writes(calls)).toMatchObject([{ body: { meccanici: { descrizione: 'Verdi' } } }]));
    unmount();
    open();
    expect((await field()).value).toBe('Rossi');
  });
});

it('salvata, gli elenchi che mostrano il record si rileggono', async () => {
  portal();
  const { user, client } = open();
  const list = registerKeys.list('meccanici', {});
  client.setQueryData(list, {});
  await user.type(await field(), '!');
  await user.click(screen.getByRole('button', { name: 'SALVA' }));
  await screen.findByText('Modifica effettuata');
  expect(client.getQueryState(list)?.isInvalidated).toBe(true);
});
