// @vitest-environment happy-dom
import { act, cleanup, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/query.ts';
import { fakePortal, leaveNothing, signIn } from '#web/portal.testing.tsx';
import { ChartTooltip } from './ChartTooltip.tsx';
import { askHome } from './home-ask.ts';
import { Legend } from './Legend.tsx';
import type { Chart } from './model.ts';
import SideBars from './SideBars.tsx';
import { useRowsInView } from './use-rows-in-view.ts';

const NONE: ReadonlySet<number> = new Set();
const machines = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `B${i}`, color: 'rosso' }));
/** One day on which every machine made as many metres as its number. */
const dayOf = (count: number): Chart => ({
  series: machines(count),
  bars: [{ id: 'x', label: 'lun 2', values: machines(count).map((_, i) => i) }],
  unit: 'ml',
});

afterEach(() => {
  cleanup();
  leaveNothing();
});

describe('i grafici di una ditta con centinaia di macchine', () => {
  it('la legenda comincia dalle prime, le altre vengono a richiesta e spengono la propria serie', async () => {
    const toggled: number[] = [];
    render(<Legend series={machines(400)} hidden={NONE} onToggle={(i) => toggled.push(i)} />);
    expect(screen.getAllByRole('button')).toHaveLength(13);
    await userEvent.click(screen.getByRole('button', { name: 'Altre 388' }));
    await userEvent.click(screen.getByRole('button', { name: 'B399' }));
    expect(toggled).toEqual([399]);
    await userEvent.click(screen.getByRole('button', { name: 'Solo le prime' }));
    expect(screen.queryByRole('button', { name: 'B399' })).toBeNull();
    cleanup();
    render(<Legend series={machines(24)} hidden={NONE} onToggle={() => {}} />);
    expect(screen.getAllByRole('button')).toHaveLength(24);
  });

  it('il cursore dice le cifre maggiori e la somma delle altre, il totale è di tutte', () => {
    const { container } = render(<ChartTooltip chart={dayOf(101)} id="x" hidden={NONE} />);
    const lines = [...container.querySelectorAll('p')].map(({ textContent }) => textContent);
    expect(lines).toHaveLength(14);
    expect(lines.slice(1, 3)).toEqual(['B100100 ml', 'B9999 ml']);
    // 1 … 89 are the others of 1 … 100
    expect(lines.slice(-2)).toEqual(['altre 89, nella tabella4.005 ml', 'Totale5.050 ml']);
    cleanup();
    const few = render(<ChartTooltip chart={dayOf(13)} id="x" hidden={NONE} />);
    expect(few.container.querySelectorAll('p')).toHaveLength(14);
    expect(few.container.textContent).not.toContain('altre');
  });

  it('nomi e cifre ci sono tutti, qualunque parte si disegni', () => {
    const chart: Chart = {
      series: [{ name: 'PALI', color: 'rosso' }],
      bars: Array.from({ length: 400 }, (_, i) => ({ id: `B${i}`, label: `B${i}`, values: [400 - i] })),
      unit: 'ml',
    };
    render(<SideBars chart={chart} hidden={NONE} title="ATTREZZATURE" label="disegno" />);
    expect(screen.getAllByRole('listitem')).toHaveLength(800);
    expect(screen.getByText('B399')).toBeTruthy();
    expect(screen.getByText('1 ml')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'ATTREZZATURE, grafico' }).tabIndex).toBe(0);
  });

  it('scorrendo si disegna ciò che viene in vista', () => {
    const { result } = renderHook(() => useRowsInView(400, 32));
    expect([result.current.from, result.current.to]).toEqual([0, 16]);
    const scroller = document.createElement('div');
    Object.defineProperty(scroller, 'scrollTop', { value: 6400 });
    act(() => result.current.onScroll({ currentTarget: scroller } as never));
    expect(result.current.from).toBeLessThanOrEqual(200);
    expect(result.current.to).toBeGreaterThanOrEqual(207);
  });
});

describe('ciò che la home chiede', () => {
  const asked = () => {
    const calls = fakePortal(() => ({ body: { data: {}, lavorazioni: [] } }));
    history.replaceState(null, '', '/home?dal=2026-11-02&al=2026-11-09&lav=PALI');
    askHome(createQueryClient());
    return calls;
  };

  it('parte mentre il suo codice arriva, con il periodo e i filtri dell’indirizzo', async () => {
    signIn();
    const calls = asked();
    await vi.waitFor(() => expect(calls).toHaveLength(1), 15_000);
    expect(calls[0]?.query.get('dal')).toBe('2026-11-02');
    expect(calls[0]?.query.getAll('lav')).toEqual(["'PALI'"]);
  });

  it('non parte per chi non vede la produzione', () => {
    signIn({ allowView: 0 });
    expect(asked()).toHaveLength(0);
  });
});
