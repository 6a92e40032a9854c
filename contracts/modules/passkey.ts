import { z } from 'zod';
import { LONGEST_PASSKEY_NAME, type PasskeyAssertion, type PasskeyCreation } from '../core/passkey.ts';
import { browserTokenIn, shortText } from './access-inputs.ts';

const nome = shortText.max(LONGEST_PASSKEY_NAME, { error: `Al massimo ${LONGEST_PASSKEY_NAME} caratteri` });

const base64url = (longest: number) =>
  z
    .string({ error: 'Serve un testo base64url' })
    .min(1, { error: 'Campo obbligatorio' })
    .max(longest, { error: `Al massimo ${longest} caratteri` })
    .regex(/^[\w-]+$/, { error: 'Serve un testo base64url' });

/** WebAuthn allows 1023 bytes for the id of a credential. */
const credentialId = base64url(1364);
const clientData = base64url(2048);

const MOST_TRANSPORTS = 8;
const transports = z
  .array(z.string().regex(/^[a-z-]{1,20}$/, { error: 'Trasporto sconosciuto' }), { error: 'Serve un elenco' })
  .max(MOST_TRANSPORTS, { error: `Al massimo ${MOST_TRANSPORTS} trasporti` });

const credential = { id: credentialId, rawId: credentialId, type: z.literal('public-key', { error: 'Serve public-key' }) };

/** Answer of `navigator.credentials.create()`, as JSON of WebAuthn; other members are left out. */
const creation: z.ZodType<PasskeyCreation> = z.object(
  {
    ...credential,
    response: z.object(
      { clientDataJSON: clientData, attestationObject: base64url(16_384), transports: transports.optional() },
      { error: 'Serve un oggetto' },
    ),
  },
  { error: 'Serve la risposta del dispositivo' },
);

/** Answer of `navigator.credentials.get()`, as JSON of WebAuthn; other members are left out. */
export const passkeyAssertion: z.ZodType<PasskeyAssertion> = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: clientData,
        authenticatorData: base64url(1024),
        signature: base64url(1024),
        userHandle: base64url(86).nullish(),
      },
      { error: 'Serve un oggetto' },
    ),
  },
  { error: 'Serve la risposta del dispositivo' },
);

/** Body of `POST api/passkey`: `avvia` gives the options for the device, `conferma` keeps the passkey that it made. */
export const passkeyRequest = z.discriminatedUnion(
  'passo',
  [z.object({ passo: z.literal('avvia') }), z.object({ passo: z.literal('conferma'), nome, risposta: creation })],
  { error: 'Serve passo: avvia, oppure conferma con nome e risposta' },
);

/** Body of `PUT api/passkey`. */
export const passkeyRename = z.object({ id: credentialId, nome }, { error: 'Serve un oggetto con id e nome' });

/** Body of `DELETE api/passkey`: an own one by its `id`, or all of `utente`. */
export const passkeyRemoval = z
  .object({ id: credentialId.optional(), utente: shortText.optional() }, { error: 'Serve un oggetto con id o utente' })
  .refine(({ id, utente }) => (id === undefined) !== (utente === undefined), { error: 'Serve id oppure utente', path: ['id'] });

/** Query of `GET api/passkey`: the own ones, or those of `utente`. */
export const passkeyQuery = z.object({ utente: shortText.optional() });

/** Browser tokens that a sign-in may bring: a browser knows its user only once the passkey has told them. */
const MOST_BROWSERS = 10;

/** Body of `POST api/passkey/accesso`: `avvia` gives a challenge, `conferma` opens a session. */
export const passkeySignIn = z.discriminatedUnion(
  'passo',
  [
    z.object({ passo: z.literal('avvia') }),
    z.object({
      passo: z.literal('conferma'),
      tentativo: z.string({ error: 'Serve un testo' }).regex(/^[\w-]{43}$/, { error: 'Serve il tentativo che avvia ha dato' }),
      risposta: passkeyAssertion,
      ricordami: z
        .boolean({ error: 'Serve vero o falso' })
        .nullish()
        .transform((v) => v ?? false),
      /** The only user whose passkey is accepted; for a session that goes on. */
      utente: shortText.optional(),
      /** Tokens of the browser from its last logins here; foreign tokens are treated as absent. */
      browser: z
        .array(browserTokenIn, { error: 'Serve un elenco' })
        .max(MOST_BROWSERS, { error: `Al massimo ${MOST_BROWSERS} voci` })
        .nullish()
        .transform((list) => (list ?? []).filter((token) => token !== null)),
    }),
  ],
  { error: 'Serve passo: avvia, oppure conferma con tentativo e risposta' },
);
export type PasskeySignIn = Extract<z.infer<typeof passkeySignIn>, { passo: 'conferma' }>;
