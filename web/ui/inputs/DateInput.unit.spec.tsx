// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { leaveNothing, renderAt } from '#web/portal.testing.tsx';
import { DateInput, type DateInputProps } from './DateInput.tsx';
import { Field } from './Field.tsx';

const changed = vi.fn();
function Day({ value: start = null, ...over }: Partial<DateInputProps>) {
  const [value, setValue] = useState(start);
  return (
    <>
      <Field label="Giorno">
        <DateInput
          value={value}
          onChange={(next) => {
            changed(next);
            setValue(next);
          }}
          {...over}
        />
      </Field>
      <button type="button" onClick={() => setValue('2026-05-05')}>
        altri
      </button>
    </>
  );
}
const open = (over: Partial<DateInputProps> = {}) => renderAt('/', <Day {...over} />);
const input = () => screen.getByLabelText<HTMLInputElement>('Giorno');
const message = () => screen.queryByRole('alert')?.textContent ?? null;
const type = async (user: ReturnType<typeof open>['user'], text: string) => {
  await user.clear(input());
  await user.type(input(), text);
  await user.tab();
};

afterEach(() => {
  changed.mockClear();
  leaveNothing();
});

describe('una data tra due giorni', () => {
  const LIMITS = { min: '2026-11-10', max: '2026-11-20' };
  it.each([
    ['2026-11-09', null, 'Non prima del 2026-11-10'],
    ['2026-11-10', '2026-11-10', null],
    ['2026-11-20', '2026-11-20', null],
    ['2026-11-21', null, 'Non dopo il 2026-11-20'],
  ])('%s vale %s e dice %s', async (text, value, said) => {
    const { user } = open(LIMITS);
    await type(user, text);
    expect(changed).toHaveBeenLastCalledWith(value);
    expect(message()).toBe(said);
    expect(input().value).toBe(text);
  });

  it('con un limite solo l’altro lato è libero', async () => {
    const { user, unmount } = open({ min: '2026-11-10' });
    await type(user, '2030-01-01');
    expect([changed.mock.lastCall, message()]).toEqual([['2030-01-01'], null]);
    unmount();
    const past = open({ max: '2026-11-10' });
    await type(past.user, '2001-01-01');
    expect([changed.mock.lastCall, message()]).toEqual([['2001-01-01'], null]);
  });
});

describe('ciò che è scritto', () => {
  it('si legge lasciando il campo; vuoto è nessuna data', async () => {
    const { user } = open();
    await type(user, '5/12/2026');
    expect(input().value).toBe('2026-12-05');
    await user.clear(input());
    await user.tab();
    expect([changed.mock.lastCall, message()]).toEqual([[null], null]);
  });

  it('e non è una data resta, con la sua frase, finché non si corregge o altri la mettono', async () => {
    const { user } = open({ value: '2026-11-21' });
    await type(user, '31/02/2026');
    expect([changed.mock.lastCall, message(), input().value]).toEqual([[null], 'Il giorno 2026-02-31 non esiste', '31/02/2026']);
    expect(input().getAttribute('aria-invalid')).toBe('true');
    await user.click(screen.getByText('altri'));
    expect([message(), input().value]).toEqual([null, '2026-05-05']);
    await type(user, 'domani');
    await type(user, '2026-11-22');
    expect([changed.mock.lastCall, message()]).toEqual([['2026-11-22'], null]);
  });
});

describe('il calendario', () => {
  it('si apre con il suo tasto o con Alt e freccia, e il giorno scelto va nel campo con il cursore', async () => {
    const { user } = open({ value: '2026-11-21' });
    await user.click(screen.getByRole('button', { name: 'Calendario, Giorno' }));
    await user.click(screen.getByRole('button', { name: 'Calendario, Giorno' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    input().focus();
    await user.keyboard('{ArrowDown}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await screen.findByRole('dialog', { name: 'Calendario' });
    await user.click(screen.getByRole('button', { name: 'martedì 24 novembre 2026' }));
    expect([changed.mock.lastCall, input().value]).toEqual([['2026-11-24'], '2026-11-24']);
    expect(document.activeElement).toBe(input());
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
