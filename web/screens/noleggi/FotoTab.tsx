import { useState } from 'react';
import { todayInRome } from '#web/lib/format.ts';
import { useOpenRecord } from '#web/registers/form/form-context.ts';
import { FormTab, useOpenTab } from '#web/registers/form/FormTabs.tsx';
import { DateInput } from '#web/ui/inputs/DateInput.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { FileDrop } from '#web/ui/inputs/FileDrop.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { Progress } from '#web/ui/feedback/Progress.tsx';
import { FotoList } from './FotoList.tsx';
import { useFotoNoleggio } from './use-foto-noleggio.ts';

interface FotoTabProps {
  matricola: string;
  upload: boolean;
  remove: boolean;
}

/** Shows the tab FOTO: the day of a photo, CARICA FOTO, and the existing photos. Loads nothing until the tab is open. */
export function FotoTab(props: FotoTabProps) {
  const { id } = useOpenRecord();
  if (useOpenTab() !== 'foto') return null;
  return (
    <FormTab id="foto">
      <section className="panel" aria-label="Foto">
        {id === null ? (
          <div className="p-4">
            <Note>Le foto si caricano dopo aver salvato il noleggio.</Note>
          </div>
        ) : (
          <Foto id={id} {...props} />
        )}
      </section>
    </FormTab>
  );
}

function Foto({ id, matricola, upload, remove }: FotoTabProps & { id: string }) {
  const [data, setData] = useState<string | null>(todayInRome());
  const foto = useFotoNoleggio(id, matricola);
  return (
    <>
      {upload ? (
        <div className="grid items-start gap-4 border-b border-line p-4 md:grid-cols-[180px_minmax(0,1fr)]">
          <Field label="Data" required error={data === null ? 'Serve la data della foto' : undefined}>
            <DateInput value={data} onChange={setData} />
          </Field>
          {foto.percento === null ? (
            <FileDrop
              kind="foto"
              action="CARICA FOTO"
              disabled={data === null}
              error={foto.rifiutata}
              onFile={(file) => {
                if (data) void foto.aggiungi(file, data);
              }}
            />
          ) : (
            <div className="self-center">
              <Progress value={foto.percento} label="Caricamento foto" />
            </div>
          )}
        </div>
      ) : null}
      <FotoList id={id} matricola={matricola} foto={foto} remove={remove} />
    </>
  );
}
