import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { QrType } from '#contracts/modules/qrcode.ts';
import type { Row } from '#web/registers/list/columns.ts';

/** A field; of several, the first that holds something; or one with a name, or words, of its own on paper. */
export type VariantItem = string | readonly string[] | { campo: string; etichetta: string; text?: (row: Row) => string | null };

/** A printed form of a record: the fields chosen by the specification, in its order. */
export interface Variant {
  def: AnyRegister;
  titolo: string;
  campi: readonly VariantItem[];
  /** The documents, each with its file and expiry; of a long list those alone that the record has. */
  documenti?: true | 'presenti';
  foto?: true;
  /** The page that the code opens. */
  qr?: QrType;
  /** Beginning of the address that prints this one. */
  path?: string;
}

/** By the name that the address asks with. */
export type Prints = Readonly<Record<string, Variant>>;
