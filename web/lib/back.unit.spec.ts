// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { back } from './back.ts';

const went = vi.spyOn(history, 'back').mockImplementation(() => {});
const elsewhere = vi.fn();
const pages = (length: number) => vi.spyOn(history, 'length', 'get').mockReturnValue(length);
const navigation = (canGoBack: boolean) => vi.stubGlobal('navigation', { canGoBack });
const arrive = () => dispatchEvent(new PopStateEvent('popstate'));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  arrive();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('indietro, in un browser che sa se c’è una pagina del portale', () => {
  it('c’è: si torna, e altrove non si va nemmeno se ci mette molto', () => {
    navigation(true);
    pages(1);
    back(elsewhere);
    expect(went).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(60_000);
    expect(elsewhere).not.toHaveBeenCalled();
  });

  it('non c’è: si va altrove subito', () => {
    navigation(false);
    pages(5);
    back(elsewhere);
    expect(elsewhere).toHaveBeenCalledOnce();
    expect(went).not.toHaveBeenCalled();
  });
});

describe('in uno che non lo sa', () => {
  it('una finestra con una pagina sola va altrove', () => {
    pages(1);
    back(elsewhere);
    expect(elsewhere).toHaveBeenCalledOnce();
    expect(went).not.toHaveBeenCalled();
  });

  it('con due si prova: chi arriva resta dov’è arrivato', () => {
    pages(2);
    back(elsewhere);
    expect(went).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(399);
    expect(elsewhere).not.toHaveBeenCalled();
    arrive();
    vi.advanceTimersByTime(60_000);
    expect(elsewhere).not.toHaveBeenCalled();
  });

  it('se le pagine erano tutte davanti, poco dopo si va altrove', () => {
    pages(2);
    back(elsewhere);
    vi.advanceTimersByTime(400);
    expect(elsewhere).toHaveBeenCalledOnce();
  });
});
