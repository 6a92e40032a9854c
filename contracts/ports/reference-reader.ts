import type { AnyRegister } from '../core/define-register.ts';

/** A record that references another record: key, value of the reference field as read, and version. */
export interface Naming {
  key: string | number;
  text: string;
  version: number;
}

/** Finds the records that reference another record. Implemented by the read models, passed to the workers at start. */
export interface ReferenceReader {
  /**
   * Returns the live records of `def` whose `field` holds `value`; with `multiple`, as one of its joined values. Waits until the read
   * models have processed the log up to `position`.
   */
  naming(request: { def: AnyRegister; field: string; value: string; multiple: boolean; position: string }): Promise<Naming[]>;
}
