import { useQuery } from '@tanstack/react-query';
import type { RecordFile } from '#contracts/core/documents.ts';
import { urlFile } from '#web/lib/api-client.ts';
import { take } from './files.api.ts';

/** The names that open a file live five minutes. */
const FRESH = 4 * 60_000;

export interface Foto {
  /** `null` while it is asked for, and where there is none. */
  src: string | null;
  /** Where it saves the photo instead. */
  download: string | null;
  /** The record names one that the archive does not have, or that may not be read. */
  failed: boolean;
}

/** The photo of a record: the name that opens it is asked again before it ends. */
export function useFoto(path: string | null, file: RecordFile | undefined): Foto {
  const version = file?.percorso === path ? file?.versione : undefined;
  const { data: name, isError } = useQuery({
    queryKey: ['file', path, version],
    queryFn: () => take(path ?? '', version),
    enabled: path !== null,
    staleTime: FRESH,
    gcTime: FRESH,
    refetchInterval: FRESH,
    retry: false,
  });
  const found = path !== null && name !== undefined;
  return { src: found ? urlFile(name) : null, download: found ? urlFile(name, true) : null, failed: path !== null && isError };
}
