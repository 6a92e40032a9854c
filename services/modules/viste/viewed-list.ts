import { romeDate } from '#contracts/core/dates.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import { isListColumn, screenColumns, type MissingValues, type ViewContents } from '#contracts/core/saved-view.ts';
import { BOARD, exportableList } from '#contracts/export/lists.ts';
import { seesBoard } from '#contracts/modules/scadenze/board.ts';
import { boardFilters, boardOrder } from '#contracts/modules/scadenze/board-request.ts';
import { checkGrouping } from '#projections/registers/groups.queries.ts';
import { wholeList } from '#projections/registers/register.queries.ts';
import { checkBoardConditions } from '#projections/scadenze/board.queries.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { checkColumns, checkSize, conditionsOn, groupingOf, refuse } from './contents.ts';
import { missingValues } from './missing-values.ts';

export type ViewNeeds = Pick<Dependencies, 'writeDb' | 'readDb' | 'catalogue' | 'clock' | 'numbers' | 'log'>;

/** List that can have saved views. */
export interface ViewedList {
  path: string;
  /** Returns true if the person may see the list. */
  sees(identity: Identity): boolean;
  /** Throws 400 if the contents name a field, an operator or a column that the list does not have. */
  check(contents: ViewContents): Promise<void>;
  /** Returns the values in the filters whose entry in a master list no longer exists. */
  missing(contents: ViewContents): Promise<MissingValues[]>;
}

/** Returns the list of that name, a register or the board of due dates; undefined for an unknown name. */
export function viewedList(deps: ViewNeeds, name: string): ViewedList | undefined {
  if (name === BOARD) return boardList(deps);
  const def = deps.catalogue.register(name);
  return def && registerList(deps, def);
}

/** Returns the list of that name. Throws `RICHIESTA_NON_VALIDA` for an unknown name. */
export function knownList(deps: ViewNeeds, name: string | undefined): ViewedList {
  const list = name === undefined ? undefined : viewedList(deps, name);
  if (!list) throw refuse('tabella', 'Tabella sconosciuta');
  return list;
}

/** Builds the list of a register. Order, filters and grouping are checked by the functions that also serve the list request. */
function registerList({ catalogue, readDb, clock }: ViewNeeds, def: AnyRegister): ViewedList {
  return {
    path: def.path,
    sees: (identity) => scope(identity, def.access, 'view') !== 'none',
    async check(contents) {
      checkSize(contents);
      const { cerca, filtri, ordina, colonne, gruppo } = contents;
      const today = romeDate(clock.now());
      const effective = await catalogue.currentDefinition(readDb, def);
      const asked = { scope: 'all', utente: '', filtri: conditionsOn(filtri, today), cerca } as const;
      wholeList(catalogue, effective, { ...asked, ...(ordina === '' ? {} : { ordina }) }, today);
      if (gruppo !== '') checkGrouping(effective, groupingOf(gruppo));
      checkColumns(colonne, (name) => isListColumn(effective, catalogue.computedOf(effective), name));
    },
    missing: async (contents) => missingValues({ catalogue, readDb }, await catalogue.currentDefinition(readDb, def), contents),
  };
}

/** Builds the list of the board of due dates, whose grouping and calendar are among its switches. */
function boardList({ catalogue, readDb, clock }: ViewNeeds): ViewedList {
  const columns = exportableList(catalogue, BOARD)?.columns ?? new Map<string, unknown>();
  return {
    path: BOARD,
    sees: seesBoard,
    async check(contents) {
      checkSize(contents);
      const { filtri, interruttori, ordina, colonne, gruppo } = contents;
      const today = romeDate(clock.now());
      if (gruppo !== '') throw refuse('per', `Non si raggruppa per ${gruppo.slice(0, 50)}`);
      const order = boardOrder.safeParse(ordina);
      if (!order.success) throw refuse('ordina', order.error.issues[0]!.message);
      const switches = boardFilters.safeParse(interruttori);
      if (!switches.success) throw refuse('interruttori', switches.error.issues[0]!.message);
      await checkBoardConditions(readDb, conditionsOn(filtri, today), today);
      checkColumns(colonne, (name) => columns.has(name) || screenColumns(BOARD).includes(name));
    },
    // filters of the board are compared as text, so they refer to no entries of master lists
    missing: async () => [],
  };
}
