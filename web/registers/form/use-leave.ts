import { useLocation } from 'wouter';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { runUnlessLeft } from '#web/lib/run-unless-left.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { listRoute } from '../addresses.ts';
import { useCatalogue } from '../catalogue-context.ts';
import { lastList } from '../list/list-memory.ts';
import { draftOwner } from './draft-owner.ts';
import { answerDraft, returnAddress } from './drafts.ts';

interface LeaveOptions {
  def: AnyRegister;
  leaveAfter: number | undefined;
  onClose: (() => void) | undefined;
}

/** Returns the record's address with the address to return to. */
const leadingBack = (href: string, back: string | null): string =>
  back ? `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ ritorno: back }).toString()}` : href;

/** Returns the exits of a form: to the previous form, to its list, or to the new record. */
export function useLeave({ def, leaveAfter, onClose }: LeaveOptions) {
  const catalogue = useCatalogue();
  const [, navigate] = useLocation();
  const close = (): void => {
    const back = returnAddress(location.search);
    if (back) navigate(back);
    else if (onClose) onClose();
    else navigate(lastList(listRoute(catalogue, def)));
  };
  /** Closes after the delay in the screen's rules, unless the person leaves the page first. */
  const closeLater = (): void => {
    if (leaveAfter !== undefined) runUnlessLeft(close, leaveAfter);
  };
  /**
   * Opens a new record: returns to the form whose selector needed the record, else shows it. `stay`: the record
   * still needs work on its own screen.
   */
  const open = (key: string, stay = false): void => {
    const back = returnAddress(location.search);
    const answered = back !== null && answerDraft(sessionStorage, draftOwner()?.cipher ?? null, back, key);
    if (answered && !stay) return navigate(back, { replace: true });
    navigate(leadingBack(detailHref(def, key), back), { replace: true });
    if (!stay) closeLater();
  };
  return { close, closeLater, open };
}
