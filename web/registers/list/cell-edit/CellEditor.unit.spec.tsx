// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accise } from '#contracts/registers/accise.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { groups } from '#contracts/registers/groups.ts';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import { RegisterList } from '../RegisterList.tsx';
import { isEditable } from './editable.ts';

const ROWS = ['Bianchi', 'Neri'].map((descrizione, i) => ({ id: i + 1, descrizione, utente: 'anna', versione: i + 4 }));
const saved: Answer = { body: { message: { versione: 6 } } };

function open(written: (call: Call) => Answer = () => saved) {
  const calls = fakePortal((call) => (call.method === 'GET' ? { body: { data: ROWS, totale: 2 } } : written(call)));
  return { calls, ...renderAt('/home/meccanici', <RegisterList def={meccanici} />) };
}
const row = async (name: string) => (await screen.findByText(name)).closest('tr')!;
const editor = () => within(screen.getByRole('dialog', { name: /^Descrizione: / }));
const field = async () => screen.findByRole<HTMLInputElement>('textbox', { name: /^Descrizione/ });

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('una cella dell’elenco', () => {
  it('si modifica con la matita sotto il puntatore: va il solo campo, con la versione della riga', async () => {
    const { user, calls } = open();
    await user.hover(await screen.findByText('Neri'));
    // the test's pointer leaves the row on its way to the button, which a real one does not
    fireEvent.click(within(await row('Neri')).getByRole('button', { name: 'Modifica: Descrizione' }));
    await waitFor(async () => expect(document.activeElement).toBe(await field()));
    await user.clear(await field());
    await user.type(await field(), 'Verdi{Enter}');
    await screen.findByText('Modifica effettuata');
    expect(writes(calls)).toMatchObject([{ method: 'PUT', version: '"5"', body: { meccanici: { id: 2, descrizione: 'Verdi' } } }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    // the press on the pencil opens no record
    expect(window.location.pathname).toBe('/home/meccanici');
  });

  it('con F2 dalla riga; Esc la lascia com’era, e il cursore torna sulla riga', async () => {
    const { user, calls } = open();
    (await row('Bianchi')).focus();
    await user.keyboard('{F2}');
    await user.type(await field(), ' e altri');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(await row('Bianchi'));
    expect(writes(calls)).toEqual([]);
  });

  it('un valore non valido non parte, e dice perché; ciò che il portale rifiuta resta scritto', async () => {
    const { user, calls } = open(() => ({ status: 422, body: { status: 422, message: 'Non si può', errors: [] } }));
    (await row('Bianchi')).focus();
    await user.keyboard('{F2}');
    await user.clear(await field());
    await user.keyboard('{Enter}');
    expect(await editor().findByRole('alert')).toBeTruthy();
    expect(writes(calls)).toEqual([]);
    await user.type(await field(), 'Verdi{Enter}');
    await screen.findByText('Non si può');
    expect((await field()).value).toBe('Verdi');
  });

  it('se un altro ha salvato intanto si sceglie, come nella scheda', async () => {
    const answers: Answer[] = [
      {
        status: 409,
        body: {
          message: 'Modificato',
          attuale: { ...ROWS[0], descrizione: 'Gialli' },
          versione: 9,
          utente: 'bruno',
          quando: '2026-11-21T10:00:00Z',
        },
      },
    ];
    const { user, calls } = open(() => answers.shift() ?? saved);
    (await row('Bianchi')).focus();
    await user.keyboard('{F2}');
    await user.type(await field(), '!{Enter}');
    const dialog = within(await screen.findByRole('alertdialog', { name: /è stato modificato da un'altra persona/ }));
    await user.click(dialog.getByText('Bianchi!'));
    await user.click(dialog.getByRole('button', { name: 'SALVA' }));
    await screen.findByText('Modifica effettuata');
    expect(writes(calls)[1]).toMatchObject({ version: '"9"', body: { meccanici: { id: 1, descrizione: 'Bianchi!' } } });
  });

  it('non si modifica per chi non può, né una chiave, né dove ogni record si cambia da sé', () => {
    const identity = { memberID: 'anna', groupID: 5, permessi: {} };
    const [first] = ROWS;
    const at = (permessi: object, column: string) => isEditable(meccanici, { ...identity, permessi }, { ...first!, id: 1 }, column);
    expect(at({ [meccanici.access.area]: EVERYTHING }, 'descrizione')).toBe(true);
    expect(at({ [meccanici.access.area]: EVERYTHING }, 'id')).toBe(false);
    expect(at({ [meccanici.access.area]: EVERYTHING }, 'inesistente')).toBe(false);
    expect(at({ [meccanici.access.area]: { ...EVERYTHING, allowEdit: 0 } }, 'descrizione')).toBe(false);
    const own = { accise: { ...EVERYTHING, allowEdit: 1 as const } };
    const reading = (memberID: string) => isEditable(accise, { ...identity, memberID, permessi: own }, { ...first!, id: 1 }, 'ore');
    expect([reading('anna'), reading('bruno')]).toEqual([true, false]);
    expect(isEditable(groups, { ...identity, groupID: 2 }, { ...first!, name: 'x' }, 'name')).toBe(false);
  });
});
