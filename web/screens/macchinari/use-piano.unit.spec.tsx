// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Route } from 'wouter';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { network } from '#web/lib/api-client.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer, type Call } from '#web/portal.testing.tsx';
import { useFormKeeper, useSides } from '#web/registers/form/form-context.ts';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';
import { rowOf } from '#web/registers/row.testing.ts';
import { usePiano, type Piano } from './use-piano.ts';

const MACHINE = rowOf(macchinari, { matricola: 'A1', marca: 'Soilmec', versione: 4 });
const OIL = rowOf(manutMacchinari, { id: 7, matricola: 'A1', componente: 'filtro_olio', marca_e_modello: 'Mann', versione: 3 });
const SAVED = 'Salvataggio tabella manutenzione effettuato con successo';
const FAILED = 'ERRORE NEL SALVATAGGIO DEI DATI';

let piano: Piano;
let sides: ReturnType<typeof useSides>;
let keeper: ReturnType<typeof useFormKeeper>;
const show = (...[nowPiano, nowSides, nowKeeper]: [typeof piano, typeof sides, typeof keeper]) => {
  piano = nowPiano;
  sides = nowSides;
  keeper = nowKeeper;
};
function Probe() {
  const [nowPiano, nowSides, nowKeeper] = [usePiano(), useSides(), useFormKeeper()];
  useEffect(() => show(nowPiano, nowSides, nowKeeper));
  return <p>{nowPiano.loading ? 'si legge' : 'letto'}</p>;
}

interface Portal {
  written?: (call: Call) => Answer | undefined | Promise<Answer | undefined>;
  /** Answers the read of the plan. */
  plan?: () => Answer;
}
const PLAN = '/api/manutMacchinari';
const reads = (calls: readonly Call[], path = PLAN) => calls.filter((call) => call.method === 'GET' && call.path === path);
const accepted = { body: { message: { insertId: 9, versione: 5 } } };

/** Opens the plan of machine A1, or of a new one, on a fake portal. */
async function open({ written = () => accepted, plan = () => ({ body: { data: [OIL] } }) }: Portal = {}, key = 'A1') {
  const calls = fakePortal((call) => {
    if (call.method !== 'GET') return written(call);
    if (call.path === PLAN) return plan();
    const data = call.path === '/api/macchinari' ? [MACHINE] : [];
    return { body: { data, totale: data.length } };
  });
  const page = renderAt(
    `/home/macchinari/${key}`,
    <Route path="/home/macchinari/:id">
      <RegisterDetail def={macchinari}>
        <Probe />
      </RegisterDetail>
    </Route>,
  );
  await screen.findByText('letto');
  return { ...page, calls };
}
const rowNamed = (name: string) => piano.righe.find(({ componente }) => componente === name)!;
const write = (name: string, column: Parameters<Piano['write']>[1], value: string | number | null) =>
  act(() => piano.write(rowNamed(name), column, value));
const pendingNames = () => piano.pending.map(({ base }) => base.componente);
const save = async () => {
  let saved: boolean | undefined;
  await act(async () => {
    saved = await piano.save();
  });
  return saved;
};
/** Presses save and returns its outcome, which may be still to come. */
const beginSave = () => {
  let saved: Promise<boolean> | undefined;
  act(() => {
    saved = piano.save();
  });
  return () => saved;
};
const drafts = () => Object.keys(localStorage).filter((name) => name.startsWith('strato.bozze.'));

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('il piano di una macchina', () => {
  it('si legge per matricola; ciò che si scrive resta da salvare, a parte dal resto della scheda', async () => {
    const { calls } = await open();
    expect(reads(calls).map(({ query }) => query.get('matricola'))).toEqual(['A1']);
    expect([piano.righe.length, rowNamed('filtro_olio').valori.marca_e_modello]).toEqual([12, 'Mann']);
    expect([sides.apart, sides.dirty, pendingNames(), piano.scritti]).toEqual([0, 0, [], {}]);
    write('filtro_olio', 'quantita', '2');
    write('antigelo', 'ogni_mesi', 12);
    expect([sides.apart, sides.dirty, pendingNames()]).toEqual([2, 0, ['filtro_olio', 'antigelo']]);
    expect(piano.scritti['antigelo']?.valori).toMatchObject({ ogni_mesi: 12, quantita: null });
  });

  it('si salva una riga dopo l’altra: quella che c’è nella sua versione, la nuova con matricola e componente', async () => {
    const { calls } = await open();
    write('filtro_olio', 'quantita', '2');
    write('antigelo', 'ogni_mesi', 12);
    expect(await save()).toBe(true);
    expect(writes(calls)).toMatchObject([
      { method: 'PUT', path: PLAN, version: '"3"' },
      { method: 'POST', path: PLAN, version: null },
    ]);
    expect(writes(calls).map(({ body }) => body)).toEqual([
      { manut: { quantita: '2', id: 7 } },
      { manut: { matricola: 'A1', componente: 'antigelo', ogni_mesi: 12 } },
    ]);
    screen.getByText(SAVED);
    expect([pendingNames(), sides.apart, piano.saving]).toEqual([[], 0, false]);
    // the machine shows a sign of maintenance that is due
    await waitFor(() => expect([reads(calls).length, reads(calls, '/api/macchinari').length]).toEqual([2, 2]));
  });

  it('mentre si salva la bozza è sul dispositivo, e un secondo tasto non salva due volte', async () => {
    const answer = Promise.withResolvers<Answer>();
    const { calls } = await open({ written: () => answer.promise });
    write('filtro_olio', 'quantita', '2');
    const saved = beginSave();
    await waitFor(() => expect(writes(calls)).toHaveLength(1));
    expect([piano.saving, drafts().length]).toEqual([true, 1]);
    expect(await save()).toBe(false);
    expect(reads(calls)).toHaveLength(1);
    answer.resolve(accepted);
    await act(async () => expect(await saved()).toBe(true));
    expect(writes(calls)).toHaveLength(1);
  });

  it('una riga rifiutata ferma il salvataggio: quelle di prima sono salvate, lei e le altre restano scritte', async () => {
    const answers: Answer[] = [accepted, { status: 422, body: { message: 'Troppo lunga' } }, accepted, accepted];
    const { calls } = await open({ written: () => answers.shift() });
    write('filtro_gasolio', 'quantita', '1');
    write('filtro_olio', 'quantita', '2');
    write('antigelo', 'quantita', '3');
    expect(await save()).toBe(false);
    screen.getByText(FAILED);
    screen.getByText('Troppo lunga');
    expect([writes(calls).length, pendingNames(), screen.queryByText(SAVED)]).toEqual([2, ['filtro_olio', 'antigelo'], null]);
    await waitFor(() => expect(reads(calls)).toHaveLength(2));
    expect(await save()).toBe(true);
    const keys = writes(calls).map(({ key }) => key);
    // the second press is the same attempt
    expect(keys[2]).toBe(keys[1]);
    expect(new Set(keys).size).toBe(3);
  });

  it('salvata, la stessa modifica è un’altra azione', async () => {
    const { calls } = await open();
    for (let i = 0; i < 2; i++) {
      write('filtro_olio', 'quantita', '2');
      expect(await save()).toBe(true);
    }
    const [first, second] = writes(calls);
    expect(second).toMatchObject({ method: 'PUT', version: '"3"', body: first!.body });
    expect(second!.key).not.toBe(first!.key);
  });

  it('senza rete aspetta; chi rinuncia legge che il portale non c’è, e ciò che ha scritto resta', async () => {
    await open({ written: () => Promise.reject(new TypeError('Failed to fetch')) });
    write('filtro_olio', 'quantita', '2');
    const saved = beginSave();
    await waitFor(() => expect(network.state().waitingCount).toBe(1));
    network.giveUp();
    await act(async () => expect(await saved()).toBe(false));
    await screen.findByText(/^Il portale non è raggiungibile/);
    expect(pendingNames()).toEqual(['filtro_olio']);
    network.reached();
  });
});

describe('una riga cambiata da un’altra persona', () => {
  const THEIRS = { ...OIL, quantita: '5', versione: 6 };
  const conflicting = ({ version }: Call): Answer =>
    version === '"3"' ? { status: 409, body: { message: 'Modificata', attuale: THEIRS, versione: 6, utente: 'bruno' } } : accepted;
  const begin = async () => {
    const page = await open({ written: conflicting });
    write('filtro_olio', 'quantita', '2');
    expect(await save()).toBe(false);
    expect(piano.conflict).toMatchObject({
      riga: { base: { componente: 'filtro_olio' }, valori: { quantita: '2' } },
      conflict: { utente: 'bruno', version: 6, values: { id: 7, quantita: '5' } },
    });
    return page;
  };

  it('si risolve con le proprie modifiche, sulla versione dell’altra', async () => {
    const { calls } = await begin();
    await waitFor(() => expect(reads(calls)).toHaveLength(2));
    await act(() => piano.resolve({ quantita: '2' }));
    expect(writes(calls).slice(1)).toMatchObject([{ method: 'PUT', version: '"6"', body: { manut: { id: 7, quantita: '2' } } }]);
    expect([piano.conflict, pendingNames()]).toEqual([null, []]);
    await waitFor(() => expect(reads(calls)).toHaveLength(3));
  });

  it('o con quelle dell’altra, e non c’è più nulla da salvare né da rileggere', async () => {
    const { calls } = await begin();
    await waitFor(() => expect(reads(calls)).toHaveLength(2));
    await act(() => piano.resolve({}));
    expect([writes(calls).length, piano.conflict, pendingNames()]).toEqual([1, null, []]);
    await act(async () => {});
    expect(reads(calls)).toHaveLength(2);
  });

  it('chi chiude la domanda tiene ciò che ha scritto, e non risolve nulla', async () => {
    const { calls } = await begin();
    act(() => piano.closeConflict());
    expect([piano.conflict, pendingNames()]).toEqual([null, ['filtro_olio']]);
    await act(() => piano.resolve({ quantita: '2' }));
    await act(() => piano.resolve({}));
    expect([writes(calls).length, pendingNames()]).toEqual([1, ['filtro_olio']]);
  });
});

describe('una riga nuova che un altro ha aggiunto nel frattempo', () => {
  const TAKEN = { status: 409, body: { message: 'C’è già una riga per questo componente' } };
  const FREEZE = rowOf(manutMacchinari, { id: 12, matricola: 'A1', componente: 'antigelo', marca_e_modello: 'Eni', versione: 2 });
  const begin = async (refused: Answer, meanwhile: readonly object[]) => {
    let rows: readonly object[] = [OIL];
    const page = await open({
      plan: () => ({ body: { data: rows } }),
      written: ({ method }) => {
        rows = [OIL, ...meanwhile];
        return method === 'POST' ? refused : accepted;
      },
    });
    write('antigelo', 'marca_e_modello', 'Agip');
    expect(await save()).toBe(false);
    return page;
  };

  it('è un conflitto con la sua, e le proprie modifiche vanno in quella', async () => {
    const { calls } = await begin(TAKEN, [{ ...FREEZE, utente: 'bruno' }]);
    expect(piano.conflict?.conflict).toMatchObject({ version: 2, utente: 'bruno', quando: null, values: { marca_e_modello: 'Eni' } });
    expect(screen.queryByText(FAILED)).toBeNull();
    await act(() => piano.resolve({ marca_e_modello: 'Agip' }));
    expect(writes(calls)[1]).toMatchObject({ method: 'PUT', version: '"2"' });
    expect(writes(calls)[1]!.body).toEqual({ manut: { id: 12, marca_e_modello: 'Agip' } });
    expect(pendingNames()).toEqual([]);
  });

  it('se quella riga non c’è, è un rifiuto', async () => {
    await begin(TAKEN, []);
    expect([piano.conflict, pendingNames()]).toEqual([null, ['antigelo']]);
    screen.getByText('C’è già una riga per questo componente');
  });

  it('un rifiuto per altro resta un rifiuto', async () => {
    await begin({ status: 403, body: { message: 'Non permesso' } }, [FREEZE]);
    expect(piano.conflict).toBeNull();
    screen.getByText('Non permesso');
  });

  it('di una riga che c’era un rifiuto senza la versione dell’altro resta un rifiuto, e non si cerca', async () => {
    const { calls } = await open({ written: () => ({ status: 409, body: { message: 'Non ora' } }) });
    write('filtro_olio', 'quantita', '2');
    expect(await save()).toBe(false);
    screen.getByText('Non ora');
    await waitFor(() => expect(reads(calls)).toHaveLength(2));
    expect(piano.conflict).toBeNull();
  });
});

describe('il piano salvato con la scheda', () => {
  const saveWith = async (key: string) => {
    let saved: boolean | undefined;
    await act(async () => {
      saved = await sides.all()[0]!.save(key);
    });
    return saved;
  };

  it('di una macchina che c’è si scrive solo se è cambiato', async () => {
    const { calls } = await open();
    expect([await saveWith('A1'), writes(calls)]).toEqual([true, []]);
    await act(async () => {});
    expect(reads(calls)).toHaveLength(1);
    write('filtro_olio', 'quantita', '2');
    expect([await saveWith('A1'), writes(calls).length]).toEqual([true, 1]);
    screen.getByText(SAVED);
  });

  it('di una macchina che c’è, rifiutato non è salvato', async () => {
    await open({ written: () => ({ status: 422, body: { message: 'Troppo lunga' } }) });
    write('filtro_olio', 'quantita', '2');
    expect(await saveWith('A1')).toBe(false);
    screen.getByText(FAILED);
  });

  it('di una macchina nuova non si legge né si salva da sé', async () => {
    const { calls } = await open({}, 'nuovo');
    expect([piano.loading, piano.righe.length, reads(calls).length]).toEqual([false, 12, 0]);
    write('antigelo', 'quantita', '2');
    expect(await save()).toBe(false);
    await act(() => piano.resolve({ quantita: '2' }));
    expect([writes(calls), pendingNames(), reads(calls).length]).toEqual([[], ['antigelo'], 0]);
  });

  it('di una macchina nuova si scrive sotto la sua matricola: una riga rifiutata non ferma le altre, né la macchina, e non se ne parla', async () => {
    const answers: Answer[] = [{ status: 409, body: { message: 'C’è già' } }, accepted];
    const { calls } = await open({ written: () => answers.shift() }, 'nuovo');
    write('filtro_olio', 'quantita', '2');
    write('antigelo', 'quantita', '3');
    expect(await saveWith('B2')).toBe(true);
    expect(writes(calls).map(({ body }) => body)).toEqual([
      { manut: { matricola: 'B2', componente: 'filtro_olio', quantita: '2' } },
      { manut: { matricola: 'B2', componente: 'antigelo', quantita: '3' } },
    ]);
    expect([pendingNames(), piano.conflict, reads(calls).length]).toEqual([['filtro_olio'], null, 0]);
    expect([screen.queryByText(SAVED), screen.queryByText(FAILED)]).toEqual([null, null]);
  });
});

describe('la bozza', () => {
  const leave = (page: { unmount(): void }) => {
    act(() => void dispatchEvent(new Event('pagehide')));
    page.unmount();
  };

  it('tiene le righe scritte, e si riprende sotto quelle scritte dopo', async () => {
    const page = await open();
    write('filtro_olio', 'quantita', '2');
    write('antigelo', 'quantita', '3');
    leave(page);
    await open();
    expect(pendingNames()).toEqual([]);
    write('antigelo', 'quantita', '4');
    act(() => keeper.resume());
    expect(piano.pending.map(({ base, valori }) => [base.componente, valori.quantita])).toEqual([
      ['filtro_olio', '2'],
      ['antigelo', '4'],
    ]);
  });

  it('non ancora ripresa resta sotto le righe scritte dopo', async () => {
    const first = await open();
    write('filtro_olio', 'quantita', '2');
    write('antigelo', 'quantita', '3');
    leave(first);
    const second = await open();
    write('antigelo', 'quantita', '4');
    leave(second);
    await open();
    act(() => keeper.resume());
    expect(piano.pending.map(({ base, valori }) => [base.componente, valori.quantita])).toEqual([
      ['filtro_olio', '2'],
      ['antigelo', '4'],
    ]);
  });

  it('di un piano non toccato, o rimesso com’era, non c’è', async () => {
    const page = await open();
    write('filtro_olio', 'quantita', '2');
    write('filtro_olio', 'quantita', null);
    leave(page);
    expect(drafts()).toEqual([]);
  });
});

describe('il piano che non si legge', () => {
  it('lo dice, e si rilegge', async () => {
    let plan: Answer = { status: 403, body: { message: 'Non permesso' } };
    const { calls } = await open({ plan: () => plan });
    expect([piano.error?.message, piano.loading]).toEqual(['Non permesso', false]);
    plan = { body: { data: [OIL] } };
    act(() => piano.retry());
    await waitFor(() => expect(piano.error).toBeNull());
    expect([reads(calls).length, rowNamed('filtro_olio').versione]).toEqual([2, 3]);
  });

  it('una seconda volta resta quello di prima', async () => {
    let plan: Answer = { body: { data: [OIL] } };
    const { calls } = await open({ plan: () => plan });
    plan = { status: 403, body: { message: 'Non permesso' } };
    act(() => piano.retry());
    await waitFor(() => expect(reads(calls)).toHaveLength(2));
    await act(async () => {});
    expect([piano.error, rowNamed('filtro_olio').versione]).toEqual([null, 3]);
  });

  it('si aspetta', async () => {
    const answer = Promise.withResolvers<Answer>();
    fakePortal(({ path }) => (path === PLAN ? answer.promise : { body: { data: [MACHINE], totale: 1 } }));
    renderAt(
      '/home/macchinari/A1',
      <Route path="/home/macchinari/:id">
        <RegisterDetail def={macchinari}>
          <Probe />
        </RegisterDetail>
      </Route>,
    );
    await screen.findByText('si legge');
    answer.resolve({ body: { data: [OIL] } });
    await screen.findByText('letto');
  });
});
