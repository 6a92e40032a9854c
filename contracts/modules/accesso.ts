import type { SessionDuty } from '#contracts/core/session-duty.ts';
import { z } from 'zod';
import type { Permissions } from '../core/permissions.ts';
import type { WeakPassword } from '../core/weak-password.ts';
import { browserTokenIn, shortText } from './access-inputs.ts';
import { passkeyAssertion } from './passkey.ts';

/** The digest of a password that the browser sends (part 1, section 5): MD5, hexadecimal. */
const DIGEST_PASSWORD = /^[0-9a-f]{32}$/i;
/** Digest of an empty password, which nobody may have. */
const DIGEST_OF_NOTHING = 'd41d8cd98f00b204e9800998ecf8427e';
export const isEmptyPassword = (digest: string): boolean => digest.toLowerCase() === DIGEST_OF_NOTHING;

const LONGEST_CODE = 40;
/** A code as it is typed: of the app, or for recovery. */
const codice = z
  .string({ error: 'Serve un testo' })
  .max(LONGEST_CODE, { error: `Al massimo ${LONGEST_CODE} caratteri` })
  .transform((text) => text.replaceAll(/[\s-]/g, '').toLowerCase())
  .transform((text) => (text === '' ? null : text));

/** Body of `POST api/conferma`: the digest of the password, a code of the app, or the answer of a passkey's device. */
export const confirmationRequest = z
  .object(
    {
      passMD5: z.string({ error: 'Serve un testo' }).max(255, { error: 'Al massimo 255 caratteri' }).optional(),
      codice: codice.optional(),
      passkey: passkeyAssertion.optional(),
    },
    { error: 'Serve un oggetto con passMD5, codice o passkey' },
  )
  .refine(({ passMD5: digest, codice: code, passkey }) => [digest, code, passkey].filter(Boolean).length === 1, {
    error: 'Serve passMD5, oppure codice, oppure passkey',
    path: ['passMD5'],
  });

/** `message` of `POST api/conferma`. */
export interface ConfirmationAnswer {
  /** ISO instant until which the confirmation counts. */
  scade: string;
}

/** Body of `POST api/secondo-fattore`: `avvia` makes a secret, `conferma` switches the second factor on by a first code. */
export const secondFactorRequest = z.discriminatedUnion(
  'passo',
  [z.object({ passo: z.literal('avvia') }), z.object({ passo: z.literal('conferma'), codice })],
  { error: 'Serve passo: avvia, oppure conferma con il codice' },
);

/** Body of `DELETE api/secondo-fattore`: the own one, or that of `utente`. */
export const secondFactorRemoval = z
  .object({ utente: shortText.optional() }, { error: 'Serve un oggetto con utente, o niente' })
  .nullish()
  .transform((body) => body?.utente);

/** `message` of `POST api/secondo-fattore {passo: "avvia"}`. */
export interface SecondFactorBegun {
  /** Base32 text that is typed into the app where no QR code can be scanned. */
  segreto: string;
  /** `otpauth://` address for the QR code. */
  uri: string;
}

/** `message` of `POST api/secondo-fattore {passo: "conferma"}`. */
export interface SecondFactorOn {
  /** Recovery codes, which are told this once. */
  codici: string[];
}

/** `data[0]` of `GET api/secondo-fattore`. */
export interface SecondFactorState {
  /** ISO instant since which sign-ins need a code; `null` without a second factor. */
  attivo: string | null;
  /** Number of recovery codes left. */
  codici: number;
  /** The person must have one (SECONDO_FATTORE). */
  obbligatorio: boolean;
}

/**
 * Body of `POST api/login`. The user name is trimmed and compared like keys: capitals and accent encoding are ignored. A password that is
 * no digest is answered as a wrong one (401), to give no hint.
 */
export const loginRequest = z.object(
  {
    username: shortText,
    password: shortText,
    ricordami: z
      .boolean({ error: 'Serve vero o falso' })
      .nullish()
      .transform((v) => v ?? false),
    /** Code of the second factor, or a recovery code; needed from people who have one. Spaces and hyphens do not count. */
    codice: codice.nullish().transform((v) => v ?? null),
    /** Token of the browser from its last login here; a foreign token is treated as absent. */
    browser: browserTokenIn,
  },
  { error: 'Serve un oggetto con username e password' },
);
export type LoginRequest = z.infer<typeof loginRequest>;

/** `passMD5` of a user body; empty or absent keeps the password. */
export const passMD5 = z.preprocess(
  (v) => (v === null || v === '' ? undefined : v),
  z
    .string({ error: 'Serve un testo' })
    .regex(DIGEST_PASSWORD, { error: 'Serve il digest MD5 della password: 32 cifre esadecimali' })
    .refine((t) => !isEmptyPassword(t), { error: 'La password non può essere vuota' })
    .transform((t) => t.toLowerCase())
    .optional(),
);

/** The signed-in person as the browser stores them: `utente.data[0]` of the login. */
export interface UtenteInSession {
  memberID: string;
  groupID: number;
  /** Full name, or the user name if there is none. */
  name: string;
  email: string | null;
}

/** Response of `POST api/login`. */
export interface LoginAnswer {
  utente: {
    token: string;
    data: [UtenteInSession];
    /** Token that the browser stores beside the session and sends back at its next login, to be recognised for this user. */
    browser: string;
    /**
     * Weakness that the server finds in the password, so that the browser asks for another one; `null` if its digest shows none. Absent for
     * demo accounts, whose passwords everybody knows.
     */
    passwordDebole?: WeakPassword | null;
  };
}

/** `data[0]` of `GET api/sessione`. */
export interface Session extends UtenteInSession {
  /** Name of the group; `null` where the group has no record. */
  gruppo: string | null;
  marcatore: 'admin' | 'user';
  /** By area; an absent area is all zeros. */
  permessi: Permissions;
  ricordami: boolean;
  /** URL template with {percorso} of the external store that ARCHIVIO opens; `null`: the portal's own page. */
  archivioUrl: string | null;
  /** The firm's name, for printed pages. */
  ditta: string;
  /** ISO instant. */
  scade: string;
  /** Duty that the person must fulfil first; `null` if there is none. */
  dovere: SessionDuty | null;
  /** Administrator who sees the portal as this person; absent in a session of the person's own. */
  osservatore?: string;
}

/** `message` of the response of `POST api/sessioni/vedi-come`. */
export interface SeeAsAnswer {
  token: string;
  /** ISO instant of the end. */
  scade: string;
}

/** A row of `GET api/sessioni`. Instants are ISO texts. */
export interface OwnSession {
  /** Hash of the session's token. */
  id: string;
  /** "Chrome, Windows"; `null` for a session not used yet. */
  dispositivo: string | null;
  indirizzo: string | null;
  ricordami: boolean;
  creata: string;
  vista: string | null;
  scade: string;
  corrente: boolean;
}

/** `data[0]` of the response of `GET api/sessione`. */
export interface SessionAnswer extends Session {
  /**
   * Key of the drafts that the browser keeps for this person, 32 bytes in base64url; `null` for an administrator who sees the portal as this
   * person. The session storage holds a copy until sign-out.
   */
  chiaveBozze: string | null;
}
