import type { Encoding } from '#contracts/modules/contabilita/result.ts';
import type { Source } from './encoding.ts';

const LABELS: Readonly<Record<Encoding, string>> = {
  'UTF-8': 'utf-8',
  'UTF-8-BOM': 'utf-8',
  'UTF-16LE': 'utf-16le',
  'UTF-16BE': 'utf-16be',
  'WINDOWS-1252': 'windows-1252',
};

/**
 * Decodes a file in pieces, without BOM and with `
 * ` as the only line end. One decoder reads all chunks, since a character or a CRLF may span two chunks.
 */
export function* readText(source: Source, encoding: Encoding): Generator<string> {
  const decoder = new TextDecoder(LABELS[encoding]);
  let pendingCr = '';
  for (const chunk of source()) {
    let text = pendingCr + decoder.decode(chunk, { stream: true });
    pendingCr = '';
    if (text.endsWith('\r')) {
      pendingCr = '\r';
      text = text.slice(0, -1);
    }
    if (text !== '') yield withoutCr(text);
  }
  const rest = withoutCr(pendingCr + decoder.decode());
  if (rest !== '') yield rest;
}

function withoutCr(text: string): string {
  if (!text.includes('\r')) return text;
  const plain = text.replaceAll('\r\n', '\n');
  return plain.includes('\r') ? plain.replaceAll('\r', '\n') : plain;
}
