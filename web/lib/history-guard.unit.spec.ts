// @vitest-environment happy-dom
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { guardHistory, watchHistory } from './history-guard.ts';

/** Moves to `path` as the browser does: the address changes before `popstate` is dispatched. */
function goBackTo(path: string): void {
  History.prototype.replaceState.call(history, null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}
const leave = () => {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
};
const router = vi.fn();
let free = (): void => {};

beforeAll(() => {
  history.replaceState(null, '', '/modulo');
  watchHistory();
  addEventListener('popstate', router);
});
afterEach(() => {
  free();
  router.mockClear();
  history.replaceState(null, '', '/modulo');
  dispatchEvent(new Event('replaceState'));
});

describe('indietro, con modifiche non salvate', () => {
  it('rimette l’indirizzo al suo posto e chiede; chi resta non si è mosso, e nessuno se n’è accorto', async () => {
    const ask = vi.fn(async () => false);
    free = guardHistory({ blocks: () => true, ask });
    const back = vi.spyOn(history, 'back').mockImplementation(() => {});
    goBackTo('/elenco');
    expect(location.pathname).toBe('/modulo');
    expect(router).not.toHaveBeenCalled();
    expect(ask).toHaveBeenCalledOnce();
    await Promise.resolve();
    expect(back).not.toHaveBeenCalled();
  });

  it('chi vuole uscire torna indietro davvero', async () => {
    free = guardHistory({ blocks: () => true, ask: async () => true });
    const back = vi.spyOn(history, 'back').mockImplementation(() => {});
    goBackTo('/elenco');
    await vi.waitFor(() => expect(back).toHaveBeenCalledOnce(), 15_000);
  });

  it('chiudere la finestra fa chiedere al browser', () => {
    free = guardHistory({ blocks: () => true, ask: async () => true });
    expect(leave()).toBe(true);
    free();
    expect(leave()).toBe(false);
  });
});

it('senza modifiche, o sulla stessa pagina, si va senza chiedere', () => {
  const ask = vi.fn(async () => true);
  free = guardHistory({ blocks: () => location.pathname === '/modulo', ask });
  goBackTo('/modulo?scheda=dati');
  free = guardHistory({ blocks: () => false, ask });
  goBackTo('/elenco');
  expect(router).toHaveBeenCalledTimes(2);
  expect(ask).not.toHaveBeenCalled();
  expect(leave()).toBe(false);
});
