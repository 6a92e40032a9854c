import { createContext, useContext, useEffect, type RefObject } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import type { FormButtons } from '../buttons.ts';
import type { FileViewer } from '../documents/use-file-viewer.ts';
import type { InlineCreation } from '../fields/create-context.ts';
import type { Row } from '../list/columns.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import type { FormMode } from './form-state.ts';
import type { SideRecords } from './side-records.ts';
import type { RegisterFormState } from './use-register-form.ts';

/** The form as it is once everything else is done: what it would change, over which version. */
export interface Prepared {
  values: Values;
  changes: Values;
  version: number;
}

/** Resolves to `null` when the form is as it was, to `false` when it cannot be saved. */
export type Prepare = () => Promise<Prepared | null | false>;

export interface FormHistory {
  open: boolean;
  toggle(): void;
  /** The older version that is looked at. */
  past: HistoryItem | null;
  view(entry: HistoryItem): void;
  backToPresent(): void;
}

/** What every part of a form stands on. */
export interface OpenForm {
  def: AnyRegister;
  /** `null` for a new record. */
  id: string | null;
  /** The record as it was read; `null` for a new one. */
  row: Row | null;
  mode: FormMode;
  form: RegisterFormState;
  buttons: FormButtons;
  /** May this field take input? */
  enabled(fieldName: string): boolean;
  /** The parts only show: an older version. */
  readOnly: boolean;
  /** Fields that never take input here: the key of a record that exists. */
  locked: readonly string[];
  /** What the record is called. */
  name: string;
  /** Name of the panel with the fields. */
  caption: string;
  /** Changes that SALVA would write, those of the side records included. */
  dirty: number;
  /** SALVA can be pressed. */
  ready: boolean;
  saving: boolean;
  deleting: boolean;
  submit(): Promise<boolean>;
  remove(): void;
  close(): void;
  history: FormHistory;
  /** The document that stands beside the form. */
  viewer: FileViewer;
  creation: InlineCreation;
  sides: SideRecords;
  /** What is typed, kept on the device until it is saved. */
  draft: DraftKeeper;
  element: RefObject<HTMLFormElement>;
  /** What has to be done before a save; see `useBeforeSave`. */
  prepare: { current: Prepare | null };
  /** Shows where a field stands; the tabs set it. */
  uncover: { current: ((fieldName: string) => void) | null };
  /** The cursor goes into a field, wherever it stands. */
  reveal(fieldName: string | undefined): void;
}

export const FormContext = createContext<OpenForm | null>(null);

/** The form that this part stands in. */
export function useFormContext(): OpenForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('useFormContext needs a RegisterForm');
  return form;
}

/** What has to be done before each save of the form: files renamed first. */
export function useBeforeSave(prepare: Prepare): void {
  const { prepare: slot } = useFormContext();
  useEffect(() => {
    slot.current = prepare;
    return () => {
      slot.current = null;
    };
  });
}
