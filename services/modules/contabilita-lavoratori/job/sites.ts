import type { cantieri } from '#contracts/registers/cantieri.ts';
import type { NameOf } from '#contracts/core/typed-record.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { ListReader } from '#contracts/ports/list-reader.ts';
import type { Sites } from './output/sheets.ts';

/**
 * Reads client and municipality of the sites that the person may see. Returns no sites if the person may see none, since the workbook needs
 * only their descriptions.
 */
export async function readSites(lists: ListReader, utente: string, signal: AbortSignal): Promise<Sites> {
  const sites: Record<string, string> = {};
  try {
    await lists.read(
      { tabella: 'cantieri', colonne: ['commessa', 'committente', 'comune'] satisfies NameOf<typeof cantieri>[] },
      utente,
      {
        start: async () => {},
        async rows(rows) {
          for (const { commessa, committente, comune } of rows) {
            sites[String(commessa).toUpperCase()] = [committente, comune]
              .filter((part) => typeof part === 'string' && part !== '')
              .join(', ');
          }
        },
      },
      signal,
    );
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
  return sites;
}
