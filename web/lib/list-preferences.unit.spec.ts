// @vitest-environment happy-dom
import { renderHook, act } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetPreferences, keepPreference, listOf, loadPreferences, useKeptPreference } from './list-preferences.ts';
import { api, ApiError } from './api-client.ts';
import { session } from './session.ts';

vi.mock('./session.ts', async (original) => ({ ...(await original<object>()), session: vi.fn() }));

const put = vi.spyOn(api, 'put');
const get = vi.spyOn(api, 'get');
const WAITING = 'strato.preferenze.ada';
const waiting = () => JSON.parse(localStorage.getItem(WAITING) ?? 'null');
const signedIn = (memberID: string | null) => vi.mocked(session).mockReturnValue(memberID === null ? null : ({ memberID } as never));
const kept = (list: string) => renderHook(() => useKeptPreference(list)).result.current;
const load = (data: unknown) => {
  get.mockResolvedValue({ data });
  return act(() => loadPreferences('ada'));
};

beforeEach(() => {
  vi.useFakeTimers();
  signedIn('ada');
  put.mockReset().mockResolvedValue({});
});
afterEach(() => {
  vi.useRealTimers();
  act(forgetPreferences);
  localStorage.clear();
});

describe('Le preferenze degli elenchi nel browser', () => {
  it('non si conoscono prima della risposta, poi sono quelle del portale', async () => {
    expect(kept('costi')).toEqual({ loaded: false, preference: undefined });
    await load([{ lista: 'costi', contenuto: { densita: 'tocco' } }]);
    expect(kept('costi')).toEqual({ loaded: true, preference: { densita: 'tocco' } });
    expect(kept('macchinari')).toEqual({ loaded: true, preference: undefined });
  });

  it('chi ne cambia una prima della risposta non nasconde le altre, e la sua vince', async () => {
    keepPreference('costi', { densita: 'comoda' });
    expect(kept('macchinari').loaded).toBe(false);
    await load([
      { lista: 'costi', contenuto: { densita: 'tocco' } },
      { lista: 'macchinari', contenuto: { densita: 'tocco' } },
    ]);
    expect(kept('costi').preference).toEqual({ densita: 'comoda' });
    expect(kept('macchinari').preference).toEqual({ densita: 'tocco' });
    expect(put).toHaveBeenCalledExactlyOnceWith(
      '/api/preferenze',
      { contenuto: { densita: 'comoda' } },
      { query: { lista: 'costi' }, waits: false },
    );
    expect(waiting()).toBeNull();
  });

  it('di chi vede il portale come un’altra persona non partono, e quelle che aspettano qui restano a lei', async () => {
    const own = { costi: { densita: 'comoda' } };
    localStorage.setItem(WAITING, JSON.stringify(own));
    vi.mocked(session).mockReturnValue({ memberID: 'ada', osservatore: 'admin' } as never);
    await load([]);
    act(() => keepPreference('macchinari', { densita: 'tocco' }));
    expect(kept('macchinari').preference).toEqual({ densita: 'tocco' });
    await vi.advanceTimersByTimeAsync(5000);
    expect(put).not.toHaveBeenCalled();
    expect(waiting()).toEqual(own);
  });

  it('di molti cambiamenti di fila parte l’ultimo', async () => {
    await load([]);
    for (const width of [100, 110, 120])
      act(() => keepPreference('costi', { colonne: { ordine: [], visibili: {}, larghezze: { data: width }, bloccate: [] } }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(put).toHaveBeenCalledOnce();
    expect(put.mock.calls[0]![1]).toMatchObject({ contenuto: { colonne: { larghezze: { data: 120 } } } });
  });

  it('ciò che non arriva resta sul dispositivo, ciò che il portale rifiuta no', async () => {
    await load([]);
    put.mockRejectedValueOnce(new Error('senza rete'));
    act(() => keepPreference('costi', { densita: 'tocco' }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(waiting()).toEqual({ costi: { densita: 'tocco' } });
    put.mockRejectedValueOnce(new ApiError(403, {}, null));
    await load([]);
    expect(waiting()).toBeNull();
  });

  it('di una persona non passano a un’altra', async () => {
    await load([]);
    put.mockRejectedValueOnce(new Error('senza rete'));
    act(() => keepPreference('costi', { densita: 'tocco' }));
    await vi.advanceTimersByTimeAsync(1000);
    signedIn('bruno');
    get.mockResolvedValue({ data: [] });
    await act(() => loadPreferences('bruno'));
    expect(kept('costi').preference).toBeUndefined();
    expect(put).toHaveBeenCalledOnce();
  });

  it('il nome di un elenco è senza quello della persona', () => {
    expect([listOf('macchinari.ada'), listOf('macchinari.cantiere.ada'), listOf('report'), listOf('costi.bruno')]).toEqual([
      'macchinari',
      'macchinari.cantiere',
      'report',
      'costi.bruno',
    ]);
  });
});
