// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { withinZoom } from './page-size.ts';
import { usePinch } from './use-pinch.ts';

afterEach(cleanup);

function Pinched() {
  const [zoom, setZoom] = useState(1);
  const pinch = usePinch(zoom, (next) => setZoom(withinZoom(next)));
  return (
    <div data-testid="pages" {...pinch}>
      {zoom}
    </div>
  );
}

it('due dita che si allargano ingrandiscono da dove si era; un dito solo scorre e basta', () => {
  render(<Pinched />);
  const pages = screen.getByTestId('pages');
  const fingers = (...xs: number[]) => ({ touches: xs.map((x) => ({ clientX: x, clientY: 0 })) });
  fireEvent.touchStart(pages, fingers(100, 200));
  fireEvent.touchMove(pages, fingers(50, 250));
  expect(pages.textContent).toBe('2');
  fireEvent.touchEnd(pages, fingers(50));
  fireEvent.touchMove(pages, fingers(0, 300));
  expect(pages.textContent).toBe('2');
  fireEvent.touchStart(pages, fingers(0, 200));
  fireEvent.touchMove(pages, fingers(0, 50));
  expect(pages.textContent).toBe('1');
  fireEvent.touchStart(pages, fingers(10));
  fireEvent.touchMove(pages, fingers(90));
  expect(pages.textContent).toBe('1');
});
