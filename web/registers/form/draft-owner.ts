import { useMemo } from 'react';
import { lastAnswers } from '#contracts/core/last-answers.ts';
import type { DraftOwner } from '#web/lib/device-drafts.ts';
import { draftCipher } from '#web/lib/draft-cipher.ts';
import { draftKey, useDraftKey } from '#web/lib/draft-key.ts';
import { session, useIdentity } from '#web/lib/session.ts';

const cipherOf = lastAnswers(draftCipher);

const ownerOf = (user: string, key: string | null): DraftOwner | null => (key === null ? null : { user, cipher: cipherOf(key) });

/** This person's drafts, once their key is here; until then what is typed stays in the page. */
export const ownDrafts = (memberID: string): DraftOwner | null => ownerOf(memberID, draftKey(memberID));

/** Those of whoever is signed in. */
export function draftOwner(): DraftOwner | null {
  const who = session();
  return who && ownDrafts(who.memberID);
}

export function useDraftOwner(): DraftOwner | null {
  const { memberID } = useIdentity();
  const key = useDraftKey(memberID);
  return useMemo(() => ownerOf(memberID, key), [memberID, key]);
}
