// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { wbs } from '#contracts/registers/wbs.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import { FormHead } from './FormHead.tsx';
import { RegisterConflict } from './RegisterConflict.tsx';
import { RegisterDetail } from './RegisterDetail.tsx';
import { useFormActions, useOpenFields } from './form-context.ts';
import type { RegisterFormState } from './use-register-form.ts';
import { useSideForm, type SideForm } from './use-side-form.ts';

const ROSSI = { id: 3, descrizione: 'Rossi', utente: 'anna', versione: 4 };
const ADDRESS = '/home/meccanici/dettaglio-meccanici';
const SIDE = { values: { id: 9, descrizione: 'Pila' }, version: 2 };
const NONE = { values: { descrizione: null }, version: null };
const MESSAGES = { created: 'Accanto creato', changed: 'Accanto salvato', saveError: 'Accanto non salvato' };
const tie = (key: string) => ({ di: key });

let side: SideForm;
let open: { form: RegisterFormState; dirty: number };
const show = (nowSide: SideForm, nowOpen: typeof open) => {
  side = nowSide;
  open = nowOpen;
};
/** Renders a form of a mechanic with a wbs as side record, saved by the same SALVA. */
function Beside({ id }: { id: string | null }) {
  const { form: whole } = useOpenFields();
  const { dirty } = useFormActions();
  const mine = useSideForm({ def: wbs, id, record: id === null ? NONE : SIDE, messages: MESSAGES, tie });
  useEffect(() => show(mine, { form: whole, dirty }));
  const { conflict, form, saving, dismiss, resolve } = mine;
  return conflict ? (
    <RegisterConflict
      def={wbs}
      conflict={conflict}
      base={form.base}
      ownValues={form.values}
      saving={saving}
      onClose={dismiss}
      onMerged={(merged, changes) => void resolve(merged, changes)}
    />
  ) : (
    <p>accanto</p>
  );
}
const portal = (written: (call: Call) => Answer | undefined = () => undefined) =>
  fakePortal((call) => {
    if (call.method === 'GET') return { body: { data: call.path === '/api/meccanici' ? [ROSSI] : [], totale: 0 } };
    return written(call) ?? { body: { message: { insertId: call.path === '/api/wbs' ? 9 : 3, versione: 5 } } };
  });
async function start(id: string | null, search = '?id=3') {
  const all = renderAt(
    ADDRESS + search,
    <RegisterDetail def={meccanici}>
      <FormHead />
      <Beside id={id} />
    </RegisterDetail>,
  );
  await screen.findByText('accanto');
  return {
    ...all,
    save: () => all.user.click(screen.getByRole('button', { name: 'SALVA' })),
    set: (value: string) => act(() => side.form.set('descrizione', value)),
  };
}
const of = (calls: readonly Call[]) => writes(calls).map(({ method, path, version, body }) => [method, path, version, body]);

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('un record accanto', () => {
  it('che c’è si cambia sulla versione sua, e poi su quella che ne viene', async () => {
    const calls = portal();
    const { save, set } = await start('9');
    set('Neri');
    await save();
    await waitFor(() => expect(side.form.dirty).toEqual([]));
    set('Verdi');
    await save();
    await waitFor(() => expect(writes(calls)).toHaveLength(2));
    expect(of(calls)).toEqual([
      ['PUT', '/api/wbs', '"2"', { wbs: { id: 9, descrizione: 'Neri' } }],
      ['PUT', '/api/wbs', '"5"', { wbs: { id: 9, descrizione: 'Verdi' } }],
    ]);
    // it is a part of what SALVA wrote
    expect(screen.getByText('Accanto salvato')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'ANNULLA' })).toBeNull();
  });

  it('che non c’è si crea legato al suo, una volta sola: poi si cambia', async () => {
    const calls = portal();
    const { save, set } = await start(null);
    set('Neri');
    await save();
    await screen.findByText('Accanto creato');
    await waitFor(() => expect(side.form.dirty).toEqual([]));
    set('Verdi');
    await save();
    await waitFor(() => expect(writes(calls)).toHaveLength(2));
    expect(of(calls)).toEqual([
      ['POST', '/api/wbs', null, { wbs: { descrizione: 'Neri', di: '3' } }],
      ['PUT', '/api/wbs', '"5"', { wbs: { id: 9, descrizione: 'Verdi' } }],
    ]);
  });

  it('rifiutato resta scritto, e si riprova con la stessa chiave', async () => {
    let status = 500;
    const calls = portal(({ path }) => (path === '/api/wbs' ? { status, body: { message: { versione: 5 } } } : undefined));
    const { save, set } = await start('9');
    set('Neri');
    await save();
    await screen.findByText('Accanto non salvato');
    expect([side.form.values['descrizione'], open.dirty]).toEqual(['Neri', 1]);
    status = 200;
    await save();
    await waitFor(() => expect(open.dirty).toBe(0));
    expect(writes(calls)[1]!.key).toBe(writes(calls)[0]!.key);
  });

  it('sbagliato ferma tutto, e dice perché', async () => {
    const calls = portal();
    const { user, set } = await start('9');
    act(() => open.form.set('descrizione', 'Rossini'));
    set('');
    expect(side.form.errors).toEqual({});
    await user.click(screen.getByRole('button', { name: 'SALVA' }));
    await waitFor(() => expect(side.form.errors).toEqual({ descrizione: 'Campo obbligatorio' }));
    expect(writes(calls)).toEqual([]);
  });

  it('senza modifiche non si scrive', async () => {
    const calls = portal();
    const { save } = await start('9');
    act(() => open.form.set('descrizione', 'Rossini'));
    await save();
    await waitFor(() => expect(writes(calls)).toHaveLength(1));
    expect(writes(calls)).toMatchObject([{ path: '/api/meccanici', version: '"4"' }]);
  });

  it('di un record nuovo si crea con lui, dopo di lui e con la sua chiave', async () => {
    const calls = portal();
    const { save, set } = await start(null, '');
    act(() => open.form.set('descrizione', 'Rossini'));
    set('Neri');
    await save();
    await waitFor(() => expect(writes(calls)).toHaveLength(2));
    expect(writes(calls)).toMatchObject([
      { method: 'POST', path: '/api/meccanici' },
      { method: 'POST', path: '/api/wbs', body: { wbs: { descrizione: 'Neri', di: '3' } } },
    ]);
  });

  it('rifiutato dopo che il record nuovo è fatto: si riprova lui solo, il record non si fa due volte', async () => {
    let status = 500;
    const calls = portal(({ path }) => (path === '/api/wbs' ? { status, body: { message: { insertId: 9, versione: 1 } } } : undefined));
    const { save, set } = await start(null, '');
    act(() => open.form.set('descrizione', 'Rossini'));
    set('Neri');
    await save();
    await screen.findByText('Accanto non salvato');
    expect(location.search).toBe('');
    status = 200;
    await save();
    await waitFor(() => expect(location.search).toBe('?id=3'));
    expect(writes(calls).map(({ method, path }) => [method, path])).toEqual([
      ['POST', '/api/meccanici'],
      ['POST', '/api/wbs'],
      ['POST', '/api/wbs'],
    ]);
  });

  it('e ciò che del record nuovo cambia intanto si salva su di lui, sulla sua versione', async () => {
    let status = 500;
    const calls = portal(({ path }) => (path === '/api/wbs' ? { status, body: { message: { insertId: 9, versione: 1 } } } : undefined));
    const { save, set } = await start(null, '');
    act(() => open.form.set('descrizione', 'Rossini'));
    set('Neri');
    await save();
    await screen.findByText('Accanto non salvato');
    status = 200;
    act(() => open.form.set('descrizione', 'Rossetti'));
    await save();
    await waitFor(() => expect(location.search).toBe('?id=3'));
    expect(of(calls)[2]).toEqual(['PUT', '/api/meccanici', '"5"', { meccanici: { id: 3, descrizione: 'Rossetti' } }]);
  });
});

describe('un’altra persona l’ha salvato prima', () => {
  const THEIRS: Answer = {
    status: 409,
    body: { message: 'Modificato', attuale: { id: 9, descrizione: 'Bianchi', versione: 7 }, versione: 7, utente: 'bruno', quando: null },
  };
  const meet = async (then: Answer = { body: { message: { versione: 8 } } }) => {
    const calls = portal(({ path, version }) => (path === '/api/wbs' ? (version === '"2"' ? THEIRS : then) : undefined));
    const { save, set, user } = await start('9');
    set('Neri');
    await save();
    const dialog = await screen.findByRole('alertdialog');
    const keep = async (text: string) => {
      await user.click(within(dialog).getByText(text));
      await user.click(within(dialog).getByRole('button', { name: 'SALVA' }));
    };
    return { calls, keep };
  };

  it('tenuto il suo, non c’è nulla da salvare: da lì si riparte', async () => {
    const { calls, keep } = await meet();
    await keep('Bianchi');
    await screen.findByText('accanto');
    expect(writes(calls)).toHaveLength(1);
    expect([side.form.values['descrizione'], side.form.version, side.form.dirty]).toEqual(['Bianchi', 7, []]);
  });

  it('tenuto il proprio, si salva sulla sua versione', async () => {
    const { calls, keep } = await meet();
    await keep('Neri');
    await screen.findByText('accanto');
    expect(writes(calls)[1]).toMatchObject({ version: '"7"', body: { wbs: { descrizione: 'Neri' } } });
    expect([side.form.values['descrizione'], side.form.version, side.form.dirty]).toEqual(['Neri', 8, []]);
  });

  it('rifiutato di nuovo, resta la domanda', async () => {
    const { keep } = await meet({ status: 500, body: {} });
    await keep('Neri');
    await screen.findByText('Accanto non salvato');
    screen.getByRole('alertdialog');
  });
});
