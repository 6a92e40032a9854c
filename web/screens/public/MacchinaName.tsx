import type { ReactNode } from 'react';

interface MacchinaNameProps {
  as: 'h1' | 'h2';
  matricola: string;
  descrizione: unknown;
  /** Content under the name; on a wide screen beside it. */
  children?: ReactNode;
}

/** Shows the machine's name and its actions. */
export function MacchinaName({ as: Title, matricola, descrizione, children }: MacchinaNameProps) {
  return (
    <div className="md:flex md:flex-wrap md:items-end md:justify-between md:gap-x-6">
      <div className="min-w-0">
        <Title className="num mt-0.5 break-words text-head font-semibold">{matricola}</Title>
        <p className="mb-4 text-touch text-ink-2">{typeof descrizione === 'string' ? descrizione : null}</p>
      </div>
      {children}
    </div>
  );
}
