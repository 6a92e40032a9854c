/**
 * An invalid field of a request body, with the sentence that the user reads. Deciders and handlers throw `DomainError(code)`; the table
 * `ERRORS` defines HTTP status and sentence of each code. The server sends errors as RFC 9457 problem+json.
 */
export interface WrongField {
  campo: string;
  messaggio: string;
}

export const ERRORS = {
  RICHIESTA_NON_VALIDA: [400, 'Richiesta non valida', 'I dati inviati non sono validi.'],
  JSON_NON_VALIDO: [400, 'Richiesta non valida', 'Il corpo della richiesta non è un JSON valido.'],
  IF_MATCH_NON_VALIDO: [400, 'Richiesta non valida', 'L\'intestazione If-Match non è valida: serve una versione, per esempio "3".'],
  PERCORSO_NON_VALIDO: [400, 'Percorso non valido', 'Il percorso del file non è valido.'],
  ESTENSIONE_DIVERSA: [400, 'Nome non valido', "L'estensione del file non può cambiare."],
  MATRICOLA_VUOTA: [400, 'Matricola mancante', 'Attenzione la matricola non può essere vuota'],
  PRODUZIONE_NON_SCELTA: [400, 'Nessuna produzione scelta', 'Selezionare un produzione'],
  APICI: [400, 'Apici nelle note', 'Non è possibile inserire gli apici'],
  NON_DEL_CANTIERE: [400, 'Voce di un altro cantiere', 'La voce non è tra quelle del cantiere.'],
  SESSIONE_ASSENTE: [401, 'Accesso necessario', 'La sessione è scaduta o manca: accedi di nuovo.'],
  CREDENZIALI_ERRATE: [401, 'Accesso negato', 'Username o password errati!'],
  PASSWORD_SCADUTA: [
    401,
    'Password provvisoria scaduta',
    'La password provvisoria è scaduta: chiedi a un amministratore di darne un’altra.',
  ],
  CODICE_RICHIESTO: [401, 'Codice richiesto', 'Serve il codice dell’app di autenticazione, o un codice di recupero.'],
  CODICE_ERRATO: [401, 'Codice errato', 'Il codice non è corretto, o è già stato usato: scrivi quello che l’app mostra ora.'],
  PASSKEY_ERRATA: [
    401,
    'Passkey rifiutata',
    'La passkey non è stata accettata, o è passato troppo tempo: riprova, oppure entra con la password.',
  ],
  PASSKEY_RICHIESTA: [401, 'Passkey richiesta', 'Qui si entra con un secondo fattore, e il tuo è una passkey: entra con quella.'],
  SECONDO_FATTORE_OBBLIGATORIO: [
    403,
    'Secondo fattore obbligatorio',
    'Qui si entra con un secondo fattore: prima attivalo con l’app di autenticazione.',
  ],
  CONFERMA_RICHIESTA: [403, 'Conferma richiesta', 'Serve di nuovo la tua password, o il codice: senza, non è stato fatto niente.'],
  PASSWORD_PROVVISORIA: [403, 'Password provvisoria', 'La password è provvisoria: prima scegline una tua.'],
  NON_PERMESSO: [403, 'Non permesso', 'Il tuo gruppo non ha il permesso per questa operazione.'],
  SOLA_LETTURA: [403, 'Sola lettura', 'Sola lettura: chi vede il portale come un’altra persona non modifica niente.'],
  SCONOSCIUTO: [404, 'Non trovato', 'Il record richiesto non esiste.'],
  ROTTA_SCONOSCIUTA: [404, 'Non trovato', 'Questo indirizzo non esiste.'],
  FILE_ASSENTE: [404, 'File non trovato', "Il file richiesto non esiste nell'archivio."],
  PASSKEY_NON_DISPONIBILI: [
    404,
    'Passkey non disponibili',
    'Le passkey servono un portale in https, all’indirizzo del portale: qui non ci sono.',
  ],
  VERSIONE_SCONOSCIUTA: [404, 'Versione non trovata', 'Il record non ha questa versione.'],
  TROPPO_LENTA: [408, 'Richiesta troppo lenta', 'La richiesta non è arrivata in tempo: riprova.'],
  DUPLICATO: [409, 'Già presente', 'Esiste già un record con questa chiave.'],
  VERSIONE_SUPERATA: [409, "Modificato da un'altra persona", "Il record è stato modificato da un'altra persona mentre lo modificavi."],
  DESTINATARI_ASSENTI: [
    409,
    'Nessun destinatario',
    'Non c’è nessun indirizzo a cui inviare la mail: serve MAIL_CANTIERI, o un utente dei gruppi 2 e 9 con la sua e-mail.',
  ],
  MAIL_INCERTA: [
    409,
    'Esito incerto',
    'Non si sa se la mail è arrivata: il collegamento si è interrotto durante l’invio. Controllare prima di inviarla di nuovo.',
  ],
  MAIL_RESPINTA: [409, 'Mail respinta', 'Il server di posta non ha accettato la mail.'],
  LIMITE_RAGGIUNTO: [409, 'Limite raggiunto', 'Non se ne possono aggiungere altri.'],
  WBS_ASSENTE: [409, 'Wbs mancante', 'Crea una Wbs'],
  PRODUZIONE_CON_RIGHE: [409, 'Produzione con righe', 'La produzione ha già delle righe: il cantiere non si può cambiare.'],
  DESTINAZIONE_OCCUPATA: [409, 'Nome già usato', 'Esiste già un file con questo nome.'],
  CARTELLA_OCCUPATA: [
    409,
    'Cartella già presente',
    "Nell'archivio c'è già una cartella con questo nome, con dei file: solo un amministratore può adottarla.",
  ],
  STATO_NON_AMMESSO: [409, 'Operazione non possibile', 'Il record non è nello stato che l’operazione richiede.'],
  PROCESSO_IN_CORSO: [409, 'Operazione in corso', "L'operazione non è ancora finita."],
  PROCESSO_NON_FALLITO: [409, 'Operazione non fallita', "Si può riprovare solo un'operazione fallita."],
  GRUPPO_IN_USO: [409, 'Gruppo in uso', 'Il gruppo ha ancora degli utenti.'],
  ULTIMO_AMMINISTRATORE: [409, 'Ultimo amministratore', 'Il portale deve avere almeno un amministratore.'],
  TROPPO_GRANDE: [413, 'Troppo grande', 'La richiesta è troppo grande.'],
  FILE_TROPPO_GRANDE: [413, 'File troppo grande', 'Il file supera la dimensione massima.'],
  TIPO_NON_ACCETTATO: [415, 'Tipo di file non accettato', 'Si accettano un PDF o foto JPEG per i documenti e JPEG per le foto.'],
  CHIAVE_RIUSATA: [
    422,
    'Chiave già usata',
    "Questa Idempotency-Key è già stata usata per un'altra richiesta: non è stato modificato niente.",
  ],
  TROPPI_TENTATIVI: [429, 'Troppi tentativi', 'Troppi tentativi di accesso: riprova più tardi.'],
  TROPPE_CHIAMATE: [429, 'Troppe richieste insieme', 'Hai troppe richieste in corso: riprova tra poco.'],
  CODA_PIENA: [429, 'Troppe operazioni in attesa', 'Ci sono già troppe operazioni in attesa: riprova tra poco.'],
  NON_DISPONIBILE: [503, 'Servizio non disponibile', 'Il portale non riesce a raggiungere i suoi dati: riprova tra poco.'],
  ESITO_INCERTO: [503, 'Esito incerto', 'Potrebbe essere stato salvato: ricarica prima di riprovare.'],
  REGISTRO_DIVERSO: [
    503,
    'Registro degli eventi diverso',
    'Il registro degli eventi non è quello di questo portale: si può leggere, non salvare.',
  ],
  DISCO_PIENO: [
    503,
    'Spazio esaurito',
    'Il disco del portale è pieno: non si può salvare niente finché non si fa spazio. Quello che era già salvato resta.',
  ],
  ERRORE_INTERNO: [500, 'Errore interno', 'Si è verificato un errore imprevisto. I dati non sono stati modificati.'],
} as const satisfies Record<string, readonly [number, string, string]>;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorDetails {
  /** Sentence that replaces the table's sentence with a more specific one. */
  message?: string;
  /** Invalid fields of the request body. */
  errors?: WrongField[];
  /** Seconds after which the client may retry, for 429 and 503. */
  retryAfter?: number;
  /** Further members of the problem document (for 409: the other person's values). */
  extra?: Record<string, unknown>;
}

export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly dettagli: ErrorDetails;

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? ERRORS[code][2]);
    this.name = 'DomainError';
    this.code = code;
    this.dettagli = details;
  }

  get status(): number {
    return ERRORS[this.code][0];
  }
}

/** RFC 9457 document, with the Italian sentence the user reads in `message`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  message: string;
  errors?: WrongField[];
  [extra: string]: unknown;
}

export function toProblem(error: DomainError): Problem {
  const [status, title] = ERRORS[error.code];
  return {
    type: `/problemi/${error.code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    detail: error.message,
    message: error.message,
    ...(error.dettagli.errors ? { errors: error.dettagli.errors } : {}),
    ...error.dettagli.extra,
  };
}
