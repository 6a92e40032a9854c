import { useEffect, useState } from 'react';
import type { Values } from '#contracts/core/define-register.ts';
import { draftValues, dropDraft } from './drafts.ts';

/** What was typed at this address before something was created elsewhere; it comes back once. */
export function useDraft(): Values | null {
  const [address] = useState(() => location.pathname + location.search);
  const [values] = useState(() => draftValues(sessionStorage, address));
  // not while rendering: a second rendering must find it too
  useEffect(() => dropDraft(sessionStorage, address), [address]);
  return values;
}
