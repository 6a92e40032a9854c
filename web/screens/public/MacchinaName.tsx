interface MacchinaNameProps {
  as: 'h1' | 'h2';
  matricola: string;
  descrizione: unknown;
}

/** What the machine is called, large. */
export function MacchinaName({ as: Titolo, matricola, descrizione }: MacchinaNameProps) {
  return (
    <>
      <Titolo className="num mt-0.5 break-words text-head font-semibold">{matricola}</Titolo>
      <p className="mb-4 text-touch text-ink-2">{typeof descrizione === 'string' ? descrizione : null}</p>
    </>
  );
}
