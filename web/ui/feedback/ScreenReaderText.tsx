import type { ReactNode } from 'react';

/** Adds text for screen readers only: the subject of a button among others with the same label. */
export const ScreenReaderText = ({ children }: { children: ReactNode }) => <span className="sr-only"> {children}</span>;
