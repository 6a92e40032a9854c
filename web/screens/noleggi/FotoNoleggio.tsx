import { useState } from 'react';
import { oggi } from '#web/lib/format.ts';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { FileDrop } from '#web/ui/inputs/FileDrop.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { Progress } from '#web/ui/feedback/Progress.tsx';
import { ElencoFoto } from './ElencoFoto.tsx';
import { useFotoNoleggio } from './use-foto-noleggio.ts';

interface FotoNoleggioProps {
  /** `null` for a new rental. */
  id: string | null;
  matricola: string;
  carica: boolean;
  elimina: boolean;
}

/** FOTO: the day of a photo, CARICA FOTO, and the photos that are there. */
export function FotoNoleggio({ id, ...props }: FotoNoleggioProps) {
  return (
    <section className="panel" aria-label="Foto">
      {id === null ? <div className="p-4"><Note>Le foto si caricano dopo aver salvato il noleggio.</Note></div> : <Foto id={id} {...props} />}
    </section>
  );
}

function Foto({ id, matricola, carica, elimina }: FotoNoleggioProps & { id: string }) {
  const [data, setData] = useState<string | null>(oggi());
  const foto = useFotoNoleggio(id, matricola);
  return (
    <>
      {carica ? (
        <div className="grid items-start gap-4 border-b border-line p-4 md:grid-cols-[180px_minmax(0,1fr)]">
          <Field label="Data" required error={data === null ? 'Serve la data della foto' : undefined}><DateInput value={data} onChange={setData} /></Field>
          {foto.percento === null
            ? <FileDrop kind="foto" action="CARICA FOTO" disabled={data === null} error={foto.rifiutata} onFile={(file) => { if (data) void foto.aggiungi(file, data); }} />
            : <div className="self-center"><Progress value={foto.percento} label="Caricamento foto" /></div>}
        </div>
      ) : null}
      <ElencoFoto id={id} matricola={matricola} foto={foto} elimina={elimina} />
    </>
  );
}
