// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_CAMERA_HERE, troubleOf } from './camera-trouble.ts';
import { useCamera, type Camera } from './use-camera.ts';

let camera: Camera;
const show = (shown: Camera) => {
  camera = shown;
};
function Seen() {
  const shown = useCamera();
  useEffect(() => show(shown));
  return shown.trouble ? null : <video ref={shown.video} />;
}

/** A stream of one picture track, or of none. `torch`: what the track says of its light; `null`: it tells nothing of itself. */
function streamOf({ torch = null as boolean | null, tracks = 1 } = {}) {
  const [stop, applyConstraints] = [vi.fn(), vi.fn(async (_wanted: unknown) => {})];
  const track = { stop, applyConstraints, ...(torch === null ? {} : { getCapabilities: () => ({ torch }) }) };
  const all = Array.from({ length: tracks }, () => track);
  const media = Object.assign(new MediaStream(), { getTracks: () => [...all, { stop }], getVideoTracks: () => all });
  return { media, stop, applyConstraints };
}

let getUserMedia: ReturnType<typeof vi.fn<(wanted: MediaStreamConstraints) => Promise<MediaStream>>>;
let visibility: DocumentVisibilityState;
const turn = async (to: DocumentVisibilityState) => {
  visibility = to;
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
};
const open = (given: Promise<MediaStream>) => {
  getUserMedia.mockReturnValueOnce(given);
  return act(async () => render(<Seen />));
};

beforeEach(() => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  getUserMedia = vi.fn();
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

describe('la fotocamera', () => {
  it('si apre quella dietro, senza microfono, e il video la mostra', async () => {
    const { media, stop } = streamOf();
    await open(Promise.resolve(media));
    expect(getUserMedia).toHaveBeenCalledExactlyOnceWith({
      video: expect.objectContaining({ facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 960 } }),
      audio: false,
    });
    expect([camera.video.current!.srcObject, camera.video.current!.paused]).toEqual([media, false]);
    expect(camera).toMatchObject({ on: true, trouble: null, light: null });
    expect(stop).not.toHaveBeenCalled();
  });

  it('non è accesa finché il video non parte, né se non parte', async () => {
    let refuse = (_why: Error) => {};
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockReturnValue(new Promise((_, reject) => (refuse = reject)));
    await open(Promise.resolve(streamOf().media));
    expect(camera).toMatchObject({ on: false, trouble: null });
    await act(async () => refuse(new DOMException('interrupted', 'AbortError')));
    expect(camera).toMatchObject({ on: false, trouble: null });
  });

  it('si lascia con la pagina', async () => {
    const [added, removed] = [vi.spyOn(document, 'addEventListener'), vi.spyOn(document, 'removeEventListener')];
    const { media, stop } = streamOf();
    const { unmount } = await open(Promise.resolve(media));
    const element = camera.video.current!;
    unmount();
    expect([stop.mock.calls.length, element.srcObject]).toEqual([2, null]);
    const [listened] = added.mock.calls.filter(([name]) => name === 'visibilitychange');
    expect(removed.mock.calls).toContainEqual(listened);
  });

  it('si lascia quando la pagina non si vede, e torna con lei', async () => {
    const [first, second] = [streamOf(), streamOf({ torch: true })];
    await open(Promise.resolve(first.media));
    await turn('hidden');
    expect([first.stop.mock.calls.length, camera.on, camera.video.current!.srcObject]).toEqual([2, false, null]);
    expect(getUserMedia).toHaveBeenCalledOnce();
    getUserMedia.mockResolvedValueOnce(second.media);
    await turn('visible');
    expect([camera.on, camera.light, camera.video.current!.srcObject]).toEqual([true, false, second.media]);
    expect([first.stop.mock.calls.length, second.stop.mock.calls.length]).toEqual([2, 0]);
  });

  it('non si apre da una pagina che non si vede', async () => {
    visibility = 'hidden';
    await open(Promise.resolve(streamOf().media));
    expect(getUserMedia).not.toHaveBeenCalled();
    expect(camera).toMatchObject({ on: false, trouble: null });
  });

  it('data quando la pagina non si vede più si lascia subito, e il rifiuto tardivo non si dice', async () => {
    const { media, stop } = streamOf({ torch: true });
    const [late, refused] = [Promise.withResolvers<MediaStream>(), Promise.withResolvers<MediaStream>()];
    await open(late.promise);
    await turn('hidden');
    await act(async () => late.resolve(media));
    expect([stop.mock.calls.length, camera.on, camera.light, camera.video.current!.srcObject]).toEqual([2, false, null, null]);
    getUserMedia.mockReturnValueOnce(refused.promise);
    await turn('visible');
    await turn('hidden');
    await act(async () => refused.reject(new DOMException('no', 'NotAllowedError')));
    expect(camera.trouble).toBeNull();
  });
});

describe('la fotocamera che non si ha', () => {
  it('si dice perché, e riprovando si chiede di nuovo', async () => {
    await open(Promise.reject(new DOMException('no', 'NotAllowedError')));
    expect(camera).toMatchObject({ on: false, trouble: troubleOf(new DOMException('no', 'NotAllowedError')) });
    const later = Promise.withResolvers<MediaStream>();
    getUserMedia.mockReturnValueOnce(later.promise);
    await act(async () => camera.retry());
    expect([camera.trouble, getUserMedia.mock.calls.length]).toEqual([null, 2]);
    const { media } = streamOf();
    await act(async () => later.resolve(media));
    expect(camera).toMatchObject({ on: true, trouble: null });
    expect(camera.video.current!.srcObject).toBe(media);
  });

  it('permessa dalle impostazioni mentre la pagina non si vedeva, torna senza riprovare', async () => {
    await open(Promise.reject(new DOMException('no', 'NotAllowedError')));
    await turn('hidden');
    expect(camera.trouble).not.toBeNull();
    getUserMedia.mockResolvedValueOnce(streamOf().media);
    await turn('visible');
    expect(camera).toMatchObject({ on: true, trouble: null });
  });

  it('senza https il browser non ne dà', async () => {
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined });
    await open(Promise.resolve(streamOf().media));
    expect(camera.trouble).toBe(NO_CAMERA_HERE);
  });
});

describe('la luce', () => {
  it.each([
    ['è spenta dove c’è', { torch: true }, false],
    ['non c’è', { torch: false }, null],
    ['non si sa che ci sia', {}, null],
    ['non c’è senza immagine', { tracks: 0 }, null],
  ])('%s', async (_, over, light) => {
    await open(Promise.resolve(streamOf(over).media));
    expect(camera.light).toBe(light);
  });

  it('si accende e si spegne; se non si può non si offre più', async () => {
    const { media, applyConstraints } = streamOf({ torch: true });
    await open(Promise.resolve(media));
    const press = () => act(async () => camera.toggleLight());
    await press();
    expect([applyConstraints.mock.lastCall, camera.light]).toEqual([[{ advanced: [{ torch: true }] }], true]);
    await press();
    expect([applyConstraints.mock.lastCall, camera.light]).toEqual([[{ advanced: [{ torch: false }] }], false]);
    applyConstraints.mockRejectedValueOnce(new DOMException('no', 'OverconstrainedError'));
    await press();
    expect([applyConstraints.mock.calls.length, camera.light]).toEqual([3, null]);
  });

  it('senza la fotocamera non fa nulla', async () => {
    const { media, applyConstraints } = streamOf({ torch: true });
    await open(Promise.resolve(media));
    await turn('hidden');
    await act(async () => camera.toggleLight());
    expect([applyConstraints.mock.calls.length, camera.light]).toEqual([0, false]);
  });
});
