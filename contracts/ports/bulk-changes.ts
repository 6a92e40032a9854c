/**
 * Outcomes of a record in a change of many. `invariato`: the record had these values already. `lasciato`: others have changed all the
 * fields since. `riportato`: done, then taken back because another record was refused. `saltato`: not done because another was refused.
 */
export type OutcomeKind = 'fatto' | 'invariato' | 'rifiutato' | 'lasciato' | 'riportato' | 'saltato';
