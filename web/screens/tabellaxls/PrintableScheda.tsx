import { formatNumber } from '#web/lib/format.ts';
import { useDitta } from '#web/lib/session.ts';
import { COMPONENTI_HEADERS, TITLE } from './sheet.ts';
import { HEADERS, type Intervento, type MaintenanceSheet } from './scheda.ts';
import { ITEMS } from './items.ts';

/** Shows the sheet as printed, on A4 landscape. */
export function TabPrintable({ scheda }: { scheda: MaintenanceSheet }) {
  return (
    <article className="scheda num">
      <p className="text-label font-semibold tracking-group text-ink-3">{useDitta()}</p>
      <h2 className="scheda-titolo">{TITLE}</h2>
      <dl className="scheda-dati" aria-label="Dati generali">
        {scheda.general.map(({ etichetta, valore }) => (
          <div key={etichetta}>
            <dt>{etichetta}</dt>
            <dd>{valore || '–'}</dd>
          </div>
        ))}
      </dl>
      <Componenti scheda={scheda} />
      <Interventi interventi={scheda.interventi} />
    </article>
  );
}

/** Number of text columns of the components; number columns follow. */
const TEXTS = 4;

function Componenti({ scheda }: { scheda: MaintenanceSheet }) {
  return (
    <section aria-label="Filtri e oli">
      <h3>Filtri e oli</h3>
      <div className="scheda-scorre" tabIndex={0} role="group" aria-label="Tabella di filtri e oli">
        <table className="scheda-componenti">
          <thead>
            <tr>
              {COMPONENTI_HEADERS.map((name, at) => (
                <th key={name} scope="col" className={at < TEXTS ? undefined : 'r'}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {scheda.componenti.map(({ componente, marca_e_modello, quantita, frequenza, ogni_ore: hours, ogni_mesi: months }) => (
              <tr key={componente}>
                <th scope="row">{componente}</th>
                <td>{marca_e_modello}</td>
                <td>{quantita}</td>
                <td>{frequenza}</td>
                <td className="r">{formatNumber(hours)}</td>
                <td className="r">{formatNumber(months)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Interventi({ interventi }: { interventi: readonly Intervento[] }) {
  return (
    <section aria-label="Interventi">
      <h3>Interventi</h3>
      <div className="scheda-scorre" tabIndex={0} role="group" aria-label="Tabella degli interventi">
        <table className="scheda-interventi">
          <colgroup>
            <col className="w-data" />
            <col className="w-ore" />
            {ITEMS.map(({ id }) => (
              <col key={id} className="w-voce" />
            ))}
            <col />
            <col className="w-firma" />
            <col className="w-cantiere" />
          </colgroup>
          <thead>
            <tr>
              {HEADERS.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {interventi.map((intervento) => (
              <Row key={intervento.id} intervento={intervento} />
            ))}
            {interventi.length === 0 ? (
              <tr>
                <td colSpan={HEADERS.length} className="!text-left">
                  Nessun intervento registrato.
                </td>
              </tr>
            ) : null}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ intervento: { data, ore, voci, descrizione, firma, cantiere } }: { intervento: Intervento }) {
  return (
    <tr>
      <td className="d">{data}</td>
      <td className="r">{formatNumber(ore)}</td>
      {ITEMS.map(({ id, etichetta }) => (
        <td key={id} className="c">
          {voci.has(id) ? (
            <span aria-label={`${etichetta}: fatto`} role="img">
              ✕
            </span>
          ) : null}
        </td>
      ))}
      <td>{descrizione}</td>
      <td>{firma}</td>
      <td>{cantiere}</td>
    </tr>
  );
}
