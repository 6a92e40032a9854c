import { fileURLToPath } from 'node:url';
import type { Config } from 'tailwindcss';
import { TREMOR_COLORS, TREMOR_CONTENT, TREMOR_FONTS, TREMOR_SAFELIST } from './tremor.ts';

/**
 * Every colour is a token of tokens.css; screens use names, never hex values. `theme.colors`
 * replaces Tailwind's palette on purpose: a loose colour then fails to appear.
 */
const token = (name: string) => `rgb(var(--${name}) / <alpha-value>)`;
const tokens = (...names: string[]) => Object.fromEntries(names.map((name) => [name, token(name)]));
const SERIES = Array.from({ length: 10 }, (_, i) => `serie-${i + 1}`);
const web = fileURLToPath(new URL('..', import.meta.url));

export default {
  darkMode: 'class',
  content: [`${web}index.html`, `${web}**/*.{ts,tsx}`, ...TREMOR_CONTENT],
  safelist: TREMOR_SAFELIST,
  theme: {
    // lg: the specification wants the hamburger at 1200 px or less
    screens: { sm: '640px', md: '900px', lg: '1201px', wide: '1400px', xl: '1600px' },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      white: '#fff',
      ...tokens(
        'canvas',
        'surface',
        'sunken',
        'raised',
        'hover',
        'pressed',
        'inverse',
        'line',
        'line-faint',
        'line-strong',
        'line-input',
        'ink',
        'ink-2',
        'ink-3',
        'ink-off',
        'on-inverse',
        'accent',
        'accent-hover',
        'accent-ink',
        'accent-soft',
        'accent-line',
        'on-accent',
        'on-dot',
        'focus',
        'danger',
        'danger-ink',
        'danger-soft',
        'danger-line',
        'danger-row',
        'ok',
        'ok-ink',
        'ok-soft',
        'ok-line',
        'warn',
        'warn-ink',
        'warn-soft',
        'warn-line',
        'due',
        'due-ink',
        'due-soft',
        'due-line',
        'due-row',
        ...SERIES,
      ),
      ...TREMOR_COLORS,
    },
    fontFamily: { sans: ['"Inter Variable"', 'Inter', 'system-ui', '-apple-system', '"Segoe UI"', 'Roboto', 'sans-serif'] },
    fontSize: {
      caption: ['0.6875rem', { lineHeight: '1rem' }],
      label: ['0.75rem', { lineHeight: '1rem' }],
      body: ['0.8125rem', { lineHeight: '1.25rem' }],
      read: ['0.875rem', { lineHeight: '1.375rem' }],
      touch: ['1rem', { lineHeight: '1.5rem' }],
      title: ['1.125rem', { lineHeight: '1.5rem', letterSpacing: '-0.008em' }],
      head: ['1.5rem', { lineHeight: '2rem', letterSpacing: '-0.017em' }],
      figure: ['1.75rem', { lineHeight: '2.25rem', letterSpacing: '-0.02em' }],
      ...TREMOR_FONTS,
    },
    fontWeight: { normal: '400', medium: '500', semibold: '600', bold: '700' },
    letterSpacing: { normal: '0', action: '0.02em', group: '0.04em', tight: '-0.01em' },
    borderRadius: { none: '0', square: '3px', badge: '4px', control: '6px', panel: '8px', dialog: '12px', full: '9999px' },
    boxShadow: {
      none: 'none',
      menu: '0 0 0 1px rgb(var(--shadow) / calc(.05 * var(--shadow-a))), 0 4px 12px -2px rgb(var(--shadow) / calc(.10 * var(--shadow-a)))',
      float:
        '0 0 0 1px rgb(var(--shadow) / calc(.06 * var(--shadow-a))), 0 10px 28px -6px rgb(var(--shadow) / calc(.18 * var(--shadow-a)))',
      dialog:
        '0 0 0 1px rgb(var(--shadow) / calc(.06 * var(--shadow-a))), 0 24px 64px -12px rgb(var(--shadow) / calc(.26 * var(--shadow-a)))',
    },
    extend: {
      spacing: {
        bar: 'var(--bar)',
        row: '2rem',
        'row-comoda': '2.5rem',
        'row-tocco': '3rem',
        touch: '2.75rem',
        strip: 'var(--strip, 0px)',
      },
      maxWidth: { page: '1600px' },
      transitionDuration: { fast: '120ms', menu: '160ms', panel: '220ms' },
      transitionTimingFunction: { out: 'cubic-bezier(.2,0,0,1)' },
      zIndex: { cell: '1', head: '2', sticky: '10', bar: '20', menu: '40', dialog: '50', snackbar: '60' },
    },
  },
} satisfies Config;
