/**
 * The kinds of field a register can have. A kind is data: checks are in `field-schema.ts`, storage in `projections`, display in
 * `web/registers/fields`.
 */
interface Base {
  label: string;
  /** Refused when empty, on creation and on change. */
  required?: boolean;
  /** Shorter column head, where the label is long. */
  column?: string;
  /** The portal computes the value from other values; a client's value for the field is ignored. */
  computed?: true;
  /** Field of an added document (see `takesKinds`), not of the definition; its value is stored in the shared column of added values. */
  added?: true;
}
export interface TextField extends Base {
  kind: 'text';
  max: number;
  /** Commas are refused, since several values of the field are joined by commas, see `MultiField`. */ withoutCommas?: true;
}
export interface NoteField extends Base {
  kind: 'note';
  max: number;
  /** Single and double quotes are refused, with the specification's sentence. */ withoutQuotes?: true;
  /** The text is a JSON list; each row is shown as the value of `name` and the word for the value of `value`. */
  rows?: { name: string; value: string; words: Readonly<Record<string, string>> };
}
export interface NumberField extends Base {
  kind: 'number';
  unit?: string;
  decimals: number;
  min?: number;
  max?: number;
  /** A year, shown without thousands separator. */ year?: boolean;
  /** Words shown in place of figures. */ words?: Readonly<Record<number, string>>;
}
/** Euro, with two decimals unless `decimals` is set. */
export interface MoneyField extends Base {
  kind: 'money';
  decimals?: number;
  min?: number;
}
export interface DateField extends Base {
  kind: 'date';
  /** New records start with today. */ today?: boolean;
}
export interface ChoiceField extends Base {
  kind: 'choice';
  options: readonly { value: string; label: string }[];
}
/** The value of another register's field (not always its key: `tipologia` keeps the text). A written value must exist there. */
export interface RefField extends Base {
  kind: 'ref';
  register: string;
  value: string;
  show: readonly string[];
  creatable?: boolean;
  /** Lists show the code with the name of its record; the value is the code. */ named?: true;
  /** Limits the values to field `value` of a child register, for the record that the field `by` names: the wbs of the site. */
  among?: { register: string; value: string; by: string };
  /** Wildcard value that means every record of the register. */ every?: string;
  /** Further registers whose field may supply the value. */ also?: readonly { register: string; value: string }[];
  /** The value is a sequence key of the portal, stored as a number. */ numeric?: true;
}
/** Several values of another register's field, in one text joined by comma and space. Each written value must exist there. */
export interface MultiField extends Base {
  kind: 'multi';
  register: string;
  value: string;
}
/** 0 or 1. */
export interface FlagField extends Base {
  kind: 'flag';
  /** The field has three states: when empty, the portal proposes the value. New records start empty. */ proposed?: true;
}
export interface ColorField extends Base {
  kind: 'color';
}
export interface UrlField extends Base {
  kind: 'url';
}
/** Logical path in the archive; `suffix` makes the file name `{chiave}_{suffisso}.pdf`. */
export interface DocumentField extends Base {
  kind: 'document';
  suffix: string;
  scadenza?: string;
  /** Group heading above the column in lists with many documents. */
  group?: string;
  /** Only people who may edit the record can open the file; every opening is recorded. */
  reserved?: true;
}
/** Logical path of a JPEG. */
export interface PhotoField extends Base {
  kind: 'photo';
  suffix: string;
}

export type Field =
  | TextField
  | NoteField
  | NumberField
  | MoneyField
  | DateField
  | ChoiceField
  | RefField
  | MultiField
  | FlagField
  | ColorField
  | UrlField
  | DocumentField
  | PhotoField;

/** Value of a field in a record, where it has one. Dates are `YYYY-MM-DD`. */
export type FieldValue<F extends Field> = F extends { kind: 'number' | 'money' } | { kind: 'ref'; numeric: true }
  ? number
  : F extends { kind: 'flag' }
    ? 0 | 1
    : string;
export type FieldKind = Field['kind'];
export type Fields = Record<string, Field>;

type Extra<T extends Field> = Partial<Omit<T, 'kind' | 'label'>>;

export const text = (label: string, extra: Extra<TextField> = {}): TextField => ({ kind: 'text', label, max: 255, ...extra });
export const note = (label: string, extra: Extra<NoteField> = {}): NoteField => ({ kind: 'note', label, max: 5000, ...extra });
export const number = (label: string, extra: Extra<NumberField> = {}): NumberField => ({ kind: 'number', label, decimals: 2, ...extra });
export const money = (label: string, extra: Extra<MoneyField> = {}): MoneyField => ({ kind: 'money', label, ...extra });
export const date = (label: string, extra: Extra<DateField> = {}): DateField => ({ kind: 'date', label, ...extra });
export const flag = (label: string, extra: Extra<FlagField> = {}): FlagField => ({ kind: 'flag', label, ...extra });
export const color = (label: string, extra: Extra<ColorField> = {}): ColorField => ({ kind: 'color', label, ...extra });
export const url = (label: string, extra: Extra<UrlField> = {}): UrlField => ({ kind: 'url', label, ...extra });
export const choice = (
  label: string,
  options: readonly (string | { value: string; label: string })[],
  extra: Extra<ChoiceField> = {},
): ChoiceField => ({ kind: 'choice', label, options: options.map((o) => (typeof o === 'string' ? { value: o, label: o } : o)), ...extra });
export const ref = <const E extends Extra<RefField>>(label: string, register: string, value: string, extra: E = {} as E): RefField & E => ({
  kind: 'ref',
  label,
  register,
  value,
  show: [value],
  ...extra,
});
export const multi = (label: string, register: string, value: string, extra: Extra<MultiField> = {}): MultiField => ({
  kind: 'multi',
  label,
  register,
  value,
  ...extra,
});
export const document = (label: string, suffix: string, extra: string | Omit<Extra<DocumentField>, 'suffix'> = {}): DocumentField => ({
  kind: 'document',
  label,
  suffix,
  ...(typeof extra === 'string' ? { scadenza: extra } : extra),
});
export const photo = (label: string, suffix: string): PhotoField => ({ kind: 'photo', label, suffix });
