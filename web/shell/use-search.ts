import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { SearchHit } from '#contracts/modules/cerca/search-hit.ts';
import { keepRecent, recentRecords } from '#web/lib/recent-records.ts';
import { useDraftOwner } from '#web/registers/form/draft-owner.ts';
import { foundOptions } from './cerca.api.ts';

/** Milliseconds from the last typed letter to the request. */
const DEBOUNCE = 120;

interface FoundRecords {
  /** Records that hold the words; without words, those opened lately. */
  records: readonly SearchHit[];
  /** The portal has not yet answered for the words as typed. */
  pending: boolean;
  error: unknown;
  retry(): void;
}

/** Searches the records of every register while the person types. An answer for earlier words is dropped. */
export function useFound(searchText: string): FoundRecords {
  const owner = useDraftOwner();
  const recent = useMemo(() => (owner ? recentRecords(owner) : []), [owner]);
  const trimmed = searchText.trim();
  const [words, setWords] = useState(trimmed);
  useEffect(() => {
    const timer = setTimeout(() => setWords(trimmed), trimmed === '' ? 0 : DEBOUNCE);
    return () => clearTimeout(timer);
  }, [trimmed]);
  const { data, error, isFetching, refetch } = useQuery({ ...foundOptions(words, recent), enabled: words !== '' || recent.length > 0 });
  useEffect(() => {
    // the portal leaves out what was deleted or may no longer be seen
    if (words === '' && owner && data && !isFetching) keepRecent(owner, data);
  }, [words, owner, data, isFetching]);
  const current = words === trimmed;
  const hasAnswer = current && data !== undefined;
  return {
    records: trimmed === '' ? ((hasAnswer ? data : undefined) ?? recent) : hasAnswer ? data : [],
    pending: trimmed !== '' && !hasAnswer && !(current && error),
    error: current ? error : null,
    retry: () => void refetch(),
  };
}
