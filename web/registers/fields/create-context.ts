import { createContext, useContext } from 'react';
import type { RefField } from '#contracts/core/fields.ts';

/**
 * Creates a record of another register from a selector's plus button: in a small dialog, or in that register's
 * own form while the present input is kept. The form decides which.
 */
export interface InlineCreation {
  /** Tells whether the person may create a record there from this form. */
  permits(register: string): boolean;
  /** `field`: the register, and which value of its record the selector keeps. `text`: the search without a result. */
  create(fieldName: string, field: Pick<RefField, 'register' | 'value'>, text: string): void;
}

const NO_CREATION: InlineCreation = { permits: () => false, create: () => {} };

export const InlineCreationContext = createContext<InlineCreation>(NO_CREATION);
export const useInlineCreation = (): InlineCreation => useContext(InlineCreationContext);
