import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SERIES_COLORS } from '#contracts/core/series-colors.ts';
import { colorOf } from '#web/screens/home/colors.ts';
import { drawnColor, PALETTE } from './record-color.ts';

it('accanto a un nome il colore è quello dei grafici, chiaro o scuro che sia; uno fuori tavolozza resta com’è', () => {
  for (const color of PALETTE) expect(drawnColor(color.toLowerCase())).toBe(`rgb(${colorOf(color, 0)})`);
  expect(drawnColor('#123456')).toBe('#123456');
});

it('la tavolozza è quella chiara del tema, in ordine, con gli stessi nomi', () => {
  const tokens = readFileSync(join(import.meta.dirname, '..', 'theme', 'tokens.css'), 'utf8');
  const light = [...tokens.matchAll(/--serie-(\d+): (\d+) (\d+) (\d+); \/\* (#\w{6}) (\w+) \*\//g)]
    .slice(0, SERIES_COLORS.length)
    .map(([, number, red, green, blue, hex, name]) => {
      expect(hex).toBe(`#${[red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`.toUpperCase());
      return [Number(number), name, hex];
    });
  expect(light).toEqual(SERIES_COLORS.map(([name, color], i) => [i + 1, name, color]));
});
