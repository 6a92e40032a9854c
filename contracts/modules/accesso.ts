import type { SessionDuty } from '#contracts/core/session-duty.ts';
import { z } from 'zod';
import type { Permissions } from '../core/permissions.ts';

/** The digest the browser makes of a password before it sends it (part 1, section 5): MD5, hexadecimal. */
const DIGEST_PASSWORD = /^[0-9a-f]{32}$/i;
/** What it makes of no password at all: nobody may have it. */
const DIGEST_OF_NOTHING = 'd41d8cd98f00b204e9800998ecf8427e';
export const isEmptyPassword = (digest: string): boolean => digest.toLowerCase() === DIGEST_OF_NOTHING;

// oxlint-disable-next-line no-control-regex -- control characters are what it refuses
const CONTROL = /[\u0000-\u001F\u007F-\u009F]/;

const short = z
  .string({ error: 'Serve un testo' })
  .trim()
  .min(1, { error: 'Campo obbligatorio' })
  .max(255, { error: 'Al massimo 255 caratteri' })
  .refine((t) => !CONTROL.test(t), { error: 'Contiene caratteri di controllo' });

/**
 * Body of `POST api/login`. The user name is trimmed and compared as keys are: whatever its
 * capitals, and however its accents are encoded. A password that is no digest is simply a wrong one (401), never a hint.
 */
export const loginRequest = z.object(
  {
    username: short,
    password: short,
    ricordami: z
      .boolean({ error: 'Serve vero o falso' })
      .nullish()
      .transform((v) => v ?? false),
    /** The browser's own token, from its last login here; one that is none of ours is as good as none. */
    browser: z
      .unknown()
      .optional()
      .transform((v) => (typeof v === 'string' && /^[\w-]{43}$/.test(v) ? v : null)),
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

/** The signed-in person as the browser keeps them: `utente.data[0]` of the login. */
export interface UtenteInSession {
  memberID: string;
  groupID: number;
  /** Full name, or the user name where there is none. */
  name: string;
  email: string | null;
}

/** Answer of `POST api/login`. */
export interface LoginAnswer {
  utente: {
    token: string;
    data: [UtenteInSession];
    /** Kept by the browser beside the session and sent back at its next login: it knows this user. */
    browser: string;
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
  /** Template with {percorso} of the external store that ARCHIVIO opens; `null`: the portal's own page. */
  archivioUrl: string | null;
  /** The firm's name, for what is printed. */
  ditta: string;
  /** ISO instant. */
  scade: string;
  /** What the person must do first; `null` where nothing is left to do. */
  dovere: SessionDuty | null;
}

/** A row of `GET api/sessioni`. Instants are ISO texts. */
export interface OwnSession {
  /** Hash of its token. */
  id: string;
  /** "Chrome, Windows"; `null` for a session that was not used yet. */
  dispositivo: string | null;
  indirizzo: string | null;
  ricordami: boolean;
  creata: string;
  vista: string | null;
  scade: string;
  corrente: boolean;
}

/** `data[0]` of the answer. */
export interface SessionAnswer extends Session {
  /** The key of the drafts that the browser keeps for this person, 32 bytes in base64url; a copy lies in its session storage until the person signs out. */
  chiaveBozze: string;
}
