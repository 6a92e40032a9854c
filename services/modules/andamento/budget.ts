import { sum } from '#contracts/core/decimals.ts';
import type { Budget, RigaLavorazione } from '#contracts/modules/andamento/answer.ts';
import { itemIn } from '#contracts/modules/giornata.ts';
import type { BudgetItem, ConsumedRow } from '#projections/andamento/andamento.queries.ts';

const CENTS = 2;
const QUANTITY = 3;

/** Work item of a site with the quantity and the amount that production lines have used of its budget. */
export type UsedItem = BudgetItem & Required<Pick<RigaLavorazione, 'consumato_quantita' | 'consumato_importo'>>;

const hasBudget = ({ budget_quantita, budget_importo }: BudgetItem): boolean => budget_quantita !== null || budget_importo !== null;

/**
 * Returns the work items with the used part of their budgets. A line uses the budget of the item from which it takes its price. All items
 * and all production must belong to one site.
 */
export function usedItems(items: readonly BudgetItem[], produced: readonly ConsumedRow[]): UsedItem[] {
  const groupsByItem = new Map<BudgetItem, ConsumedRow[]>();
  for (const group of produced) {
    const item = itemIn(items, group.lavorazione, group.wbs);
    if (item) groupsByItem.set(item, [...(groupsByItem.get(item) ?? []), group]);
  }
  return items.map((item) => {
    const groups = groupsByItem.get(item) ?? [];
    return {
      ...item,
      consumato_quantita: sum(
        groups.map(({ quantita }) => quantita),
        QUANTITY,
      ),
      consumato_importo: sum(
        groups.map(({ produzione }) => produzione),
        CENTS,
      ),
    };
  });
}

/**
 * Sums the budgets of a site's work items. `quantita` is `null` if no item has a quantity or the units differ.
 * `seesAllLines` tells whether the person sees all lines; only then the result has the used amount.
 */
export function budgetOf(items: readonly UsedItem[], { seesAllLines }: { seesAllLines: boolean }): Budget {
  const budgeted = items.filter(hasBudget);
  const withQuantity = budgeted.filter(({ budget_quantita }) => budget_quantita !== null);
  const oneUnit = withQuantity.length > 0 && new Set(withQuantity.map(({ unita }) => unita)).size === 1;
  const valued = budgeted.filter(({ budget_importo }) => budget_importo !== null);
  return {
    quantita: oneUnit
      ? sum(
          withQuantity.map(({ budget_quantita }) => budget_quantita),
          QUANTITY,
        )
      : null,
    importo:
      valued.length === 0
        ? null
        : sum(
            valued.map(({ budget_importo }) => budget_importo),
            CENTS,
          ),
    ...(seesAllLines
      ? {
          consumato: sum(
            budgeted.map(({ consumato_importo }) => consumato_importo),
            CENTS,
          ),
        }
      : {}),
  };
}
