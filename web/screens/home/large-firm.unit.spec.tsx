// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/lib/query.ts';
import { fakePortal, leaveNothing, signIn } from '#web/portal.testing.tsx';
import { ChartTooltip } from './ChartTooltip.tsx';
import { askHome } from './home-ask.ts';
import { Legend } from './Legend.tsx';
import { byWorkItem, FiguresTable } from './FiguresTable.tsx';
import { equipmentChart, equipmentFigures, type Chart } from './model.ts';
import SideBars from './SideBars.tsx';

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
    await userEvent.click(screen.getByRole('button', { name: 'Altre (388)' }));
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

  it('la legenda è una fermata sola: le frecce la percorrono', async () => {
    render(<Legend series={machines(5)} hidden={NONE} onToggle={() => {}} />);
    const buttons = screen.getAllByRole('button');
    await userEvent.tab();
    expect(document.activeElement).toBe(buttons[0]);
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(buttons[2]);
    expect(buttons.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0, -1, -1]);
    await userEvent.tab();
    expect(buttons).not.toContain(document.activeElement);
  });

  it('disegna le barre più lunghe, delle altre dice quante sono e quanto fanno, e un tocco le mostra', async () => {
    const chart: Chart = {
      series: [{ name: 'PALI', color: 'rosso' }],
      bars: Array.from({ length: 400 }, (_, i) => ({ id: `B${i}`, label: `B${i}`, values: [400 - i] })),
      unit: 'ml',
    };
    const opened = vi.fn();
    const { container } = render(<SideBars chart={chart} hidden={NONE} title="ATTREZZATURE" label="disegno" onOthers={opened} />);
    expect(screen.getAllByRole('listitem')).toHaveLength(10);
    // 1 … 395
    expect(container.textContent).toContain('78.210 ml');
    await userEvent.click(screen.getByRole('button', { name: 'Altre (395)' }));
    expect(opened).toHaveBeenCalledOnce();
    cleanup();
    render(<SideBars chart={{ ...chart, bars: chart.bars.slice(0, 6) }} hidden={NONE} title="ATTREZZATURE" label="disegno" />);
    expect([screen.getAllByRole('listitem').length, screen.queryByRole('button')]).toEqual([12, null]);
  });

  it('la tabella comincia dalle prime righe e le altre si aprono sul posto', async () => {
    const figures = {
      columns: ['PALI'],
      rows: Array.from({ length: 12 }, (_, i) => ({ name: `B${i}`, values: [i], total: i, unit: 'ml' })),
    };
    const onWhole = vi.fn();
    const table = (whole: boolean) => (
      <FiguresTable figures={figures} label="ATTREZZATURE" head="Attrezzatura" most={7} whole={whole} onWhole={onWhole} />
    );
    const { rerender } = render(table(false));
    expect(screen.getAllByRole('row')).toHaveLength(7);
    await userEvent.click(screen.getByRole('button', { name: 'Altre (6)' }));
    expect(onWhole).toHaveBeenLastCalledWith(true);
    rerender(table(true));
    expect(screen.getAllByRole('row')).toHaveLength(13);
    await userEvent.click(screen.getByRole('button', { name: 'Solo le prime' }));
    expect(onWhole).toHaveBeenLastCalledWith(false);
  });

  it('delle macchine per giorno sono serie le dieci che hanno fatto di più, ognuna di un colore, e il resto insieme', () => {
    const rows = Array.from({ length: 400 }, (_, i) => ({
      date: '2026-11-02',
      attrezzatura: `M${String(i).padStart(3, '0')}`,
      descrizione: null,
      somma: i,
      lavorazioni: JSON.stringify([{ lavorazione: 'PALI', quantita: i, colore: null }]),
    }));
    const legend = [{ lavorazione: 'PALI', um: 'ml', colore: null }];
    const { chart } = equipmentChart(rows, legend, {}, { dal: '2026-11-02', al: '2026-11-03' });
    expect(chart.series.map(({ name }) => name)).toEqual([...Array.from({ length: 10 }, (_, i) => `M${390 + i}`), 'Altre (389)']);
    expect(new Set(chart.series.map(({ color }) => color)).size).toBe(11);
    // 1 … 389, the first made nothing
    expect(chart.bars.map(({ values }) => values.at(-1))).toEqual([75_855, 0]);
    expect(
      byWorkItem([equipmentFigures(rows, legend, {})])
        .rows.map(({ name, total }) => [name, total])
        .slice(0, 2),
    ).toEqual([
      ['M399', 399],
      ['M398', 398],
    ]);
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
