/** Checks the type of a content while it streams. */
export interface ContentCheck {
  /** Returns false once the bytes cannot be of the type any more. */
  push(chunk: Buffer): boolean;
  /** Returns whether the content is complete, which its last marker shows. */
  whole(): boolean;
}

/** Bytes in which the header must appear; blanks and a byte order mark may precede it. */
const HEAD = 1024;
/** Bytes at the end in which PDF readers search for the last marker. */
const TAIL = 1024;
const HEADER = /^(?:\xef\xbb\xbf|[\s\0])*%PDF-/;

/** Creates a check for PDF files: the header near the beginning, and the last marker near the end. */
export function pdfCheck(): ContentCheck {
  let [head, tail] = [Buffer.alloc(0), Buffer.alloc(0)];
  const begins = () => HEADER.test(head.toString('latin1'));
  return {
    push(chunk) {
      if (head.length < HEAD) head = Buffer.concat([head, chunk.subarray(0, HEAD - head.length)]);
      tail = Buffer.concat([tail, chunk.subarray(-TAIL)]).subarray(-TAIL);
      return head.length < HEAD || begins();
    },
    whole: () => begins() && tail.includes('%%EOF'),
  };
}

const [START, END, SCAN, FILL] = [0xd8, 0xd9, 0xda, 0xff];

type WalkState = 'start' | 'seek' | 'code' | 'high' | 'low' | 'end';

/**
 * Creates a check that walks a JPEG marker by marker. Each segment is skipped by its length, so that the end of an embedded thumbnail is
 * not taken for the end of the photo. Bytes that cameras write after the last marker are accepted.
 */
export function jpegCheck(): ContentCheck {
  let step = 'start' as WalkState;
  let [byteCount, marker, length, skip] = [0, 0, 0, 0];
  const byteIn: Record<WalkState, (byte: number) => boolean> = {
    start(byte) {
      byteCount += 1;
      if (byteCount === 3) step = 'code';
      return byte === [FILL, START, FILL][byteCount - 1];
    },
    seek(byte) {
      if (byte === FILL) step = 'code';
      return true;
    },
    code(byte) {
      // FF 00 is image data; D0–D7 and 01 are markers without a segment
      if (byte === FILL) return true;
      marker = byte;
      step = byte === END ? 'end' : byte === 0 || byte === 1 || (byte >= 0xd0 && byte <= 0xd7) ? 'seek' : 'high';
      return byte !== START;
    },
    high(byte) {
      [length, step] = [byte * 256, 'low'];
      return true;
    },
    low(byte) {
      length += byte;
      [skip, step] = [length - 2, 'seek'];
      return length >= 2 && !(marker === SCAN && length < 6);
    },
    end: () => true,
  };
  return {
    push(chunk) {
      for (let i = 0; i < chunk.length && step !== 'end'; i += 1) {
        const jump = Math.min(skip, chunk.length - i);
        skip -= jump;
        i += jump;
        if (step === 'seek' && skip === 0) {
          const next = chunk.indexOf(FILL, i);
          i = next === -1 ? chunk.length : next;
        }
        const byte = chunk[i];
        if (byte !== undefined && !byteIn[step](byte)) return false;
      }
      return true;
    },
    whole: () => step === 'end',
  };
}
