// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import { useOpenFile } from './use-open-file.ts';

afterEach(() => {
  Reflect.deleteProperty(navigator, 'pdfViewerEnabled');
  vi.restoreAllMocks();
  leaveNothing();
});

function Opener({ path }: { path: string }) {
  const open = useOpenFile();
  return (
    <button type="button" onClick={() => void open(path, 2)}>
      apri
    </button>
  );
}

it.each([
  [true, 'A1/A1_CE.pdf', '/file?file=breve%20nome'],
  // saved, not shown: the portal draws it
  [false, 'A1/A1_CE.pdf', '/documento?file=breve+nome&nome=A1_CE.pdf'],
  [false, 'A1/A1_FOTO.jpg', '/file?file=breve%20nome'],
])('in una finestra sua, col lettore del browser se c’è (%s): %s', async (reads, path, href) => {
  signIn();
  Object.defineProperty(navigator, 'pdfViewerEnabled', { configurable: true, get: () => reads });
  const target = { location: { href: '' }, close: vi.fn() };
  vi.spyOn(window, 'open').mockReturnValue(target as unknown as Window);
  fakePortal(() => ({ body: { message: { name: 'breve nome' } } }));
  const { user, getByRole } = renderAt('/', <Opener path={path} />);
  await user.click(getByRole('button', { name: 'apri' }));
  await waitFor(() => expect(target.location.href).toBe(href));
});
