// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Values } from '#contracts/core/define-register.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import { rowOf } from '../row.testing.ts';
import { registerKeys } from '../keys.ts';
import { RecordDialog } from './RecordDialog.tsx';
import { useRecordDialog, type RecordDialogOptions } from './use-record-dialog.ts';

const ROSSI = rowOf(meccanici, { id: 3, descrizione: 'Rossi', versione: 4 });
const THEIRS: Answer = {
  status: 409,
  body: { message: 'Modificato', attuale: { ...ROSSI, descrizione: 'Bianchi' }, versione: 7, utente: 'bruno', quando: null },
};
const NOTHING: Values = {};

interface HarnessProps extends Partial<RecordDialogOptions> {
  ended(how: string): void;
  rights?: { save: boolean; remove: boolean };
}
/** A dialog over a parent's screen, with its further button. */
function Harness({ ended, rights = { save: true, remove: true }, def = meccanici, row = ROSSI, start = NOTHING, ...over }: HarnessProps) {
  const dialog = useRecordDialog({ def, row, start, onEnd: ended, onClose: () => ended('closed'), ...over });
  const further = { label: `ANCORA ${dialog.writtenCount}`, onClick: () => void dialog.again({ descrizione: 'Neri' }, 'descrizione') };
  return <RecordDialog def={def} title="Meccanico" dialog={dialog} rights={rights} further={further} />;
}
function open(props: Partial<HarnessProps> = {}) {
  const ended = vi.fn<(how: string) => void>();
  return { ended, ...renderAt('/home/x', <Harness ended={ended} {...props} />) };
}
const portal = (written: (call: Call) => Answer | Promise<Answer> = () => ({ body: { message: { insertId: 3, versione: 5 } } })) =>
  fakePortal((call) => {
    if (call.method !== 'GET') return written(call);
    return call.path === '/api/riferimenti' ? { body: { data: { totale: 0, per: [], altri: false } } } : { body: { data: [], totale: 0 } };
  });
const field = () => screen.findByLabelText<HTMLInputElement>(/^Descrizione/);
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('SALVA di una finestra', () => {
  it('manda i soli campi cambiati con la versione letta, rilegge e finisce', async () => {
    const calls = portal();
    const { user, ended, client } = open();
    client.setQueryData(registerKeys.list('meccanici', {}), {});
    await user.type(await field(), '!');
    await user.click(button('SALVA'));
    await waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith('saved'));
    expect(writes(calls)).toMatchObject([{ method: 'PUT', version: '"4"', body: { meccanici: { id: 3, descrizione: 'Rossi!' } } }]);
    expect(client.getQueryState(registerKeys.list('meccanici', {}))?.isInvalidated).toBe(true);
  });

  it('è aperto solo se qualcosa è cambiato e vale; altrimenti si raggiunge e dice perché', async () => {
    const calls = portal();
    const { user, ended } = open();
    const input = await field();
    const reason = () =>
      button('SALVA').getAttribute('aria-disabled') === null
        ? null
        : document.getElementById(button('SALVA').getAttribute('aria-describedby') ?? '')?.textContent;
    expect([button('SALVA').disabled, reason()]).toEqual([false, 'Nessuna modifica da salvare']);
    fireEvent.submit(input.closest('form')!);
    await user.click(button('SALVA'));
    await user.type(input, '!');
    expect(reason()).toBeNull();
    await user.clear(input);
    expect(reason()).toBe('Manca: Descrizione');
    await user.type(input, 'Rossi');
    expect(reason()).toBe('Nessuna modifica da salvare');
    expect(writes(calls)).toEqual([]);
    expect(ended).not.toHaveBeenCalled();
  });

  it('di un record nuovo è aperto appena vale, anche come comincia; di ciò che non vale lo dice', async () => {
    portal();
    const empty = open({ def: cantieriWbs, row: null, start: { commessa: '0412' } });
    await screen.findByText('Ancora nulla da salvare');
    empty.unmount();
    const first = open({ row: null });
    await field();
    expect([button('SALVA'), button('ANCORA 0')].map((one) => one.getAttribute('aria-disabled'))).toEqual(['true', 'true']);
    screen.getByText('Manca: Descrizione');
    fireEvent.change(await field(), { target: { value: 'x'.repeat(2000) } });
    screen.getByText('Da correggere: Descrizione');
    first.unmount();
    open({ row: null, start: { descrizione: 'Verdi' } });
    await field();
    expect([button('SALVA'), button('ANCORA 0')].map((one) => one.getAttribute('aria-disabled'))).toEqual([null, null]);
  });

  it('con un campo vuoto non manda nulla: il campo dice perché e riceve il cursore', async () => {
    const calls = portal();
    const { user, ended } = open();
    await user.clear(await field());
    button('SALVA').focus();
    await user.click(button('SALVA'));
    await screen.findByText('Campo obbligatorio');
    expect(document.activeElement).toBe(await field());
    expect(writes(calls)).toEqual([]);
    expect(ended).not.toHaveBeenCalled();
  });

  it('premuto due volte salva una volta sola; rifiutato si può riprovare', async () => {
    const answers = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()];
    let asked = 0;
    const calls = portal(() => answers[asked++]!.promise);
    const { user, ended } = open();
    await user.type(await field(), '!');
    const form = (await field()).closest('form')!;
    fireEvent.submit(form);
    fireEvent.submit(form);
    await waitFor(() => expect(writes(calls)).toHaveLength(1));
    answers[0]!.resolve({ status: 500, body: {} });
    await screen.findByText('Errore nel salvataggio');
    expect(writes(calls)).toHaveLength(1);
    expect(ended).not.toHaveBeenCalled();
    expect((await field()).value).toBe('Rossi!');
    fireEvent.submit(form);
    answers[1]!.resolve({ body: { message: { versione: 5 } } });
    await waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith('saved'));
    expect(writes(calls)[1]!.key).toBe(writes(calls)[0]!.key);
  });

  it('chi non può salvare non salva nemmeno con Invio', async () => {
    const calls = portal();
    const { user } = open({ rights: { save: false, remove: false } });
    expect((await field()).disabled).toBe(true);
    expect([
      screen.queryByRole('button', { name: 'SALVA' }),
      screen.queryByRole('button', { name: 'ELIMINA' }),
      screen.queryByText('ANCORA 0'),
    ]).toEqual([null, null, null]);
    button('CHIUDI');
    fireEvent.submit((await field()).closest('form')!);
    await user.keyboard('{Enter}');
    expect(writes(calls)).toEqual([]);
  });

  it('di una finestra dentro un altro modulo non manda quello', async () => {
    portal();
    const outer = vi.fn();
    const ended = vi.fn();
    renderAt(
      '/home/x',
      <form
        onSubmit={(event) => {
          event.preventDefault();
          outer();
        }}
      >
        <Harness ended={ended} />
      </form>,
    );
    const form = (await field()).closest('form')!;
    fireEvent.change(await field(), { target: { value: 'Neri' } });
    fireEvent.submit(form);
    await waitFor(() => expect(ended).toHaveBeenCalled());
    expect(outer).not.toHaveBeenCalled();
  });
});

describe('un record nuovo nella finestra', () => {
  it('porta ciò da cui parte e ciò che lo schermo gli aggiunge', async () => {
    const calls = portal();
    const { user, ended } = open({ row: null, start: { descrizione: 'Ver' }, toSend: (values) => ({ ...values, capo: 'anna' }) });
    await user.type(await field(), 'di');
    await user.click(button('SALVA'));
    await waitFor(() => expect(ended).toHaveBeenCalledWith('saved'));
    expect(writes(calls)).toMatchObject([{ method: 'POST', body: { meccanici: { descrizione: 'Verdi', capo: 'anna' } } }]);
  });

  it('vuoto e non toccato non si crea: il campo dice perché solo allora, e riceve il cursore', async () => {
    const calls = portal();
    const { user } = open({ row: null });
    const input = await field();
    button('SALVA').focus();
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(button('SALVA'));
    await screen.findByText('Campo obbligatorio');
    expect(document.activeElement).toBe(input);
    expect(writes(calls)).toEqual([]);
  });

  it('“ancora un altro” lo scrive senza dirlo sopra la finestra, e riparte con il cursore nel campo', async () => {
    const calls = portal();
    const { user, ended } = open({ row: null, start: { descrizione: 'Verdi' } });
    await field();
    await user.click(button('ANCORA 0'));
    await screen.findByText('ANCORA 1');
    expect(writes(calls)).toMatchObject([{ body: { meccanici: { descrizione: 'Verdi' } } }]);
    await waitFor(async () => expect((await field()).value).toBe('Neri'));
    expect(document.activeElement).toBe(await field());
    expect(screen.queryByText('Inserimento effettuato')).toBeNull();
    expect(ended).not.toHaveBeenCalled();
    // the last one is said again
    await user.click(button('SALVA'));
    await screen.findByText('Inserimento effettuato');
    expect(writes(calls)[1]).toMatchObject({ method: 'POST', body: { meccanici: { descrizione: 'Neri' } } });
    expect(writes(calls)[1]!.key).not.toBe(writes(calls)[0]!.key);
  });

  it('“ancora un altro” rifiutato lascia ciò che è scritto', async () => {
    portal(() => ({ status: 500, body: {} }));
    const { user } = open({ row: null, start: { descrizione: 'Verdi' } });
    await field();
    await user.click(button('ANCORA 0'));
    await screen.findByText('Errore nel salvataggio');
    expect((await field()).value).toBe('Verdi');
    screen.getByText('ANCORA 0');
  });
});

describe('un’altra persona ha salvato prima', () => {
  const meet = async (calls: (call: Call) => Answer, props: Partial<HarnessProps> = {}) => {
    const made = portal(calls);
    const all = open(props);
    all.client.setQueryData(registerKeys.list('meccanici', {}), {});
    await all.user.type(await field(), '!');
    await all.user.click(button('SALVA'));
    const dialog = await screen.findByRole('alertdialog');
    const keep = async (text: string) => {
      await all.user.click(within(dialog).getByText(text));
      await all.user.click(within(dialog).getByRole('button', { name: 'SALVA' }));
    };
    return { ...all, calls: made, dialog, keep, stale: () => all.client.getQueryState(registerKeys.list('meccanici', {}))?.isInvalidated };
  };

  it('tenuto il proprio valore si salva sulla versione dell’altra, come lo schermo lo manda', async () => {
    const { keep, ended, calls } = await meet((call) => (call.version === '"4"' ? THEIRS : { body: { message: { versione: 8 } } }), {
      toSend: (values) => ({ ...values, capo: 'anna' }),
    });
    await keep('Rossi!');
    await waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith('saved'));
    expect(writes(calls)[1]).toMatchObject({
      method: 'PUT',
      version: '"7"',
      body: { meccanici: { id: 3, descrizione: 'Rossi!', capo: 'anna' } },
    });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('tenuto il suo non c’è nulla da salvare: si rilegge e si finisce', async () => {
    const { keep, ended, calls, stale } = await meet(() => THEIRS);
    await keep('Bianchi');
    await waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith('saved'));
    expect(writes(calls)).toHaveLength(1);
    expect(stale()).toBe(true);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('rifiutato di nuovo resta la domanda', async () => {
    const { keep, ended, calls, stale } = await meet((call) => (call.version === '"4"' ? THEIRS : { status: 500, body: {} }));
    await keep('Rossi!');
    await screen.findByText('Errore nel salvataggio');
    expect(writes(calls)).toHaveLength(2);
    expect(ended).not.toHaveBeenCalled();
    expect(stale()).toBe(false);
    screen.getByRole('alertdialog');
  });

  it('chi torna indietro ritrova ciò che aveva scritto', async () => {
    const { user, dialog, ended } = await meet(() => THEIRS);
    await user.click(within(dialog).getByRole('button', { name: 'ANNULLA' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect((await field()).value).toBe('Rossi!');
    expect(ended).not.toHaveBeenCalled();
  });
});

describe('chiudere', () => {
  it('senza modifiche non chiede; con modifiche chiede, e il cursore sta sul tasto che non perde niente', async () => {
    portal();
    const { user, ended } = open();
    await user.type(await field(), '!');
    await user.click(button('ANNULLA'));
    const question = await screen.findByRole('alertdialog', { name: 'Chiudere senza salvare?' });
    await waitFor(() => expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'TORNA INDIETRO' })));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(ended).not.toHaveBeenCalled();
    expect((await field()).value).toBe('Rossi!');
    await user.click(button('ANNULLA'));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'CHIUDI' }));
    await waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith('closed'));
    ended.mockClear();
    await user.type(await field(), '{Backspace}');
    await user.click(button('ANNULLA'));
    await waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith('closed'));
  });
});

describe('ELIMINA', () => {
  it('chiede, elimina sulla versione letta, rilegge e finisce', async () => {
    const calls = portal();
    const { user, ended, client } = open();
    await field();
    await user.click(button('ELIMINA'));
    const question = await screen.findByRole('alertdialog');
    within(question).getByText(/^Rossi\./);
    client.setQueryData(registerKeys.list('meccanici', {}), {});
    await user.click(within(question).getByRole('button', { name: 'ELIMINA' }));
    await waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith('deleted'));
    expect(writes(calls)).toMatchObject([{ method: 'DELETE', version: '"4"', body: { id: 3 } }]);
    expect(client.getQueryState(registerKeys.list('meccanici', {}))?.isInvalidated).toBe(true);
  });

  it('chi non conferma non elimina', async () => {
    const calls = portal();
    const { user, ended } = open();
    await field();
    await user.click(button('ELIMINA'));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ANNULLA' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(writes(calls)).toEqual([]);
    expect(ended).not.toHaveBeenCalled();
  });
});

it('ciò che vive in un altro record, salvato, fa rileggere anche quello', async () => {
  portal();
  const row = rowOf(cantieriWbs, { id: 1, commessa: '0412', id_wbs: 7, descrizione: 'Pila 3', versione: 2 });
  const { user, ended, client } = open({ def: cantieriWbs, row });
  client.setQueryData(registerKeys.one('cantieri', '0412'), {});
  await user.click(await screen.findByRole('button', { name: /^Svuota/ }));
  await user.click(button('SALVA'));
  await waitFor(() => expect(ended).toHaveBeenCalledExactlyOnceWith('saved'));
  expect(client.getQueryState(registerKeys.one('cantieri', '0412'))?.isInvalidated).toBe(true);
});

/** The record changes under the dialog that is open over it. */
it('riletto sotto la finestra, ciò che è scritto resta', async () => {
  portal();
  function Parent() {
    const [row, setRow] = useState(ROSSI);
    return (
      <>
        <button type="button" onClick={() => setRow({ ...ROSSI, descrizione: 'Bianchi', versione: 5 })}>
          rileggi
        </button>
        <Harness ended={() => {}} row={row} />
      </>
    );
  }
  const { user } = renderAt('/home/x', <Parent />);
  await user.type(await field(), '!');
  fireEvent.click(screen.getByText('rileggi'));
  expect((await field()).value).toBe('Rossi!');
});
