import type { AnyRegister } from '../core/define-register.ts';

/** A record that names another one, as it was read. */
export interface Naming {
  key: string | number;
  written: string;
  version: number;
}

/** Finds the records that name another one. Implemented by the read models, given to the workers at start. */
export interface ReferenceReader {
  /**
   * Keys, versions and values of the field, of live records of `def` whose `field` holds `value` (`multiple`:
   * among the values joined in it), once the read models show the log up to `position`.
   */
  naming(request: { def: AnyRegister; field: string; value: string; multiple: boolean; position: string }): Promise<Naming[]>;
}
