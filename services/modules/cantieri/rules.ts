import { streamOf, type AnyRegister, type Derivation, type Values } from '#contracts/core/define-register.ts';
import { fold, recordKey } from '#contracts/core/history.ts';
import { colorOf } from '#contracts/modules/cantieri.ts';
import type { RecordCommand } from '#contracts/ports/dispatch.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { cantieriLavorazioni } from '#contracts/registers/cantieri-lavorazioni.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import { lavorazioni } from '#contracts/registers/lavorazioni.ts';
import { referenti } from '#contracts/registers/referenti.ts';
import { wbs } from '#contracts/registers/wbs.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import type { Dependencies, Rule } from '#services/platform/module.ts';

type Deps = Pick<Dependencies, 'store' | 'readDb'>;

/** An entry of a master list as a record names it: by its number and by its text, one of which decides. */
interface Named {
  list: AnyRegister;
  number: string;
  text: string;
  /** Field of the list that holds the text. */
  value: string;
  leads: 'number' | 'text';
}

const REFERENTE: Named = { list: referenti, number: 'referente', text: 'referente_descrizione', value: 'Nome', leads: 'number' };
const WBS = { list: wbs, number: 'id_wbs', value: 'descrizione', leads: 'text' } as const;
const LAVORAZIONE: Named = { list: lavorazioni, number: 'id_lavorazione', text: 'lavorazione', value: 'descrizione', leads: 'text' };

/** What is the sites' own: an edited site has a colour; entries of master lists are named by number and text together. */
export function cantieriRules(deps: Deps): Rule[] {
  const named = (def: AnyRegister, entries: readonly Named[]): Rule => ({
    registers: [def],
    // the portal's own commands carry a new name into the records; the number stays
    complete: (command, { origine }) => (origine === 'sistema' ? command : bothNames(deps, command, entries)),
  });
  return [
    named(cantieri, [REFERENTE]),
    named(cantieriWbs, [{ ...WBS, text: 'descrizione' }]),
    named(cantieriLavorazioni, [{ ...WBS, text: 'descrizione_wbs' }, LAVORAZIONE]),
    { registers: [cantieri], derive: async (_, { origine, commandId }) => (origine === 'sistema' ? null : coloured(commandId)) },
  ];
}

const coloured = (commandId: string): Derivation => (after, before): Values => (before && !after['colore'] ? { colore: colorOf(commandId) } : {});

async function bothNames(deps: Deps, command: RecordCommand, entries: readonly Named[]): Promise<RecordCommand> {
  if (!command.values) return command;
  let { values } = command;
  for (const entry of entries) values = { ...values, ...(await otherName(deps, values, entry)) };
  return { ...command, values };
}

/** The name that follows from the one that decides; from the other where that is all there is. */
async function otherName(deps: Deps, values: Values, named: Named): Promise<Values> {
  const { number, text, leads } = named;
  const [first, second] = leads === 'number' ? [number, text] : [text, number];
  const find = (field: string) => (field === number ? textOf(deps, named, values[number]) : numberOf(deps, named, values[text]));
  if (values[first] !== undefined && values[first] !== null) return (await find(first)) ?? {};
  if (values[second] !== undefined && values[second] !== null) return (await find(second)) ?? {};
  return values[first] === null || values[second] === null ? { [first]: null, [second]: null } : {};
}

async function textOf({ store }: Deps, { list, text, value }: Named, number: Values[string] | undefined): Promise<Values | null> {
  const entry = fold(await store.read(streamOf(list, number ?? ''))).get(recordKey(list.path, number ?? ''));
  return entry?.exists ? { [text]: entry.values[value] ?? null } : null;
}

async function numberOf({ readDb }: Deps, { list, number, value }: Named, text: Values[string] | undefined): Promise<Values | null> {
  const [entry] = await findRows(readDb, list, { [value]: text ?? null });
  return entry ? { [number]: Number(entry[list.key.field]) } : null;
}
