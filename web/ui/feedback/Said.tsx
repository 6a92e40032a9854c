import type { ReactNode } from 'react';

/** What a button is about, for those who hear it among others that look the same. */
export const Said = ({ children }: { children: ReactNode }) => <span className="sr-only"> {children}</span>;
