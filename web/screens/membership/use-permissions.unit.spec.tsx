// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVERYTHING, type PermissionLevels } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import { groupsPermissions } from '#contracts/registers/groups-permissions.ts';
import { groups } from '#contracts/registers/groups.ts';
import { session } from '#web/lib/session.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import { useFormActions, useOpenFields } from '#web/registers/form/form-context.ts';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';
import { registerKeys } from '#web/registers/keys.ts';
import { rowOf } from '#web/registers/row.testing.ts';
import type { RegisterFormState } from '#web/registers/form/use-register-form.ts';
import { usePermissions } from './use-permissions.ts';

const CAPI = { ...rowOf(groups, { groupID: 12, name: 'Capi' }), versione: 3 };
const NOTHING: PermissionLevels = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };
const VIEW: PermissionLevels = { ...NOTHING, allowView: 3 };
const storedRow = (tableName: string, levels: PermissionLevels, versione: number, permissionID: number) => ({
  ...rowOf(groupsPermissions, { permissionID, groupID: 12, tableName, ...levels }),
  versione,
});

let permissions: ReturnType<typeof usePermissions>;
let open: { form: RegisterFormState; dirty: number; saving: boolean };
const show = (nowPermissions: typeof permissions, nowOpen: typeof open) => {
  permissions = nowPermissions;
  open = nowOpen;
};
function Permissions() {
  const { form } = useOpenFields();
  const { dirty, saving } = useFormActions();
  const shown = usePermissions();
  useEffect(() => show(shown, { form, dirty, saving }));
  return <p>permessi</p>;
}
const levelsOf = (area: string) => permissions.rows.find((row) => row.area === area)?.levels;

let stored: ReturnType<typeof storedRow>[];
/** A portal that keeps the stored rows; `written` refuses or answers a write instead. */
const portal = (written: (call: Call) => Answer | undefined | Promise<Answer | undefined> = () => undefined) =>
  fakePortal(async (call) => {
    if (call.path === '/api/sessione') return { body: { data: [{ ...session(), gruppo: 'Riletto' }] } };
    if (call.method === 'GET') return { body: { data: call.path === '/api/groups' ? [CAPI] : stored, totale: 1 } };
    const refused = await written(call);
    if (refused) return refused;
    const { permissionID, ...values } = (call.body as { group: { permissionID?: number } }).group;
    if (call.path === '/api/groups') return { body: { message: { insertId: 12, versione: 4 } } };
    stored = stored.map((row) => (row.permissionID === permissionID ? { ...row, ...values, versione: row.versione + 1 } : row));
    if (call.method === 'POST') stored = [...stored, { ...storedRow('', NOTHING, 1, 90 + stored.length), ...values }];
    return { body: { message: { insertId: 90, versione: 1 } } };
  });
async function start(id = '12') {
  const all = renderAt(
    `/membership/dettaglio-gruppo${id && `?id=${id}`}`,
    <RegisterDetail def={groups}>
      <FormHead />
      <Permissions />
    </RegisterDetail>,
  );
  await screen.findByText('permessi');
  if (id) await waitFor(() => expect(permissions.loading).toBe(false));
  return { ...all, save: () => all.user.click(screen.getByRole('button', { name: 'SALVA' })) };
}
const choose = (area: (typeof AREE)[number], levels: PermissionLevels) => act(() => permissions.choose(area, levels));
const of = (calls: readonly Call[]) => writes(calls).map(({ method, path, version, body }) => [method, path, version, body]);
const alerts = () => screen.queryAllByText(groups.messages.changed);

beforeEach(() => {
  signIn();
  stored = [storedRow('costi', VIEW, 5, 7), storedRow('report', EVERYTHING, 2, 8)];
});
afterEach(leaveNothing);

describe('i permessi di un gruppo', () => {
  it('si leggono per quel gruppo, e scelti contano tra le modifiche finché differiscono', async () => {
    const calls = portal();
    await start();
    expect(calls.filter(({ path }) => path === '/api/groupsPermissions').map(({ query }) => query.toString())).toEqual(['id=12']);
    expect([permissions.rows.length, levelsOf('costi'), levelsOf('report'), levelsOf('accise')]).toEqual([12, VIEW, EVERYTHING, NOTHING]);
    expect([permissions.chosen, permissions.saving, permissions.error, open.dirty]).toEqual([{}, false, null, 0]);
    choose('costi', EVERYTHING);
    choose('accise', VIEW);
    expect([permissions.chosen, open.dirty]).toEqual([{ costi: EVERYTHING, accise: VIEW }, 2]);
    choose('accise', NOTHING);
    expect([permissions.chosen['costi'], open.dirty]).toEqual([EVERYTHING, 1]);
  });

  it('non letti lo dicono, e si rileggono', async () => {
    let status = 403;
    fakePortal(({ path }) =>
      path === '/api/groups' ? { body: { data: [CAPI] } } : { status, body: { data: stored, message: 'Vietato' } },
    );
    const { client } = await start();
    expect([permissions.error?.message, permissions.loading]).toEqual(['Vietato', false]);
    status = 200;
    await act(async () => permissions.retry());
    await waitFor(() => expect(levelsOf('costi')).toEqual(VIEW));
    expect(permissions.error).toBeNull();
    status = 403;
    await act(async () => permissions.retry());
    // the levels read before stay on the screen
    const { path } = groupsPermissions;
    await waitFor(() => expect(client.getQueryState(registerKeys.list(path, { groupID: '12' }))?.status).toBe('error'));
    expect([permissions.error, levelsOf('costi')]).toEqual([null, VIEW]);
  });

  it('mentre si leggono si aspetta; di un gruppo nuovo non c’è nulla da leggere né da salvare', async () => {
    const answer = Promise.withResolvers<Answer>();
    const calls = fakePortal(({ path }) => (path === '/api/groups' ? { body: { data: [CAPI] } } : answer.promise));
    const { unmount } = renderAt(
      '/membership/dettaglio-gruppo?id=12',
      <RegisterDetail def={groups}>
        <Permissions />
      </RegisterDetail>,
    );
    await screen.findByText('permessi');
    expect(permissions.loading).toBe(true);
    unmount();
    calls.length = 0;
    await start('');
    expect([permissions.loading, permissions.rows.map(({ levels }) => levels), open.dirty]).toEqual([false, AREE.map(() => NOTHING), 0]);
    expect(calls).toEqual([]);
  });
});

describe('salvare i permessi', () => {
  it('scrive soltanto ciò che è cambiato, sulla versione letta; poi valgono quelli riletti, anche per chi salva', async () => {
    const calls = portal();
    const { save, client } = await start();
    client.setQueryData(['storico', 'groups', '12'], []);
    choose('costi', { ...VIEW, allowEdit: 1 });
    choose('lavorazioni', VIEW);
    await save();
    await waitFor(() => expect([open.dirty, permissions.saving]).toEqual([0, false]));
    expect(of(calls)).toEqual([
      ['PUT', '/api/groupsPermissions', '"5"', { group: { permissionID: 7, allowEdit: 1 } }],
      ['POST', '/api/groupsPermissions', null, { group: { groupID: 12, tableName: 'lavorazioni', ...VIEW } }],
    ]);
    expect([permissions.chosen, levelsOf('costi'), levelsOf('lavorazioni')]).toEqual([{}, { ...VIEW, allowEdit: 1 }, VIEW]);
    expect(permissions.rows.find(({ area }) => area === 'costi')?.versione).toBe(6);
    expect(alerts()).toHaveLength(1);
    expect(client.getQueryState(['storico', 'groups', '12'])?.isInvalidated).toBe(true);
    await waitFor(() => expect(session()?.gruppo).toBe('Riletto'));
  });

  it('dice una volta sola che è fatto, quando è cambiato anche il gruppo; prima viene lui', async () => {
    const calls = portal();
    const { save } = await start();
    choose('costi', EVERYTHING);
    act(() => open.form.set('description', 'Capi cantiere'));
    expect(open.dirty).toBe(2);
    await save();
    await waitFor(() => expect([open.dirty, open.saving]).toEqual([0, false]));
    expect(writes(calls).map(({ path }) => path)).toEqual(['/api/groups', '/api/groupsPermissions']);
    expect(alerts()).toHaveLength(1);
  });

  it('del gruppo solo non scrive permessi', async () => {
    const calls = portal();
    const { save } = await start();
    act(() => open.form.set('description', 'Capi cantiere'));
    const before = calls.length;
    await save();
    await waitFor(() => expect([open.dirty, open.saving]).toEqual([0, false]));
    expect(writes(calls).map(({ path }) => path)).toEqual(['/api/groups']);
    expect(calls.slice(before).filter(({ path }) => path === '/api/groupsPermissions')).toEqual([]);
  });

  it('intanto si aspetta', async () => {
    const answer = Promise.withResolvers<undefined>();
    portal(() => answer.promise);
    const { save } = await start();
    choose('costi', EVERYTHING);
    await save();
    await waitFor(() => expect([permissions.saving, open.saving]).toEqual([true, true]));
    await act(async () => answer.resolve(undefined));
    await waitFor(() => expect([permissions.saving, open.saving]).toEqual([false, false]));
  });

  it.each<[string, 'costi' | 'lavorazioni', Answer['body']]>([
    ['cambiati da un’altra persona', 'costi', { message: 'Modificato', attuale: { permissionID: 7 }, versione: 9, utente: 'bruno' }],
    ['aggiunti da un’altra persona', 'lavorazioni', { message: 'Il gruppo ha già un permesso per questa area.' }],
  ])('%s si mostrano come sono ora, e si controlla', async (_, area, body) => {
    portal(() => {
      stored = stored.map((row) => ({ ...row, allowDelete: 1, versione: 9 }));
      return { status: 409, body };
    });
    const { save } = await start();
    choose(area, EVERYTHING);
    // not tried yet when the save stops
    choose('voci_costo', VIEW);
    await save();
    await screen.findByText(groups.messages.saveError);
    screen.getByText('Un’altra persona ha cambiato questi permessi: ora vedi i suoi, controlla e salva di nuovo.');
    await waitFor(() => expect([open.dirty, permissions.saving]).toEqual([1, false]));
    expect([permissions.chosen, levelsOf('costi'), levelsOf(area)?.allowEdit]).toEqual([
      { voci_costo: VIEW },
      { ...VIEW, allowDelete: 1 },
      0,
    ]);
    expect([alerts(), screen.queryByRole('alertdialog')]).toEqual([[], null]);
  });

  it('rifiutati dicono la ragione del portale, e ciò che era già scritto resta', async () => {
    const refused = (call: Call) =>
      call.method === 'POST' ? { status: 422, body: { message: 'Non si danno permessi che non si hanno' } } : undefined;
    const calls = portal(refused);
    const { save } = await start();
    choose('costi', EVERYTHING);
    choose('lavorazioni', VIEW);
    choose('voci_costo', VIEW);
    await save();
    await screen.findByText(groups.messages.saveError);
    screen.getByText('Non si danno permessi che non si hanno');
    await waitFor(() => expect(permissions.saving).toBe(false));
    expect(writes(calls).map(({ method }) => method)).toEqual(['PUT', 'POST']);
    expect([levelsOf('costi'), levelsOf('lavorazioni'), alerts()]).toEqual([EVERYTHING, NOTHING, []]);
    // what is not written stays chosen
    expect([permissions.chosen, open.dirty]).toEqual([{ lavorazioni: VIEW, voci_costo: VIEW }, 2]);
  });

  it('dopo un errore si riprova con la stessa chiave; avuta la risposta, la stessa scelta è un’altra', async () => {
    let refusals = 1;
    const calls = portal(() => (refusals-- > 0 ? { status: 500, body: { message: 'Errore' } } : undefined));
    const { save } = await start();
    const press = async (levels: PermissionLevels, count: number) => {
      choose('lavorazioni', levels);
      await save();
      await waitFor(() => expect([writes(calls).length, open.saving]).toEqual([count, false]));
    };
    await press(VIEW, 1);
    await press(VIEW, 2);
    // somebody took the row away meanwhile
    stored = stored.filter(({ tableName }) => tableName !== 'lavorazioni');
    await act(async () => permissions.retry());
    await waitFor(() => expect(levelsOf('lavorazioni')).toEqual(NOTHING));
    await press(VIEW, 3);
    const [first, second, third] = writes(calls);
    expect(second!.key).toBe(first!.key);
    expect([third!.body, third!.key === first!.key]).toEqual([first!.body, false]);
  });
});

describe('i permessi di un gruppo nuovo', () => {
  /** Opens a new group on a portal that refuses the permission of one area once. */
  const newGroup = async (refusedArea: string) => {
    stored = [];
    let refusals = 1;
    const calls = portal((call) =>
      (call.body as { group: { tableName?: string } }).group.tableName === refusedArea && refusals-- > 0
        ? { status: 500, body: { message: 'Errore' } }
        : undefined,
    );
    const { save } = await start('');
    act(() => open.form.set('name', 'Nuovi'));
    return { calls, save };
  };

  it('si scrivono tutti dopo il gruppo; ripreso dopo un rifiuto, quelli già scritti non si ripetono', async () => {
    const { calls, save } = await newGroup(AREE[2]);
    choose('cantieri', EVERYTHING);
    await save();
    await screen.findByText(groups.messages.saveError);
    expect(writes(calls).map(({ path }) => path)).toEqual(['/api/groups', ...AREE.slice(0, 3).map(() => '/api/groupsPermissions')]);
    await waitFor(() => expect(open.saving).toBe(false));
    expect([permissions.chosen, location.search]).toEqual([{ cantieri: EVERYTHING }, '']);
    await save();
    await waitFor(() => expect(location.search).toBe('?id=12'));
    const again = writes(calls).slice(4);
    expect(again.map(({ body }) => body)).toEqual(AREE.slice(2).map((tableName) => ({ group: { groupID: 12, tableName, ...NOTHING } })));
    expect(again[0]!.key).toBe(writes(calls)[3]!.key);
    expect(stored.map(({ tableName, allowView }) => [tableName, allowView])).toEqual(
      AREE.map((area) => [area, area === 'cantieri' ? 3 : 0]),
    );
    // the group's own message tells of it
    expect(alerts()).toEqual([]);
  });

  it('senza nessuna scelta si riprende dal primo, rifiutato', async () => {
    const { calls, save } = await newGroup(AREE[0]);
    await save();
    await screen.findByText(groups.messages.saveError);
    await waitFor(() => expect([open.saving, open.dirty]).toEqual([false, AREE.length]));
    await save();
    await waitFor(() => expect(location.search).toBe('?id=12'));
    expect(
      writes(calls)
        .map(({ path }) => path)
        .filter((path) => path === '/api/groups'),
    ).toHaveLength(1);
    expect(stored.map(({ tableName }) => tableName)).toEqual(AREE);
  });

  it('una scelta cambiata dopo il rifiuto vale anche per un permesso già scritto', async () => {
    const { calls, save } = await newGroup(AREE[2]);
    choose(AREE[0], VIEW);
    await save();
    await screen.findByText(groups.messages.saveError);
    await waitFor(() => expect(open.saving).toBe(false));
    choose(AREE[0], EVERYTHING);
    await save();
    await waitFor(() => expect(location.search).toBe('?id=12'));
    expect(writes(calls)[4]).toMatchObject({
      method: 'PUT',
      version: '"1"',
      body: { group: { permissionID: 90, allowInsert: 1, allowEdit: 3, allowDelete: 3 } },
    });
    expect(stored.map(({ tableName, allowEdit }) => [tableName, allowEdit])).toEqual(AREE.map((area, i) => [area, i === 0 ? 3 : 0]));
  });
});
