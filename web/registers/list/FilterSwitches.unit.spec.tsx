// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { FilterSwitches } from './FilterSwitches.tsx';
import type { ListContext } from './RegisterList.tsx';

const SWITCHES = [
  { name: 'venduti', label: 'VENDUTI' },
  { name: 'manutenzione', label: 'IN MANUTENZIONE', todayOnly: true },
] as const;

describe('Gli interruttori di un elenco', () => {
  it.each([
    [undefined, {}, ['VENDUTI', 'IN MANUTENZIONE']],
    ['2026-10-01', {}, ['VENDUTI']],
    ['2026-10-01', { manutenzione: '1' }, ['VENDUTI', 'IN MANUTENZIONE']],
  ])('al %s, con %o: %o', (al, filtri, labels) => {
    const list = { state: { al, filtri }, change: () => {}, total: undefined } as unknown as ListContext;
    const { unmount } = render(
      <QueryClientProvider client={new QueryClient()}>
        <FilterSwitches def={macchinari} list={list} switches={SWITCHES} />
      </QueryClientProvider>,
    );
    for (const { label } of SWITCHES) expect(screen.queryByText(label) !== null, label).toBe(labels.includes(label));
    unmount();
  });
});
