import { createContext, useContext } from 'react';

/**
 * How a selector's plus button creates a record of another register. The form says how: in a small
 * dialog, or in that register's own form with what was typed kept meanwhile.
 */
export interface InlineCreation {
  /** May the signed-in person create there from here? */
  permits(register: string): boolean;
  /** `text`: what was searched for and not found. */
  create(fieldName: string, register: string, text: string): void;
}

const NO_CREATION: InlineCreation = { permits: () => false, create: () => {} };

export const InlineCreationContext = createContext<InlineCreation>(NO_CREATION);
export const useInlineCreation = (): InlineCreation => useContext(InlineCreationContext);
