import type { RecordFile } from '#contracts/core/documents.ts';
import type { ReactNode } from 'react';
import { DocumentList } from '#web/registers/documents/DocumentList.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { TabPanel } from '#web/ui/page/Tabs.tsx';
import { FotoMacchina } from './FotoMacchina.tsx';
import { DOCUMENTI, type Scheda } from './schede.ts';
import { SchedaAmministrazione } from './SchedaAmministrazione.tsx';
import { SchedaDati } from './SchedaDati.tsx';
import { SchedaDettagli } from './SchedaDettagli.tsx';
import { SchedaManutenzione } from './SchedaManutenzione.tsx';
import type { Macchina } from './use-macchina.ts';

interface MacchinaSchedeProps {
  m: Macchina;
  archivio: Readonly<Record<string, RecordFile | undefined>>;
}

/** All the tabs stay in place, one is seen: what stands half written in another is not lost. */
export function MacchinaSchede({ m, archivio }: MacchinaSchedeProps) {
  const { id, form, buttons, rights } = m;
  const disabled = !buttons.campi;
  const documents = { archivio, files: id === null ? null : m.files, viewer: m.viewer };
  const foto = (
    <FotoMacchina
      matricola={String(form.values['matricola'] ?? 'macchinario')} percorso={(form.base['foto'] as string | null) ?? null}
      file={archivio['foto']} files={documents.files} rights={rights}
    />
  );
  const panels: Record<Scheda, ReactNode> = {
    dettagli: <SchedaDettagli form={form} nuova={id === null} disabled={disabled} foto={foto} />,
    documenti: (
      <section className="grid gap-4">
        {id === null && buttons.salva ? <Note>I documenti si caricano dopo aver salvato il macchinario; le scadenze si possono già scrivere.</Note> : null}
        <div className="panel"><DocumentList label="Documenti" campi={DOCUMENTI} form={form} rights={rights} {...documents} /></div>
      </section>
    ),
    amministrazione: <SchedaAmministrazione form={form} documents={documents} rights={rights} disabled={disabled} />,
    dati: <SchedaDati dati={m.dati} disabled={disabled} />,
    manutenzione: <SchedaManutenzione matricola={id} piano={m.piano} salvabile={id !== null && buttons.salva} disabled={disabled} />,
  };
  return m.schede.map(({ id: scheda }) => (
    <TabPanel key={scheda} id={scheda} className={scheda === m.scheda ? '' : 'hidden'}>{panels[scheda]}</TabPanel>
  ));
}
