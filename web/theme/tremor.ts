import { fileURLToPath } from 'node:url';

/**
 * Theme of the chart library: its own names with the portal's tokens (which switch
 * with the mode by themselves), and a class for each series, whose colour the chart's element says.
 */
const token = (name: string) => `rgb(var(--${name}) / <alpha-value>)`;
const TINTS = Array.from({ length: 24 }, (_, i) => `tinta-${i + 1}`);

const tremor = {
  content: { DEFAULT: token('ink-3'), emphasis: token('ink-2'), strong: token('ink') },
  border: { DEFAULT: token('line-faint') },
  background: { DEFAULT: token('surface') },
};

export const TREMOR_COLORS = {
  tremor,
  'dark-tremor': tremor,
  ...Object.fromEntries(TINTS.map((name) => [name, `rgb(var(--${name}))`])),
};

const font = (size: string): [string, { lineHeight: string }] => [size, { lineHeight: '1rem' }];

export const TREMOR_FONTS = { 'tremor-label': font('0.6875rem'), 'tremor-default': font('0.75rem') };

/** Only the parts of it that are drawn. */
export const TREMOR_CONTENT = ['DonutChart', 'common'].map(
  (part) => `${fileURLToPath(new URL('../../node_modules/@tremor/react/dist/components/chart-elements', import.meta.url))}/${part}/**/*.js`,
);

export const TREMOR_SAFELIST = TINTS.map((name) => `fill-${name}`);
