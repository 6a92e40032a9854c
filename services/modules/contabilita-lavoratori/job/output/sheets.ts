import { byCommessa } from '#contracts/modules/contabilita/order.ts';
import { monthForPeople } from '#contracts/modules/contabilita/names.ts';
import { NON_RIPARTITO } from '#contracts/modules/contabilita/result.ts';
import type { SheetColumn } from '#contracts/export/cells.ts';
import type { SheetCell } from '#contracts/export/xlsx-sheet.ts';
import type { AccountingResult } from '../elabora.ts';
import { linesOf, type Line, type PlacedSlot } from '../model.ts';
import type { Sides, SlotTotals } from '../summary.ts';
import { count, hours, money, moneyColumn, numberColumn, percent, text, textColumn } from './cells.ts';

/** Sheet of the workbook; its rows are computed while they are written. */
export interface Sheet {
  title: string;
  columns: readonly SheetColumn[];
  /** Lines above the header row. */
  above?: readonly string[];
  rows(): Iterable<readonly SheetCell[]>;
}

/** Description of each commessa in the register of sites, by commessa. */
export type Sites = Readonly<Record<string, string>>;

const SIDES = ['Dare', 'Avere', 'Netto'].map(moneyColumn);
const sides = ({ dare, avere }: Sides): SheetCell[] => [money(dare), money(avere), money(dare - avere)];

export function commesseSheet({ summary, allocations }: AccountingResult, sites: Sites): Sheet {
  const ore = new Map<string, number>();
  for (const months of allocations.groups.values()) {
    for (const { shares } of months.values())
      for (const [commessa, share] of shares) ore.set(commessa, (ore.get(commessa) ?? 0) + share.ore);
  }
  const description = (commessa: string) =>
    commessa === NON_RIPARTITO
      ? ''
      : (Object.hasOwn(sites, commessa) && sites[commessa]) || allocations.descriptions.get(commessa) || 'non in anagrafica';
  return {
    title: 'Commesse',
    columns: [
      ...['Commessa', 'Descrizione'].map(textColumn),
      ...['Ore', 'Dipendenti'].map(numberColumn),
      ...SIDES,
      numberColumn('% sul totale'),
    ],
    *rows() {
      const total: Sides = { dare: 0, avere: 0 };
      for (const [commessa, line] of [...summary.commesse].toSorted(([a], [b]) => byCommessa(a, b))) {
        total.dare += line.dare;
        total.avere += line.avere;
        yield [
          text(commessa),
          text(description(commessa)),
          hours(ore.get(commessa) ?? 0),
          count(line.dipendenti.size),
          ...sides(line),
          share(line.dare - line.avere, summary.costo),
        ];
      }
      const people = new Set([...summary.commesse.values()].flatMap(({ dipendenti }) => [...dipendenti]));
      yield [
        text('TOTALE'),
        null,
        hours([...ore.values()].reduce((sum, h) => sum + h, 0)),
        count(people.size),
        ...sides(total),
        share(summary.costo, summary.costo),
      ];
    },
  };
}

/** Returns the share in per cent, rounded to two decimals. Rounded shares are only displayed, never summed. */
function share(part: number, whole: number): SheetCell {
  return whole === 0 ? null : { decimal: ((part / whole) * 100).toFixed(2), format: 'importo' };
}

export const perContoSheet = ({ summary }: AccountingResult): Sheet => ({
  title: 'Commesse per conto',
  columns: [...['Commessa', 'Conto', 'Descrizione conto'].map(textColumn), ...SIDES],
  *rows() {
    for (const line of summary.perConto)
      yield [text(line.commessa), text(line.account.conto), text(line.account.descrizione), ...sides(line)];
  },
});

export const detailSheet = ({ model }: AccountingResult): Sheet => ({
  title: 'Dettaglio',
  columns: [
    ...['Competenza', 'Matricola', 'Nominativo', 'Conto', 'Descrizione conto', 'Tipo', 'Commessa', 'Regola'].map(textColumn),
    numberColumn('Peso'),
    ...SIDES,
  ],
  *rows() {
    for (const line of linesOf(model)) {
      const {
        slot: { competenza, employee },
        account,
        tipo,
        commessa,
        regola,
      } = line;
      yield [
        text(monthForPeople(competenza)),
        text(employee.matricola),
        text(employee.nominativo),
        text(account.conto),
        text(account.descrizione),
        text(tipo),
        text(commessa),
        text(regola),
        weight(line),
        ...sides(line),
      ];
    }
  },
});

function weight({ regola, peso }: Line): SheetCell {
  if (peso === null) return null;
  return regola === 'ORE' ? hours(peso) : percent(peso);
}

const NOTHING: SlotTotals = { dare: 0, avere: 0, costo: 0, nonRipartito: 0 };

export const employeesSheet = ({ model, summary }: AccountingResult): Sheet => ({
  title: 'Dipendenti',
  columns: [
    ...['Competenza', 'Matricola', 'Nominativo'].map(textColumn),
    ...['Dare', 'Avere', 'Differenza', 'Costo', 'Ripartito', 'Non ripartito'].map(moneyColumn),
    ...['Ore', 'Somma %'].map(numberColumn),
    textColumn('Regola'),
  ],
  *rows() {
    for (const slot of model.slots) {
      const { dare, avere, costo, nonRipartito } = summary.dipendenti.get(slot) ?? NOTHING;
      const { competenza, employee, group } = slot;
      yield [
        text(monthForPeople(competenza)),
        text(employee.matricola),
        text(employee.nominativo),
        ...[dare, avere, dare - avere, costo, costo - nonRipartito, nonRipartito].map(money),
        group && group.conOre > 0 ? hours(group.ore) : null,
        group && group.conPercentuale > 0 ? percent(group.percentuale) : null,
        text(ruleOf(slot)),
      ];
    }
  },
});

/** Returns the rule by which a slot was split, or the code of the error that prevented the split. */
const ruleOf = ({ decision }: PlacedSlot): string => decision?.errore ?? decision?.regola ?? '';

export const accountsSheet = ({ summary }: AccountingResult): Sheet => ({
  title: 'Conti',
  columns: [...['Conto', 'Descrizione', 'Tipo'].map(textColumn), ...['Dare', 'Avere', 'Saldo'].map(moneyColumn)],
  *rows() {
    for (const { account, tipi, ...line } of summary.conti)
      yield [text(account.conto), text(account.descrizione), text([...tipi].toSorted().join(', ')), ...sides(line)];
  },
});
