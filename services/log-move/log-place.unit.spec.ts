import { describe, expect, it } from 'vitest';
import { hostsOf } from './log-place.ts';

describe('come si chiama un EventStoreDB', () => {
  it.each([
    ['esdb://127.0.0.1:2113?tls=false', '127.0.0.1:2113'],
    ['esdb://admin:p@ss@registro.ditta:2113?tls=true', 'registro.ditta:2113'],
    ['esdb://uno:2113,due:2113,tre:2113?tls=true', 'uno:2113,due:2113,tre:2113'],
    ['esdb+discover://admin:changeit@cluster.ditta:2113', 'cluster.ditta:2113'],
    ['esdb://[::1]:2113/', '[::1]:2113'],
  ])('%s', (url, hosts) => {
    expect(hostsOf(url)).toBe(hosts);
  });
});
