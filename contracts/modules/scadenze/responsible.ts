/** Data that decide who is reminded of a due item. */
export interface Responsible {
  /** Candidates in order of precedence: of the record, of its kind, of its site; without empty ones. */
  named: readonly string[];
  /** Checks whether the person exists and may see the row. */
  sees(memberID: string): boolean;
  administrators: readonly string[];
}

/** Returns the first candidate who exists and may see the row; if there is none, the administrators, so that someone is reminded. */
export function remindedOf({ named, sees, administrators }: Responsible): readonly string[] {
  const one = named.find(sees);
  return one === undefined ? administrators.filter(sees) : [one];
}
