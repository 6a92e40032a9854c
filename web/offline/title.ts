/** Joins the parts of an item's title that hold something: "Lettura ore M012". */
export const titleOf = (...parts: readonly unknown[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ');
