/** Maximum number of passkeys of one person. */
export const PASSKEYS_KEPT = 10;

/** Maximum length of the name that a person gives a passkey. */
export const LONGEST_PASSKEY_NAME = 60;

/** Names of a credential: its id twice, as WebAuthn has it, in base64url. */
interface Credential {
  id: string;
  rawId: string;
  type: 'public-key';
}

/** Answer of `navigator.credentials.create()`, as JSON of WebAuthn; binary values in base64url. */
export interface PasskeyCreation extends Credential {
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] | undefined };
}

/** Answer of `navigator.credentials.get()`, as JSON of WebAuthn; binary values in base64url. */
export interface PasskeyAssertion extends Credential {
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | null | undefined };
}

/** Options for `navigator.credentials.create()` or `get()`, as JSON of WebAuthn. */
export type PasskeyOptions = Readonly<Record<string, unknown>> & { challenge: string };

/** `message` of `POST api/passkey {passo: "avvia"}` and of `POST api/passkey/conferma`. */
export interface PasskeyBegun {
  opzioni: PasskeyOptions;
}

/** `message` of `POST api/passkey/accesso {passo: "avvia"}`. */
export interface PasskeyAttempt extends PasskeyBegun {
  /** Token of this attempt, which the answer brings back. */
  tentativo: string;
}

/** A passkey in a person's list. Instants are ISO texts. */
export interface OwnPasskey {
  /** Id of the credential. */
  id: string;
  nome: string;
  creata: string;
  /** Last sign-in or confirmation with it; `null` before the first. */
  usata: string | null;
}

/** `data[0]` of `GET api/passkey`. */
export interface PasskeyState {
  /** Origin on which passkeys are usable; `null` where the portal has none. */
  indirizzo: string | null;
  passkey: OwnPasskey[];
}

/** `data[0]` of `GET api/passkey/accesso`. */
export type PasskeySite = Pick<PasskeyState, 'indirizzo'>;
