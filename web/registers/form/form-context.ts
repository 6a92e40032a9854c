import { createContext, useContext, useEffect, type RefObject } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import type { FormButtons } from '../buttons.ts';
import type { FileViewer } from '../documents/use-file-viewer.ts';
import type { InlineCreation } from '../fields/create-context.ts';
import type { Row } from '../list/columns.ts';
import type { DraftKeeper } from './draft-keeper.ts';
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

/** Which record stands in the form. */
export interface OpenRecord {
  def: AnyRegister;
  /** `null` for a new record. */
  id: string | null;
  /** As it was read; `null` for a new one. */
  row: Row | null;
  /** What it is called. */
  name: string;
  /** Name of the panel with its fields. */
  caption: string;
}

/** Its values, and which fields take input. */
export interface OpenFields {
  form: RegisterFormState;
  /** May this field take input? */
  enabled(fieldName: string): boolean;
  /** The parts only show: an older version. */
  readOnly: boolean;
  /** Fields that never take input here: the key of a record that exists. */
  locked: readonly string[];
}

/** SALVA, ELIMINA and the way out. */
export interface FormActions {
  /** Changes that SALVA would write, those of the side records included. */
  dirty: number;
  /** SALVA can be pressed. */
  ready: boolean;
  /** Why it cannot, in words; `null`: it can. */
  blocked: string | null;
  saving: boolean;
  deleting: boolean;
  submit(): Promise<boolean>;
  remove(): void;
  close(): void;
}

/** Where the cursor goes. */
export interface FormCursor {
  element: RefObject<HTMLFormElement>;
  /** Into a field, wherever it stands. */
  reveal(fieldName: string | undefined): void;
  /** Shows where a field stands; the tabs set it. */
  uncover: { current: ((fieldName: string) => void) | null };
}

/** A form in its parts, each with one purpose: a part of the page takes those that it needs. */
interface OpenForm {
  record: OpenRecord;
  fields: OpenFields;
  rights: FormButtons;
  actions: FormActions;
  cursor: FormCursor;
  history: FormHistory;
  /** The document that stands beside the form. */
  viewer: FileViewer;
  creation: InlineCreation;
  sides: SideRecords;
  /** What is typed, kept on the device until it is saved. */
  keeper: DraftKeeper;
  /** What has to be done before a save; see `useBeforeSave`. */
  prepare: { current: Prepare | null };
}

export const FormContext = createContext<OpenForm | null>(null);

/** One purpose of the form that this part stands in. */
const partOf =
  <P extends keyof OpenForm>(part: P) =>
  (): OpenForm[P] => {
    const form = useContext(FormContext);
    if (!form) throw new Error(`${part} needs a RegisterForm`);
    return form[part];
  };

export const useOpenRecord = partOf('record');
export const useOpenFields = partOf('fields');
export const useFormRights = partOf('rights');
export const useFormActions = partOf('actions');
export const useFormCursor = partOf('cursor');
export const useFormHistory = partOf('history');
export const useFormViewer = partOf('viewer');
export const useFormCreation = partOf('creation');
export const useSides = partOf('sides');
export const useFormKeeper = partOf('keeper');
const usePrepare = partOf('prepare');

/** What has to be done before each save of the form: files renamed first. */
export function useBeforeSave(prepare: Prepare): void {
  const slot = usePrepare();
  useEffect(() => {
    slot.current = prepare;
    return () => {
      slot.current = null;
    };
  });
}
