import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
import { ZipFile } from 'yazl';

// yazl requires this module for the checksum of every byte that it writes, and is given Node's own, which is ten times as fast.
const require = createRequire(import.meta.url);
(require('buffer-crc32') as { unsigned(data: Buffer, before?: number): number }).unsigned = (data, before = 0) => crc32(data, before);

export { ZipFile };
