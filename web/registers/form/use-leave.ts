import { useLocation } from 'wouter';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { laterHere } from '#web/lib/later-here.ts';
import { detailHref, listRoute } from '../addresses.ts';
import { useCatalogue } from '../catalogue-context.ts';
import { lastList } from '../list/list-memory.ts';
import { draftOwner } from './draft-owner.ts';
import { answerDraft, returnAddress } from './drafts.ts';

interface LeaveOptions {
  def: AnyRegister;
  leaveAfter: number | undefined;
  onClose: (() => void) | undefined;
}

/** The record's own address, which still knows where one came from. */
const leadingBack = (href: string, back: string | null): string =>
  back ? `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ ritorno: back }).toString()}` : href;

/** Where a form leads: back, to its list, or to the record it made. */
export function useLeave({ def, leaveAfter, onClose }: LeaveOptions) {
  const catalogue = useCatalogue();
  const [, navigate] = useLocation();
  const close = (): void => {
    const back = returnAddress(location.search);
    if (back) navigate(back);
    else if (onClose) onClose();
    else navigate(lastList(listRoute(catalogue, def)));
  };
  /** Where the screen's rules say so; not when the person has gone elsewhere meanwhile. */
  const closeLater = (): void => {
    if (leaveAfter !== undefined) laterHere(close, leaveAfter);
  };
  /** A new record: back to the form whose selector lacked it, else to its own address; `stay`: something of it is still to be done there. */
  const open = (key: string, stay = false): void => {
    const back = returnAddress(location.search);
    const answered = back !== null && answerDraft(sessionStorage, draftOwner()?.cipher ?? null, back, key);
    if (answered && !stay) return navigate(back, { replace: true });
    navigate(leadingBack(detailHref(def, key), back), { replace: true });
    if (!stay) closeLater();
  };
  return { close, closeLater, open };
}
