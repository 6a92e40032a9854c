import { useQuery } from '@tanstack/react-query';
import type { RecordFile } from '#contracts/core/documents.ts';
import { fileUrl, downloadUrl } from '#web/lib/api-client.ts';
import { take } from './files.api.ts';

/** Milliseconds after which the name of a file is requested again; the server lets it expire after five minutes. */
const FRESH = 4 * 60_000;

export interface Foto {
  /** `null` while it loads, and where there is no photo. */
  src: string | null;
  /** Address that downloads the photo. */
  download: string | null;
  /** The archive lacks the photo that the record names, or the person may not read it. */
  failed: boolean;
}

/** Loads the photo of a record and renews its short-lived name before it expires. */
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
  return { src: found ? fileUrl(name) : null, download: found ? downloadUrl(name) : null, failed: path !== null && isError };
}
