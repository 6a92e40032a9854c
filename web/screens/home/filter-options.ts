import type { LegendItem, Righe, VoceGiorno } from '#contracts/modules/analisi.ts';
import { distinctColors, NO_COLOR } from './colors.ts';
import { entries, NONE } from './model.ts';

export interface FilterOption {
  value: string;
  label: string;
  detail?: string;
  color?: string;
  /** Only options of one group can be chosen together. */
  group?: string;
}

const unique = (options: readonly FilterOption[]): FilterOption[] =>
  [...new Map(options.map((option) => [option.value, option])).values()].toSorted((a, b) => a.label.localeCompare(b.label, 'it'));

export const workItemOptions = (legend: readonly LegendItem[], { byUnit = true }: { byUnit?: boolean } = {}): FilterOption[] =>
  legend
    .map(({ lavorazione, um }) => ({
      value: lavorazione,
      label: lavorazione,
      color: distinctColors(legend).get(lavorazione) ?? NO_COLOR,
      ...(byUnit ? { group: um ?? '' } : {}),
    }))
    .toSorted((a, b) => (a.group ?? '').localeCompare(b.group ?? '', 'it'));

/** Returns the sites as options, with client and street. */
export const siteOptions = (rows: readonly Righe['perSite'][]): FilterOption[] =>
  unique(
    rows.map(({ cantieri, committente, via }) => ({
      value: cantieri ?? NONE,
      label: cantieri ?? NONE,
      detail: [committente, via].filter(Boolean).join(', '),
    })),
  );

export const wbsOptions = (rows: readonly Righe['perDay'][]): FilterOption[] =>
  unique(rows.flatMap((row) => entries<VoceGiorno>(row)).flatMap(({ wbs }) => (wbs === null ? [] : [{ value: wbs, label: wbs }])));

export const machineOptions = (rows: readonly Righe['perEquipment'][]): FilterOption[] =>
  unique(
    rows.map(({ attrezzatura, descrizione }) => ({
      value: attrezzatura ?? NONE,
      label: attrezzatura ?? NONE,
      ...(descrizione ? { detail: descrizione } : {}),
    })),
  );

export const operatorOptions = (rows: readonly Righe['perOperator'][]): FilterOption[] =>
  unique(rows.map(({ operatore }) => ({ value: operatore ?? NONE, label: operatore ?? NONE })));
