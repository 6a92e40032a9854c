// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaveNothing, signIn } from '#web/portal.testing.tsx';
import { setLetterKeys } from './letter-keys.ts';
import { DialogIdContext, keyText, offeredActions, shortcutsWithKeys, useShortcuts, type Shortcut } from './shortcuts.ts';

function Declares({ shortcuts }: { shortcuts: readonly (Shortcut | false)[] }) {
  useShortcuts(shortcuts);
  return (
    <>
      <input aria-label="testo" />
      <input aria-label="spunta" type="checkbox" />
      <textarea aria-label="nota" />
    </>
  );
}
const declare = (...shortcuts: (Shortcut | false)[]) => render(<Declares shortcuts={shortcuts} />);
/** Presses a key and tells whether the browser's own use of it was stopped. */
const press = (key: string, more: object = {}, on: Element | Document = document) => !fireEvent.keyDown(on, { key, ...more });

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('keys', () => {
  it('run what the screen declares, and stop with it', () => {
    const run = vi.fn();
    const { unmount } = declare({ keys: ['Ctrl+S'], label: 'SALVA', run }, false);
    expect([press('s', { ctrlKey: true }), press('S', { metaKey: true }), run.mock.calls.length]).toEqual([true, true, 2]);
    expect([press('s'), press('s', { ctrlKey: true, altKey: true }), press('s', { ctrlKey: true, shiftKey: true })]).toEqual([
      false,
      false,
      false,
    ]);
    unmount();
    expect([press('s', { ctrlKey: true }), run.mock.calls.length]).toEqual([false, 2]);
  });

  it('are judged by the sign they give, with AltGr and Shift too', () => {
    const run = vi.fn();
    declare({ keys: ['['], label: 'prima', run }, { keys: ['?'], label: 'tasti', run }, { keys: ['n'], label: 'nuovo', run });
    expect(press('[', { ctrlKey: true, altKey: true })).toBe(true);
    expect(press('[', { altKey: true })).toBe(true);
    expect(press('[', { ctrlKey: true })).toBe(false);
    expect(press('?', { shiftKey: true })).toBe(true);
    expect([press('N'), press('N', { shiftKey: true }), press('n', { altKey: true })]).toEqual([true, false, false]);
  });

  it('without a modifier do nothing while somebody types', () => {
    const run = vi.fn();
    declare(
      { keys: ['n'], label: 'nuovo', run },
      { keys: ['Ctrl+S'], label: 'salva', run },
      { keys: ['Alt+ArrowUp'], label: 'prima', run },
    );
    const [text, note, tick] = ['testo', 'nota', 'spunta'].map((name) => screen.getByLabelText(name));
    expect([press('n', {}, text), press('n', {}, note), press('n', {}, tick)]).toEqual([false, false, true]);
    expect([press('s', { ctrlKey: true }, text), press('ArrowUp', { altKey: true }, note)]).toEqual([true, true]);
  });

  it('leave to the field what moves its cursor on a Mac', () => {
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
    declare({ keys: ['Alt+ArrowLeft'], label: 'chiudi', run: () => {} });
    expect([press('ArrowLeft', { altKey: true }, screen.getByLabelText('testo')), press('ArrowLeft', { altKey: true })]).toEqual([
      false,
      true,
    ]);
    expect([keyText('Ctrl+S'), keyText('Alt+ArrowLeft')]).toEqual(['⌘+S', '⌥+←']);
    vi.restoreAllMocks();
  });

  it('go to the latest declaration that takes them', () => {
    const said: string[] = [];
    const saying = (who: string, answer?: boolean) => ({ keys: ['j'], label: who, run: () => (said.push(who), answer) });
    declare(saying('elenco'));
    declare(saying('griglia', false));
    expect([press('j'), said.join()]).toEqual([true, 'griglia,elenco']);
  });

  it('do not repeat while held down, unless they move', () => {
    const [save, move] = [vi.fn(), vi.fn()];
    declare({ keys: ['Ctrl+S'], label: 'salva', run: save }, { keys: ['j'], label: 'dopo', run: move, repeats: true });
    expect([press('s', { ctrlKey: true, repeat: true }), press('j', { repeat: true })]).toEqual([true, true]);
    expect([save.mock.calls.length, move.mock.calls.length]).toEqual([0, 1]);
  });

  it('of one character can be switched off, those with a modifier stay', () => {
    const run = vi.fn();
    declare({ keys: ['/', 'ArrowDown'], label: 'cerca', run }, { keys: ['Ctrl+K'], label: 'trova', run });
    setLetterKeys(false);
    expect([press('/'), press('ArrowDown'), press('k', { ctrlKey: true })]).toEqual([false, true, true]);
    setLetterKeys(true);
    expect(press('/')).toBe(true);
  });
});

describe('over the page', () => {
  it('a dialog has its own keys, and the browser does not save the page behind it', () => {
    const [page, dialog] = [vi.fn(), vi.fn()];
    declare({ keys: ['Ctrl+S'], label: 'salva', run: page }, { keys: ['n'], label: 'nuovo', run: page });
    const shown = render(
      <div role="dialog" aria-modal="true" data-dialog-id="uno">
        <DialogIdContext.Provider value="uno">
          <Declares shortcuts={[{ keys: ['Ctrl+Enter'], label: 'invia', run: dialog }]} />
        </DialogIdContext.Provider>
      </div>,
    );
    expect([press('s', { ctrlKey: true }), press('n'), press('Enter', { ctrlKey: true })]).toEqual([true, false, true]);
    expect([page.mock.calls.length, dialog.mock.calls.length]).toEqual([0, 1]);
    shown.unmount();
    expect([press('n'), page.mock.calls.length]).toEqual([true, 1]);
  });

  it('an open menu keeps the letters, not those with Ctrl', () => {
    const run = vi.fn();
    declare({ keys: ['n'], label: 'nuovo', run }, { keys: ['Escape'], label: 'chiudi', run }, { keys: ['Ctrl+S'], label: 'salva', run });
    render(<div role="menu" />);
    expect([press('n'), press('Escape'), press('s', { ctrlKey: true })]).toEqual([false, false, true]);
  });
});

it('palette and list of keys read the same declarations', () => {
  const run = () => {};
  declare(
    { label: 'Stampa', run },
    { keys: ['Ctrl+P'], label: 'STAMPA', run },
    { keys: ['j'], label: 'Riga dopo', run, offered: false },
    { keys: ['Enter'], label: 'Apri' },
    { label: 'ELIMINA', run },
  );
  expect(offeredActions().map(({ label }) => label)).toEqual(['STAMPA', 'ELIMINA']);
  expect(shortcutsWithKeys().map(({ label, keys }) => `${label} ${keys?.map(keyText).join(' ')}`)).toEqual([
    'STAMPA Ctrl+P',
    'Riga dopo J',
    'Apri Invio',
  ]);
  cleanup();
  expect([offeredActions(), shortcutsWithKeys()]).toEqual([[], []]);
});
