import type { ReactNode } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { FormButtons } from '../buttons.ts';
import type { Row } from '../list/columns.ts';
import type { LoadedRecord } from './use-register-form.ts';
import type { SaveMessages } from '../save/use-record-save.ts';

/** A screen's exceptions from the definition and the area's levels. */
export interface FormRules {
  buttons?: Partial<FormButtons>;
  /** Rule for a single field, in addition to `buttons.campi`. */
  enabled?(fieldName: string): boolean;
  messages?: Partial<SaveMessages>;
  /** Message for a new record saved without its key; SALVA stays enabled. */
  keyMissing?: string;
  /** A new record may be saved without any input. */
  asItStarts?: boolean;
  /** No message after creating a record, because the next step shows it. */
  madeQuietly?: boolean;
  /** Milliseconds before the form closes after a save; replaces the definition's value. */
  leaveAfter?: number;
  /** Called by the close button; default: opens the list as it was left. */
  onClose?(): void;
}

export interface RegisterFormProps extends FormRules {
  def: AnyRegister;
  /** `null` for a new record. */
  id: string | null;
  row: Row | null;
  record: LoadedRecord;
  /** Somebody deleted the record while it was open. */
  isDeleted?: boolean;
  /** Input left before something was created elsewhere. */
  draftValues: Values | null;
  /** The screen, composed of the form's parts; default: head and fields. */
  children?: ReactNode;
}
