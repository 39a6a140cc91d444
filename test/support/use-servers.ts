/**
 * Servers for all tests of a file. The functions register hooks, one for each step: if a hook fails, the others still
 * run.
 */
import { getState } from 'jest-circus';
import { Ds389 } from './ds389.js';
import { Proxy } from './proxy.js';
import { Slapd } from './slapd.js';

/** An OpenLDAP server. It is reset after each test, unless `keepEntries` lets tests share its entries. */
export function useSlapd({
  base,
  keepEntries = false,
}: { base?: string; keepEntries?: boolean } = {}) {
  return useDirectory(new Slapd(base), keepEntries);
}

/** A 389 Directory Server. It is reset after each test. */
export function useDs389(): Ds389 {
  return useDirectory(new Ds389(), false);
}

/** A proxy in front of a port of 127.0.0.1. It is open at the start of each test, and forwards everything. */
export function useProxy(targetPort: () => number): Proxy {
  expectOutsideOfBlocks();
  const proxy = new Proxy('127.0.0.1', targetPort);
  beforeEach(() => proxy.open());
  afterEach(() => {
    proxy.forwardAll();
    return proxy.close();
  });
  return proxy;
}

function useDirectory<Server extends Slapd | Ds389>(server: Server, keepEntries: boolean): Server {
  expectOutsideOfBlocks();
  beforeAll(() => server.start());
  if (!keepEntries) afterEach(() => server.reset());
  afterAll(() => server.stop());
  return server;
}

/** The hooks of a block run before those outside of it: a forge closes before its directory is reset or stops. */
function expectOutsideOfBlocks(): void {
  if (getState().currentDescribeBlock.parent)
    throw new Error('Call it outside of describe, so that the hooks of blocks run first.');
}
