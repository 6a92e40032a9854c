// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AREE } from '#contracts/modules/areas.ts';
import { draftKey, holdDraftKey } from './draft-key.ts';
import { readSession, type LocaleSession } from './session-storage.ts';
import {
  atomSession,
  beginObserving,
  closeSession,
  endRiaccesso,
  endObserving,
  openSession,
  requireRiaccesso,
  riaccessoAtom,
  session,
  updateSession,
} from './session.ts';
import { store } from './store.ts';

const KEY = 'strato.sessione';
const ANNA: LocaleSession = {
  token: 'T1',
  memberID: 'anna',
  groupID: 12,
  name: 'Anna',
  email: null,
  gruppo: 'Ufficio',
  marcatore: 'user',
  permessi: Object.fromEntries(AREE.map((area) => [area, { allowInsert: 1, allowView: 3, allowEdit: 1, allowDelete: 0 }])),
  ricordami: false,
  dovere: null,
  archivioUrl: null,
  ditta: 'Strato',
  scade: '2099-01-01T00:00:00Z',
};
const stored = (value: LocaleSession) => localStorage.setItem(KEY, JSON.stringify(value));
const asked = () => store.get(riaccessoAtom);
let replaced: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  replaced = vi.spyOn(location, 'replace').mockImplementation(() => {});
  openSession(ANNA);
});
afterEach(() => {
  endRiaccesso(false);
  store.set(atomSession, null);
  vi.restoreAllMocks();
  sessionStorage.clear();
  localStorage.clear();
});

describe('il portale dice chi è la persona adesso', () => {
  it('i permessi nuovi valgono subito, e il gettone resta', () => {
    updateSession({ ...ANNA, gruppo: 'Capi', permessi: {} });
    expect(session()).toMatchObject({ token: 'T1', gruppo: 'Capi', permessi: {} });
    expect(JSON.parse(sessionStorage.getItem(KEY)!)).toMatchObject({ token: 'T1', gruppo: 'Capi' });
  });

  it('di un’altra persona, o a sessione chiusa, non cambia niente', () => {
    updateSession({ ...ANNA, memberID: 'bruno', name: 'Bruno' });
    expect(session()).toEqual(ANNA);
    store.set(atomSession, null);
    updateSession(ANNA);
    expect(session()).toBeNull();
  });

  it('chi è uscito resta fuori, anche se la risposta arriva dopo', () => {
    closeSession();
    updateSession({ ...ANNA, chiaveBozze: 'k' });
    expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
  });

  it('un gettone che un’altra finestra ha appena avuto non cede a quello di prima', () => {
    openSession({ ...ANNA, ricordami: true });
    stored({ ...ANNA, token: 'T2', ricordami: true });
    updateSession({ ...ANNA, gruppo: 'Capi' });
    expect(JSON.parse(localStorage.getItem(KEY)!)).toMatchObject({ token: 'T2' });
  });
});

it('uscire toglie tutto ciò che questa finestra ricordava, e va alla prima pagina', () => {
  sessionStorage.setItem('strato.bozza./home/accise', '{}');
  stored({ ...ANNA, ricordami: true });
  closeSession();
  expect([sessionStorage.length, localStorage.getItem(KEY)]).toEqual([0, null]);
  expect(replaced).toHaveBeenCalledExactlyOnceWith('/');
});

describe('la sessione finisce sotto le mani', () => {
  it('chi chiede insieme aspetta la stessa risposta, e la domanda poi non c’è più', async () => {
    const [one, two] = [requireRiaccesso('T1'), requireRiaccesso('T1')];
    expect(two).toBe(one);
    expect(asked()).not.toBeNull();
    endRiaccesso(true);
    await expect(Promise.all([one, two])).resolves.toEqual([true, true]);
    expect(asked()).toBeNull();
    endRiaccesso(true);
  });

  it('chi rinuncia lo dice a chi aspettava', async () => {
    const waiting = requireRiaccesso('T1');
    endRiaccesso(false);
    await expect(waiting).resolves.toBe(false);
  });

  it('senza sessione non c’è a chi chiedere; con un gettone già nuovo non serve', async () => {
    await expect(requireRiaccesso('T0')).resolves.toBe(true);
    store.set(atomSession, null);
    await expect(requireRiaccesso('T1')).resolves.toBe(false);
    expect(asked()).toBeNull();
  });

  it('un’altra finestra che è rientrata per la stessa persona vale anche qui', async () => {
    sessionStorage.clear();
    stored({ ...ANNA, token: 'T2', ricordami: true });
    await expect(requireRiaccesso('T1')).resolves.toBe(true);
    expect(session()?.token).toBe('T2');
    expect(asked()).toBeNull();
  });

  it.each([
    ['è di un’altra persona', { ...ANNA, token: 'T2', memberID: 'bruno' }],
    ['ha lo stesso gettone, finito', ANNA],
  ])('ciò che è tenuto da parte %s: si chiede', (_, value) => {
    sessionStorage.clear();
    stored({ ...value, ricordami: true });
    void requireRiaccesso('T1');
    expect(asked()).not.toBeNull();
    expect(session()?.memberID).toBe('anna');
  });
});

describe('vedere il portale come un’altra persona', () => {
  const CAPO: LocaleSession = { ...ANNA, token: 'V1', memberID: 'capo', name: 'Capo', osservatore: 'anna' };
  /** The page is loaded again: what is in memory is read from the storage. */
  const reload = () => store.set(atomSession, readSession({ session: sessionStorage, local: localStorage }));

  it.each([
    ['senza Ricordami', false],
    ['con Ricordami', true],
  ])('resta di questa finestra, e finendo torna la propria sessione, %s', (_, ricordami) => {
    openSession({ ...ANNA, ricordami });
    beginObserving(CAPO);
    expect(replaced).toHaveBeenLastCalledWith('/home');
    reload();
    expect(session()).toMatchObject({ memberID: 'capo', osservatore: 'anna', token: 'V1' });
    // the other tabs of the browser keep the own session
    expect(readSession({ session: { ...sessionStorage, getItem: () => null }, local: localStorage })?.memberID).toBe(
      ricordami ? 'anna' : undefined,
    );
    updateSession({ ...CAPO, gruppo: 'Capi' });
    reload();
    expect(session()).toMatchObject({ memberID: 'capo', gruppo: 'Capi' });
    endObserving();
    expect(replaced).toHaveBeenLastCalledWith('/membership/dettaglio-utente?id=capo');
    reload();
    expect(session()).toEqual({ ...ANNA, ricordami });
    expect(session()?.osservatore).toBeUndefined();
  });

  it('finita da sé non chiede nessuna password: torna alla propria sessione', async () => {
    beginObserving(CAPO);
    reload();
    await expect(requireRiaccesso('V1')).resolves.toBe(false);
    expect(asked()).toBeNull();
    reload();
    expect(session()).toEqual(ANNA);
  });

  it('finita due volte, con ESCI e con la risposta 401 di un’altra chiamata, torna comunque alla propria sessione', async () => {
    beginObserving(CAPO);
    reload();
    await requireRiaccesso('V1');
    endObserving();
    expect(replaced).toHaveBeenLastCalledWith('/membership/dettaglio-utente?id=capo');
    reload();
    expect(session()).toEqual(ANNA);
  });

  it('cominciata due volte, la propria sessione resta quella di prima', () => {
    beginObserving(CAPO);
    beginObserving({ ...CAPO, token: 'V2' });
    reload();
    expect(session()?.token).toBe('V2');
    endObserving();
    reload();
    expect(session()).toEqual(ANNA);
  });

  it('una risposta che arriva dopo la fine non la fa ricominciare', () => {
    beginObserving(CAPO);
    reload();
    endObserving();
    updateSession({ ...CAPO, gruppo: 'Capi' });
    reload();
    expect(session()).toEqual(ANNA);
  });

  it('uscendo dal portale non resta nessuna delle due', () => {
    beginObserving(CAPO);
    reload();
    closeSession();
    expect([sessionStorage.length, localStorage.length]).toEqual([0, 0]);
  });
});

describe('the key of the drafts', () => {
  it('leaves the tab when the session is lost; the page that is open keeps it', () => {
    holdDraftKey('anna', 'k1');
    void requireRiaccesso('T1');
    expect(sessionStorage.getItem('strato.chiave-bozze')).toBeNull();
    expect(draftKey('anna')).toBe('k1');
  });

  it('stays where another tab has signed in again', async () => {
    openSession({ ...ANNA, ricordami: true });
    holdDraftKey('anna', 'k2');
    stored({ ...ANNA, ricordami: true, token: 'T2' });
    expect(await requireRiaccesso('T1')).toBe(true);
    expect(sessionStorage.getItem('strato.chiave-bozze')).not.toBeNull();
  });
});
