import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { referencesSentence } from './references-sentence.ts';
import { referencesOptions } from '../register.api.ts';

/** What a deletion means for other records, in words; nothing when it cannot be told now. */
export function useReferencesSentence(def: AnyRegister) {
  const client = useQueryClient();
  return useCallback(async (key: string): Promise<string> => {
    try {
      return referencesSentence(await client.fetchQuery(referencesOptions(def, key)));
    } catch {
      return '';
    }
  }, [client, def]);
}
