// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { runUnlessLeft } from './run-unless-left.ts';

beforeEach(() => {
  vi.useFakeTimers();
  history.replaceState(null, '', '/home/meccanici/dettaglio-meccanici?id=3');
});
afterEach(() => {
  vi.useRealTimers();
  history.replaceState(null, '', '/');
});

const planned = () => {
  const then = vi.fn();
  runUnlessLeft(then, 500);
  return then;
};

describe('runUnlessLeft', () => {
  it('chi resta viene portato via quando è l’ora, una volta', () => {
    const then = planned();
    vi.advanceTimersByTime(499);
    expect(then).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5000);
    expect(then).toHaveBeenCalledTimes(1);
  });

  it('chi va all’elenco e riapre lo stesso record ci resta', () => {
    const then = planned();
    navigate('/home/meccanici');
    vi.advanceTimersByTime(200);
    navigate('/home/meccanici/dettaglio-meccanici?id=3');
    vi.advanceTimersByTime(5000);
    expect(then).not.toHaveBeenCalled();
  });

  it('chi apre un altro record dello stesso schermo ci resta', () => {
    const then = planned();
    navigate('/home/meccanici/dettaglio-meccanici?id=4', { replace: true });
    vi.advanceTimersByTime(5000);
    expect(then).not.toHaveBeenCalled();
  });

  it('chi torna indietro non viene portato oltre', () => {
    const then = planned();
    history.replaceState(null, '', '/home/meccanici');
    window.dispatchEvent(new PopStateEvent('popstate'));
    vi.advanceTimersByTime(5000);
    expect(then).not.toHaveBeenCalled();
  });

  it('cambiare scheda non è andarsene', () => {
    const then = planned();
    navigate('/home/meccanici/dettaglio-meccanici?id=3&scheda=documenti', { replace: true });
    vi.advanceTimersByTime(500);
    expect(then).toHaveBeenCalledTimes(1);
  });
});
