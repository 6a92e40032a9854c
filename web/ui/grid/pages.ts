/** Returns the page numbers that a pager shows; `null` is a gap. The first and the last page are always included. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, i) => i + 1);
  const from = page <= 4 ? 2 : page >= pages - 3 ? pages - 4 : page - 1;
  const to = page <= 4 ? 5 : page >= pages - 3 ? pages - 1 : page + 1;
  const middle = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  return [1, ...(from > 2 ? [null] : []), ...middle, ...(to < pages - 1 ? [null] : []), pages];
}

export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
