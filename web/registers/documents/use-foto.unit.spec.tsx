// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordFile } from '#contracts/core/documents.ts';
import { fakePortal, leaveNothing, renderAt, signIn, type Answer } from '#web/portal.testing.tsx';
import { useFoto } from './use-foto.ts';

const FILE = { percorso: 'A1/A1_FOTO.jpg', byte: 1, quando: '2026-11-20T10:00:00Z', utente: 'anna', versione: 3 } as RecordFile;
function Photo({ path, file }: { path: string | null; file?: RecordFile | undefined }) {
  const { src, download, failed } = useFoto(path, file);
  return <p>{JSON.stringify({ src, download, failed })}</p>;
}
const portal = (answer: () => Answer = () => ({ body: { message: { name: 'n 1' } } })) => fakePortal(answer);
const NOTHING = JSON.stringify({ src: null, download: null, failed: false });

beforeEach(() => signIn());
afterEach(() => {
  vi.useRealTimers();
  leaveNothing();
});

describe('la foto di un record', () => {
  it('si chiede nella versione che la scheda mostra, e si apre o si salva con il nome che ne viene', async () => {
    const calls = portal();
    renderAt('/', <Photo path={FILE.percorso} file={FILE} />);
    screen.getByText(NOTHING);
    await screen.findByText(JSON.stringify({ src: '/file?file=n%201', download: '/file?file=n%201&scarica=1', failed: false }));
    expect(calls).toMatchObject([{ path: '/api/ftp', body: { operazione: 'prendi', percorso: FILE.percorso, versione: 3 } }]);
  });

  it('di un file diverso da quello del record non si sa la versione: si chiede quella di adesso', async () => {
    const calls = portal();
    renderAt(
      '/',
      <>
        <Photo path="A1/altra.jpg" file={FILE} />
        <Photo path="A1/terza.jpg" />
      </>,
    );
    await waitFor(() => expect(calls).toHaveLength(2));
    expect(calls.map(({ body }) => body)).toEqual([
      { operazione: 'prendi', percorso: 'A1/altra.jpg' },
      { operazione: 'prendi', percorso: 'A1/terza.jpg' },
    ]);
  });

  it('che non c’è non si chiede', async () => {
    const calls = portal();
    renderAt('/', <Photo path={null} />);
    await act(async () => {});
    screen.getByText(NOTHING);
    expect(calls).toEqual([]);
  });

  it('che non si può avere lo dice, e non si richiede da sé', async () => {
    const calls = portal(() => ({ status: 404, body: {} }));
    renderAt('/', <Photo path={FILE.percorso} file={FILE} />);
    await screen.findByText(JSON.stringify({ src: null, download: null, failed: true }));
    expect(calls).toHaveLength(1);
  });

  it('il nome si chiede di nuovo prima che finisca', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] });
    const calls = portal();
    // a screen of an earlier spec may still report an error
    const names = () => calls.filter(({ path }) => path === '/api/ftp');
    renderAt('/', <Photo path={FILE.percorso} file={FILE} />);
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(names()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(3 * 60_000));
    expect(names()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(2 * 60_000));
    expect(names()).toHaveLength(2);
  });
});
