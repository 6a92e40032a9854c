import { useMemo } from 'react';
import { memoizeLast } from '#contracts/core/memoize-last.ts';
import type { DraftOwner } from '#web/lib/device-drafts.ts';
import { draftCipher } from '#web/lib/draft-cipher.ts';
import { draftKey, useDraftKey } from '#web/lib/draft-key.ts';
import { session, useIdentity } from '#web/lib/session.ts';

const cipherOf = memoizeLast(draftCipher);

const ownerOf = (user: string, key: string | null): DraftOwner | null => (key === null ? null : { user, cipher: cipherOf(key) });

/** Returns the owner of a person's drafts; `null` until their key is known. Until then input stays in the page. */
export const ownDrafts = (memberID: string): DraftOwner | null => ownerOf(memberID, draftKey(memberID));

/** Returns the owner of the signed-in person's drafts. */
export function draftOwner(): DraftOwner | null {
  const who = session();
  return who && ownDrafts(who.memberID);
}

export function useDraftOwner(): DraftOwner | null {
  const { memberID } = useIdentity();
  const key = useDraftKey(memberID);
  return useMemo(() => ownerOf(memberID, key), [memberID, key]);
}
