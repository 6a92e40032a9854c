/**
 * Colours of the series of charts and of records, such as sites: name and value in the light theme. `web/theme/tokens.css` holds the same
 * values as `--serie-1` to `--serie-10`, and those of the dark theme.
 */
export const SERIES_COLORS = [
  ['acciaio', '#2C6E8C'],
  ['argilla', '#B4632F'],
  ['muschio', '#6A8546'],
  ['ardesia', '#5D6874'],
  ['sabbia', '#AD8420'],
  ['porfido', '#8E4A55'],
  ['glicine', '#7B6BA6'],
  ['verderame', '#2F8C82'],
  ['torba', '#6B513F'],
  ['cielo', '#5B8FC7'],
] as const;
