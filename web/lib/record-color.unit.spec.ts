import { expect, it } from 'vitest';
import { colorOf } from '#web/screens/home/colors.ts';
import { drawnColor, PALETTE } from './record-color.ts';

it('accanto a un nome il colore è quello dei grafici, chiaro o scuro che sia; uno fuori tavolozza resta com’è', () => {
  for (const color of PALETTE) expect(drawnColor(color.toLowerCase())).toBe(`rgb(${colorOf(color, 0)})`);
  expect(drawnColor('#123456')).toBe('#123456');
});
