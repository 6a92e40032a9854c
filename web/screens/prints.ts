import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { NameOf } from '#contracts/core/typed-record.ts';
import type { QrType } from '#contracts/modules/qrcode.ts';
import type { Row } from '#web/registers/list/columns.ts';

/**
 * Line of a printed form: a field, the first non-empty one of several, a field with its own label or text, or a value
 * that no form has and that leaves room to be filled in by hand.
 */
export type VariantItem<Name extends string = string> =
  | Name
  | readonly Name[]
  | { campo: Name; etichetta: string; text?: (row: Row) => string | null }
  | { onlyOnPaper: string; etichetta: string };

/** A printed form of a record: the fields chosen by the specification, in its order. */
export interface Variant {
  def: AnyRegister;
  titolo: string;
  campi: readonly VariantItem[];
  /** Prints the documents with file and expiry; `presenti`: only those that the record has. */
  documenti?: true | 'presenti';
  foto?: true;
  /** Kind of page that the printed QR code opens. */
  qr?: QrType;
  /** Prefix of the addresses that print this form. */
  path?: string;
}

/** Returns a printed form of a register, whose lines name fields of that register. */
export const variantOf = <D extends AnyRegister>(
  def: D,
  form: Omit<Variant, 'def' | 'campi'> & { campi: readonly VariantItem<NameOf<D>>[] },
): Variant => ({ def, ...form });

/** Printed forms by name, as used in the address. */
export type Prints = Readonly<Record<string, Variant>>;
