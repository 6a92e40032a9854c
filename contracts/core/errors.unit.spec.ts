import { describe, expect, it } from 'vitest';
import { DomainError, ERRORS, toProblem, type ErrorCode } from './errors.ts';

/** Clients tell errors apart by status and type: both are part of the interface. */
const STATES: Record<number, string[]> = {
  400: [
    'RICHIESTA_NON_VALIDA',
    'JSON_NON_VALIDO',
    'IF_MATCH_NON_VALIDO',
    'PERCORSO_NON_VALIDO',
    'ESTENSIONE_DIVERSA',
    'MATRICOLA_VUOTA',
    'APICI',
    'NON_DEL_CANTIERE',
    'PRODUZIONE_NON_SCELTA',
  ],
  401: [
    'SESSIONE_ASSENTE',
    'CREDENZIALI_ERRATE',
    'CODICE_RICHIESTO',
    'CODICE_ERRATO',
    'PASSWORD_SCADUTA',
    'PASSKEY_ERRATA',
    'PASSKEY_RICHIESTA',
  ],
  403: ['NON_PERMESSO', 'CONFERMA_RICHIESTA', 'PASSWORD_PROVVISORIA', 'SECONDO_FATTORE_OBBLIGATORIO', 'SOLA_LETTURA'],
  404: ['SCONOSCIUTO', 'ROTTA_SCONOSCIUTA', 'FILE_ASSENTE', 'VERSIONE_SCONOSCIUTA', 'PASSKEY_NON_DISPONIBILI'],
  408: ['TROPPO_LENTA'],
  409: [
    'DUPLICATO',
    'VERSIONE_SUPERATA',
    'DESTINAZIONE_OCCUPATA',
    'CARTELLA_OCCUPATA',
    'STATO_NON_AMMESSO',
    'PROCESSO_IN_CORSO',
    'PROCESSO_NON_FALLITO',
    'GRUPPO_IN_USO',
    'ULTIMO_AMMINISTRATORE',
    'LIMITE_RAGGIUNTO',
    'WBS_ASSENTE',
    'PRODUZIONE_CON_RIGHE',
    'DESTINATARI_ASSENTI',
    'MAIL_INCERTA',
    'MAIL_RESPINTA',
  ],
  413: ['TROPPO_GRANDE', 'FILE_TROPPO_GRANDE'],
  415: ['TIPO_NON_ACCETTATO'],
  422: ['CHIAVE_RIUSATA'],
  429: ['TROPPI_TENTATIVI', 'TROPPE_CHIAMATE', 'CODA_PIENA'],
  500: ['ERRORE_INTERNO'],
  503: ['NON_DISPONIBILE', 'ESITO_INCERTO', 'REGISTRO_DIVERSO', 'DISCO_PIENO'],
};

describe('Gli errori', () => {
  it.each(Object.entries(STATES).flatMap(([state, codes]) => codes.map((code) => [code, Number(state)] as const)))(
    '%s risponde %d, con un titolo e una frase',
    (code, state) => {
      const error = new DomainError(code as ErrorCode);
      expect([error.code, error.status, error.name]).toEqual([code, state, 'DomainError']);
      expect(toProblem(error)).toEqual({
        type: `/problemi/${code.toLowerCase().split('_').join('-')}`,
        title: expect.stringMatching(/\w{4}/),
        status: state,
        detail: error.message,
        message: expect.stringMatching(/([.!]|vuota|apici|Wbs|produzione)$/), // the specification's own sentences have no full stop
      });
    },
  );

  it('sono tutti nell’elenco', () => {
    expect(Object.keys(ERRORS).toSorted()).toEqual(Object.values(STATES).flat().toSorted());
  });

  it('dicono di più dove lo sanno', () => {
    const errors = [{ campo: 'ore', messaggio: 'Serve un numero' }];
    expect(toProblem(new DomainError('VERSIONE_SUPERATA', { message: 'Cambiato da Anna.', errors, extra: { versione: 7 } }))).toMatchObject(
      { detail: 'Cambiato da Anna.', message: 'Cambiato da Anna.', errors, versione: 7 },
    );
  });
});
