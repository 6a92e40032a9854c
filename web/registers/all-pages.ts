export type PageProgress = (done: number, total: number) => void;

/** Rows per request when a whole list is read. */
const CHUNK = 500;

/** Reads all pages of a list one after the other: parallel requests for a large list would overload the portal. */
export async function allPages<R>(
  fetchPage: (readPage: number, rows: number) => Promise<{ data: R[]; totale: number }>,
  onProgress?: PageProgress,
): Promise<R[]> {
  const rows: R[] = [];
  for (let readPage = 1; ; readPage += 1) {
    const page = await fetchPage(readPage, CHUNK);
    rows.push(...page.data);
    onProgress?.(rows.length, page.totale);
    if (page.data.length < CHUNK || rows.length >= page.totale) return rows;
  }
}
