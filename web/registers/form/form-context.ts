import { createContext, useContext, useEffect, type RefObject } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { NameOf } from '#contracts/core/typed-record.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import type { FormButtons } from '../buttons.ts';
import type { FileViewer } from '../documents/use-file-viewer.ts';
import type { InlineCreation } from '../fields/create-context.ts';
import type { RowOf } from '../row.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import type { SideRecords } from './side-records.ts';
import type { RegisterFormState } from './use-register-form.ts';

/** Values, changes and version of the form after the work that precedes its save. */
export interface PreparedSave {
  values: Values;
  changes: Values;
  version: number;
}

/** Resolves to `null` when the form is unchanged, to `false` when it cannot be saved. */
export type Prepare = () => Promise<PreparedSave | null | false>;

export interface FormHistory {
  open: boolean;
  toggle(): void;
  /** The older version on screen. */
  past: HistoryItem | null;
  view(entry: HistoryItem): void;
  backToPresent(): void;
}

/** The COMMENTI of the form's record. */
export interface FormComments {
  open: boolean;
  toggle(): void;
}

/** The record in the form. */
export interface OpenRecord<D extends AnyRegister = AnyRegister> {
  def: D;
  /** `null` for a new record. */
  id: string | null;
  /** The row as it was read; `null` for a new record. */
  row: RowOf<D> | null;
  /** Name of the record. */
  name: string;
  /** Title of the panel with the fields. */
  caption: string;
}

/** The form's values, and which fields take input. */
export interface OpenFields<D extends AnyRegister = AnyRegister> {
  form: RegisterFormState<D>;
  /** Tells whether a field takes input. */
  enabled(fieldName: NameOf<D>): boolean;
  /** All parts are read-only: an older version is shown. */
  readOnly: boolean;
  /** Fields that never take input: the key of an existing record. */
  locked: readonly string[];
}

/** Saving, deleting and closing the form. */
export interface FormActions {
  /** Number of changes that SALVA would write, including those of side records. */
  dirty: number;
  /** SALVA can be pressed. */
  ready: boolean;
  /** Why SALVA is blocked; `null`: it is not. */
  blocked: string | null;
  saving: boolean;
  deleting: boolean;
  submit(): Promise<boolean>;
  remove(): void;
  close(): void;
}

/** Moves the focus in the form. */
export interface FormCursor {
  element: RefObject<HTMLFormElement>;
  /** Focuses a field and shows it first if it is hidden. */
  reveal(fieldName: string | undefined): void;
  /** Shows the part that contains a field; set by the tabs. */
  uncover: { current: ((fieldName: string) => void) | null };
}

/** The form's context, split into parts with one purpose each. */
interface OpenForm {
  record: OpenRecord;
  fields: OpenFields;
  rights: FormButtons;
  actions: FormActions;
  cursor: FormCursor;
  history: FormHistory;
  comments: FormComments;
  /** The document shown beside the form. */
  viewer: FileViewer;
  creation: InlineCreation;
  sides: SideRecords;
  /** Stores unsaved input on the device. */
  keeper: DraftKeeper;
  /** Work to do before a save; see `useBeforeSave`. */
  prepare: { current: Prepare | null };
}

export const FormContext = createContext<OpenForm | null>(null);

/** Returns the form's context. Throws outside a form, and if the form is of another register than `def`. */
function useFormOf(def?: AnyRegister): OpenForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('A part of a form needs a RegisterForm');
  if (def && def.path !== form.record.def.path) throw new Error(`The form is of ${form.record.def.path}, not of ${def.path}`);
  return form;
}

/** Returns the hook that reads one part of the form's context; the hook throws outside a form. */
const partOf =
  <P extends keyof OpenForm>(part: P) =>
  (): OpenForm[P] => {
    const form = useContext(FormContext);
    if (!form) throw new Error(`${part} needs a RegisterForm`);
    return form[part];
  };

/** Returns the record in the form. `def`: its definition, where the form can only be of this register; gives the row its type. */
export function useOpenRecord<D extends AnyRegister = AnyRegister>(def?: D): OpenRecord<D> {
  const { record } = useFormOf(def);
  return record as OpenRecord<D>;
}

/** Returns the form's values and which fields take input. `def`: see `useOpenRecord`. */
export function useOpenFields<D extends AnyRegister = AnyRegister>(def?: D): OpenFields<D> {
  const { fields } = useFormOf(def);
  return fields as OpenFields<D>;
}

export const useFormRights = partOf('rights');
export const useFormActions = partOf('actions');
export const useFormCursor = partOf('cursor');
export const useFormHistory = partOf('history');
export const useFormComments = partOf('comments');
export const useFormViewer = partOf('viewer');
export const useFormCreation = partOf('creation');
export const useSides = partOf('sides');
export const useFormKeeper = partOf('keeper');
const usePrepare = partOf('prepare');

/** Registers work to do before each save of the form, such as renaming files. */
export function useBeforeSave(prepare: Prepare): void {
  const slot = usePrepare();
  useEffect(() => {
    slot.current = prepare;
    return () => {
      slot.current = null;
    };
  });
}
