// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useHoverMenu } from './use-hover-menu.ts';

function Menu() {
  const { open, rootProps, buttonProps } = useHoverMenu();
  return (
    <>
      <div {...rootProps} data-testid="root">
        <button type="button" {...buttonProps}>
          Registri
        </button>
        {open
          ? ['Macchinari', 'Cantieri', 'Costi'].map((name) => (
              <button key={name} type="button" data-voce={name}>
                {name}
              </button>
            ))
          : null}
      </div>
      <button type="button">altrove</button>
    </>
  );
}
const button = () => screen.getByRole('button', { name: 'Registri' });
const isOpen = () => button().getAttribute('aria-expanded') === 'true';
const focused = () => document.activeElement?.textContent;
const mouse = (type: 'pointerEnter' | 'pointerLeave', pointerType = 'mouse') =>
  fireEvent[type](screen.getByTestId('root'), { pointerType });
/** Presses a key where the focus is; returns whether the page may still scroll. */
function press(key: string, more: object = {}): boolean {
  const goesOn = fireEvent.keyDown(document.activeElement!, { key, ...more });
  act(() => void vi.advanceTimersByTime(20));
  return goesOn;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'Date'] });
  render(<Menu />);
  act(() => button().focus());
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('arrows open it and move round in it, without scrolling the page', () => {
  expect([press('ArrowDown'), isOpen(), focused()]).toEqual([false, true, 'Macchinari']);
  press('ArrowDown');
  press('ArrowDown');
  expect(focused()).toBe('Costi');
  press('ArrowDown');
  expect(focused()).toBe('Macchinari');
  expect([press('ArrowUp'), focused()]).toEqual([false, 'Costi']);
  expect([press('a'), press('ArrowDown', { altKey: true }), focused()]).toEqual([true, true, 'Costi']);
});

it('arrow up opens it at its last entry, and Escape goes back to the button', () => {
  press('ArrowUp');
  expect([isOpen(), focused()]).toEqual([true, 'Costi']);
  press('Escape');
  expect([isOpen(), focused()]).toEqual([false, 'Registri']);
});

it('the pointer opens it, and closes it a moment after it left; a finger does not', () => {
  mouse('pointerEnter', 'touch');
  expect(isOpen()).toBe(false);
  mouse('pointerEnter');
  expect(isOpen()).toBe(true);
  mouse('pointerLeave');
  act(() => void vi.advanceTimersByTime(100));
  mouse('pointerEnter');
  act(() => void vi.advanceTimersByTime(200));
  expect(isOpen()).toBe(true);
  mouse('pointerLeave');
  act(() => void vi.advanceTimersByTime(121));
  expect(isOpen()).toBe(false);
});

it('a press right after the pointer opened it keeps it open, a later one closes it', () => {
  mouse('pointerEnter');
  expect(isOpen()).toBe(true);
  fireEvent.click(button());
  expect(isOpen()).toBe(true);
  act(() => void vi.advanceTimersByTime(401));
  fireEvent.click(button());
  expect(isOpen()).toBe(false);
  fireEvent.click(button());
  expect(isOpen()).toBe(true);
});

it('closes when the focus goes elsewhere, not when it goes to an entry', () => {
  press('ArrowDown');
  expect(isOpen()).toBe(true);
  act(() => screen.getByRole('button', { name: 'altrove' }).focus());
  expect(isOpen()).toBe(false);
});
