import { QR_TYPES, type QrType } from '#contracts/modules/qrcode.ts';

/** Content of a scanned code: a record of the portal, or why the code is refused. */
export type ScannedCode = { kind: QrType; id: string } | { refusal: string };

const PAGE = /^\/home\/([a-z]+)\/qrcode\/([^/]+)\/?$/;
const MAX_ID = 255;
const NOT_OURS = 'Il codice letto non è di una macchina né di un lavoratore di questo portale.';

/**
 * Parses the text of a scanned code. Only the portal's own codes are accepted; the address in the code is never opened. `host`: the
 * portal's own.
 */
export function scannedCode(text: string, host: string): ScannedCode {
  const url = parse(text.trim());
  if (!url) return { refusal: NOT_OURS };
  // the protocol is not compared: labels stay valid after a move from http to https
  if (url.host !== host || url.username || url.password)
    return { refusal: `Il codice porta a ${url.hostname}, fuori dal portale: non viene aperto.` };
  const [, kind, segment = ''] = PAGE.exec(url.pathname) ?? [];
  const [known, id] = [QR_TYPES.find((one) => one === kind), decodeSegment(segment)];
  return known && id !== null ? { kind: known, id } : { refusal: NOT_OURS };
}

/** Returns the first of the portal's codes in a picture; if there is none, the reason for the first code. */
export function firstOurs(texts: readonly string[], host: string): ScannedCode {
  const read = texts.map((text) => scannedCode(text, host));
  return read.find((one) => 'kind' in one) ?? read[0] ?? { refusal: NOT_OURS };
}

function parse(text: string): URL | null {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

function decodeSegment(segment: string): string | null {
  try {
    const id = decodeURIComponent(segment).trim();
    return id === '' || id.length > MAX_ID ? null : id;
  } catch {
    return null;
  }
}
