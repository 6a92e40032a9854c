// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Ellipsis } from './Ellipsis.tsx';

const LONG = 'Lidia Costruzioni Generali, via dei Mille';

/** Width in px that every text needs here, since jsdom measures none. */
function needs(width: number): void {
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(width);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100);
}

beforeEach(() => {
  HTMLElement.prototype.showPopover ??= () => {};
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('un testo tagliato si raggiunge da tastiera e si dice intero', async () => {
  needs(300);
  render(<Ellipsis text={LONG} />);
  await userEvent.tab();
  expect(screen.getByRole('tooltip').textContent).toBe(LONG);
});

it('dentro un comando lo mostra il fuoco di quello, senza un’altra fermata', async () => {
  needs(300);
  render(
    <button type="button">
      <Ellipsis text={LONG} />
    </button>,
  );
  await userEvent.tab();
  expect(document.activeElement?.tagName).toBe('BUTTON');
  expect(screen.getByRole('tooltip').textContent).toBe(LONG);
  await userEvent.tab();
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(document.activeElement).toBe(document.body);
});

it('uno che ci sta non è una fermata e non ha altro da dire', async () => {
  needs(80);
  render(<Ellipsis text={LONG} />);
  await userEvent.tab();
  expect(document.activeElement).toBe(document.body);
  expect(screen.queryByRole('tooltip')).toBeNull();
});
