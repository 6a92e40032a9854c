import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';
import { ZipFile } from 'yazl';

// yazl asks this module for the check sum of every byte it passes on, in its form for require; Node's own is ten times as fast
const require = createRequire(import.meta.url);
(require('buffer-crc32') as { unsigned(data: Buffer, before?: number): number }).unsigned = (data, before = 0) => crc32(data, before);

export { ZipFile };
