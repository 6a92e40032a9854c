interface MacchinaNameProps {
  as: 'h1' | 'h2';
  matricola: string;
  descrizione: unknown;
}

/** What the machine is called, large. */
export function MacchinaName({ as: Title, matricola, descrizione }: MacchinaNameProps) {
  return (
    <>
      <Title className="num mt-0.5 break-words text-head font-semibold">{matricola}</Title>
      <p className="mb-4 text-touch text-ink-2">{typeof descrizione === 'string' ? descrizione : null}</p>
    </>
  );
}
