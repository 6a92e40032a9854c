import { describe, expect, it } from 'vitest';
import { networkOf } from './network.ts';

describe('chi si conta', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['::1', '0:0:0:0'],
    ['2001:DB8::1', '2001:db8:0:0'],
    ['2001:0db8:0001:0002:0003:0004:0005:0006', '2001:db8:1:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['1:2:3:4::', '1:2:3:4'],
    ['', ''],
  ])('%s si conta come %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
