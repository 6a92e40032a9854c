import type { ReactNode } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import type { FormButtons } from '../buttons.ts';
import type { Row } from '../list/columns.ts';
import type { LoadedRecord } from './use-register-form.ts';
import type { SaveMessages } from '../save/use-record-save.ts';

/** Where a screen differs from what the definition and the area's levels say. */
export interface FormRules {
  buttons?: Partial<FormButtons>;
  /** A field's own rule, over `buttons.campi`. */
  enabled?(fieldName: string): boolean;
  messages?: Partial<SaveMessages>;
  /** Said when a new record is saved without its key; SALVA can be pressed to hear it. */
  keyMissing?: string;
  /** A new record can be made as it starts: nothing has to be typed first. */
  asItStarts?: boolean;
  /** The next step shows that a new record was made; no message says it too. */
  madeQuietly?: boolean;
  /** In place of the definition's. */
  leaveAfter?: number;
  /** Where the close button leads; default: the list as it was left. */
  onClose?(): void;
}

export interface RegisterFormProps extends FormRules {
  def: AnyRegister;
  /** `null` for a new record. */
  id: string | null;
  row: Row | null;
  record: LoadedRecord;
  /** Somebody deleted it while it was open. */
  gone?: boolean;
  /** What was typed before something was created elsewhere. */
  typed: Values | null;
  /** The screen, composed of the form's parts; default: head and fields. */
  children?: ReactNode;
}
