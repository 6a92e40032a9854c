// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { addDays } from '#contracts/core/dates.ts';
import { todayInRome } from '#web/lib/format.ts';
import { DeadlineCell } from './DeadlineCell.tsx';

afterEach(cleanup);

it.each([
  [-6, /^scaduta il .*, da 6 giorni$/],
  [0, /^scade oggi/],
  [18, /^scade il .*, fra 18 giorni$/],
  [200, /^scade il .*, fra 200 giorni$/],
])('a %i giorni si sente come sta', (days, words) => {
  const date = addDays(todayInRome(), days);
  const { container } = render(<DeadlineCell date={date} today={todayInRome()} />);
  const heard = [...container.querySelectorAll('span')]
    .filter((span) => !span.children.length && !span.closest('[aria-hidden]'))
    .map((span) => span.textContent);
  expect(heard).toEqual([expect.stringMatching(words)]);
  expect(container.querySelector('[aria-hidden="true"]')?.textContent).toBe(date);
});
