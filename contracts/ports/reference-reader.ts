import type { AnyRegister } from '../core/define-register.ts';

/** Finds the records that name another one. Implemented by the read models, given to the workers at start. */
export interface ReferenceReader {
  /**
   * Keys and values of the field, of live records of `def` whose `field` holds `value` (`multiple`:
   * among the values joined in it), once the read models show the log up to `position`.
   */
  naming(request: { def: AnyRegister; field: string; value: string; multiple: boolean; position: string }): Promise<{ key: string | number; written: string }[]>;
}
