import { centsToText } from '#contracts/modules/contabilita/cents.ts';
import { monthForPeople } from '#contracts/modules/contabilita/names.ts';
import type { Allocations, Group } from './allocations.ts';
import { looksLikeFractions } from './decide.ts';
import { entry, type Entry } from './entries.ts';
import { PERCENT } from './input/weights.ts';
import type { Model, PlacedSlot } from './model.ts';
import type { Movements } from './movements.ts';

/**
 * Returns the anomalies that show only when both files are read: unbalanced totals, doubtful signs, and costs or allocations without
 * counterpart.
 */
export function findEntries(model: Model, movements: Movements, allocations: Allocations): Entry[] {
  const warned = new Set<Group>();
  return [
    ...unbalancedEntries(model, movements),
    ...signedAmountEntries(model, movements),
    ...model.slots.flatMap((slot) => slotEntries(slot, model, allocations, warned)),
    ...model.unusedGroups.map(unusedEntry),
  ];
}

function unbalancedEntries({ modo }: Model, { accepted: { dare, avere } }: Movements): Entry[] {
  if (modo === 'SOLO_COSTI' || dare === avere) return [];
  return [
    entry({
      codice: 'DARE_DIVERSO_DA_AVERE',
      file: 'bilMovDip',
      importo_cent: dare - avere,
      particolari: { importo: centsToText(dare - avere) },
    }),
  ];
}

/** Largest number of classes that a sentence names. */
const MOST_CLASSES = 5;

/** Warns of a single column of signed amounts: negative amounts may be debts, but were subtracted from the cost. */
function signedAmountEntries({ slots, tipoOf, classificazione }: Model, { signed }: Movements): Entry[] {
  if (!signed || slots.some(({ units }) => [...units.values()].some((unit) => tipoOf(unit) === 'P'))) return [];
  const { positivi, negativi, classi } = signed;
  // The setting with the prefixes of cost accounts covers every account class.
  if ((positivi === 0 || negativi === 0) && classi.length > 0 && classificazione !== 'SOLO_COSTI') return [];
  const several = classi.length > 0 ? `; conti di più classi: ${classi.slice(0, MOST_CLASSES).join(', ')}` : '';
  const figures = `positivi ${centsToText(positivi)}, negativi ${centsToText(negativi)}${several}`;
  return [entry({ codice: 'IMPORTO_SENZA_DEBITI', file: 'bilMovDip', particolari: { quale: figures } })];
}

const unusedEntry = ({ employee: { matricola }, competenza, riga }: Group): Entry =>
  entry({
    codice: 'RIPARTIZIONE_SENZA_MOVIMENTI',
    file: 'ripartizioni',
    riga,
    matricola,
    competenza,
    particolari: { matricola, mese: monthForPeople(competenza) },
  });

function slotEntries(slot: PlacedSlot, model: Model, allocations: Allocations, warned: Set<Group>): Entry[] {
  const { decision, group } = slot;
  if (!decision) return [];
  if (decision.errore) return [notAllocated(slot, model, allocations)];
  if (!decision.avviso || !group || warned.has(group)) return [];
  warned.add(group);
  const {
    employee: { matricola },
    competenza,
    riga,
  } = group;
  return [
    entry({
      codice: decision.avviso,
      file: 'ripartizioni',
      riga,
      matricola,
      competenza,
      particolari: { matricola, mese: monthForPeople(slot.competenza), somma: percentText(group.percentuale) },
    }),
  ];
}

function notAllocated(slot: PlacedSlot, { tipoOf }: Model, { refusedAt }: Allocations): Entry {
  const { decision, group, employee, competenza } = slot;
  const units = [...slot.units.values()].filter((unit) => unit.diretta === '' && tipoOf(unit) === 'E');
  const importo = units.reduce((sum, { dare, avere }) => sum + dare - avere, 0);
  const { matricola } = employee;
  const common = { codice: decision?.errore ?? 'DIPENDENTE_SENZA_RIPARTIZIONE', matricola, competenza, importo_cent: importo } as const;
  const details = {
    matricola,
    mese: monthForPeople(competenza),
    importo: centsToText(importo),
    ...(group ? { somma: percentText(group.percentuale), frazioni: looksLikeFractions(group) } : {}),
  };
  if (common.codice === 'DIPENDENTE_SENZA_RIPARTIZIONE')
    return entry({ ...common, file: 'bilMovDip', riga: Math.min(...units.map(({ riga }) => riga)), particolari: details });
  return entry({ ...common, file: 'ripartizioni', riga: group?.riga ?? refusedAt.get(employee) ?? 0, particolari: details });
}

/** Formats a percentage in units of 0,0001 % without needless zeros: `100,01`. */
export function percentText(units: number): string {
  const fraction = String(units % PERCENT)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return `${Math.floor(units / PERCENT)}${fraction === '' ? '' : `,${fraction}`}`;
}
