import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { QrType } from '#contracts/modules/qrcode.ts';
import type { Row } from '#web/registers/list/columns.ts';

/** Line of a printed form: a field, the first non-empty one of several, or a field with its own label or text. */
export type VariantItem = string | readonly string[] | { campo: string; etichetta: string; text?: (row: Row) => string | null };

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

/** Printed forms by name, as used in the address. */
export type Prints = Readonly<Record<string, Variant>>;
