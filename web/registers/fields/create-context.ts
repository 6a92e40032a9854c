import { createContext, useContext } from 'react';
import type { RefField } from '#contracts/core/fields.ts';

/**
 * How a selector's plus button creates a record of another register. The form says how: in a small
 * dialog, or in that register's own form with what was typed kept meanwhile.
 */
export interface InlineCreation {
  /** May the signed-in person create there from here? */
  permits(register: string): boolean;
  /** `field`: which register, and what of its record is kept; `text`: what was searched for and not found. */
  create(fieldName: string, field: Pick<RefField, 'register' | 'value'>, text: string): void;
}

const NO_CREATION: InlineCreation = { permits: () => false, create: () => {} };

export const InlineCreationContext = createContext<InlineCreation>(NO_CREATION);
export const useInlineCreation = (): InlineCreation => useContext(InlineCreationContext);
