// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import '#web/portal.testing.tsx';
import { OneChart } from './OneChart.tsx';

afterEach(cleanup);

const show = () => render(<OneChart panels={['UNO', 'DUE', 'TRE'].map((title) => ({ title, panel: <p>{`grafico ${title}`}</p> }))} />);
const shown = () => screen.getAllByText(/^grafico/).map(({ textContent }) => textContent);
const finger = (x: number, y: number) => ({ clientX: x, clientY: y });
const swipe = (from: [number, number], to: [number, number]) => {
  const target = screen.getByText(/^grafico/);
  fireEvent.touchStart(target, { touches: [finger(...from)] });
  fireEvent.touchEnd(target, { changedTouches: [finger(...to)] });
};

it('sul telefono c’è un grafico alla volta, scelto nel menu o con i tasti', async () => {
  show();
  expect(shown()).toEqual(['grafico UNO']);
  await userEvent.click(screen.getByRole('button', { name: /1 di 3/ }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'TRE' }));
  expect(shown()).toEqual(['grafico TRE']);
  await userEvent.click(screen.getByRole('button', { name: 'Grafico dopo' }));
  expect(shown()).toEqual(['grafico UNO']);
  await userEvent.click(screen.getByRole('button', { name: 'Grafico prima' }));
  expect(shown()).toEqual(['grafico TRE']);
});

it('un gesto di lato porta al prossimo, uno in giù scorre la pagina', () => {
  show();
  swipe([200, 100], [100, 110]);
  expect(shown()).toEqual(['grafico DUE']);
  swipe([100, 100], [200, 110]);
  expect(shown()).toEqual(['grafico UNO']);
  swipe([200, 100], [130, 180]);
  swipe([200, 100], [160, 100]);
  expect(shown()).toEqual(['grafico UNO']);
});
