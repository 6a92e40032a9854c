/** Who something due is told to. */
export interface Responsible {
  /** Of the record, of its kind and of its site, in this order; empty ones left out. */
  named: readonly string[];
  /** Whether that person is there and may see the row. */
  sees(memberID: string): boolean;
  administrators: readonly string[];
}

/**
 * The first of those named who is there and may see it. What nobody is responsible for is the
 * administrators': somebody has to be told.
 */
export function remindedOf({ named, sees, administrators }: Responsible): readonly string[] {
  const one = named.find(sees);
  return one === undefined ? administrators.filter(sees) : [one];
}
