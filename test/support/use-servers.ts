/**
 * Servers for all tests of a file. The functions register hooks, one for each step: if a hook fails, the others still
 * run. Directories run on for the next file of the worker. They end with it, and `clean-up.js` removes their folders.
 */
import { getState } from 'jest-circus';
import { Ds389 } from './ds389.js';
import { Proxy } from './proxy.js';
import { Slapd } from './slapd.js';

/** Servers of this worker that no file uses now. A start takes seconds, and a reset some milliseconds. */
const idle: (Slapd | Ds389)[] = [];

/** An OpenLDAP server. It is reset after each test, unless `keepEntries` lets tests share its entries. */
export function useSlapd({
  base,
  keepEntries = false,
}: { base?: string; keepEntries?: boolean } = {}): Slapd {
  const created = new Slapd(base);
  const isSame = (one: Slapd | Ds389) => one instanceof Slapd && one.base === created.base;
  return useDirectory((takeIdle(isSame) as Slapd | undefined) ?? created, keepEntries);
}

/** A 389 Directory Server. It is reset after each test. */
export function useDs389(): Ds389 {
  const known = takeIdle((one) => one instanceof Ds389) as Ds389 | undefined;
  return useDirectory(known ?? new Ds389(), false);
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

function takeIdle(isWanted: (one: Slapd | Ds389) => boolean): Slapd | Ds389 | undefined {
  const at = idle.findIndex(isWanted);
  return at < 0 ? undefined : idle.splice(at, 1)[0];
}

function useDirectory<Server extends Slapd | Ds389>(server: Server, keepEntries: boolean): Server {
  expectOutsideOfBlocks();
  beforeAll(async () => {
    if (!server.hasStarted) await server.start();
  });
  if (!keepEntries) afterEach(() => server.reset());
  afterAll(async () => {
    try {
      await server.reset();
      idle.push(server);
    } catch (error) {
      await server.stop();
      throw error;
    }
  });
  return server;
}

/** The hooks of a block run before those outside of it: a forge closes before its directory is reset or stops. */
function expectOutsideOfBlocks(): void {
  if (getState().currentDescribeBlock.parent)
    throw new Error('Call it outside of describe, so that the hooks of blocks run first.');
}
