import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 20_000;

/** Two different ports of 127.0.0.1 that nobody listens on. */
export async function freePorts(): Promise<[number, number]> {
  const servers = [createServer(), createServer()] as const;
  const ports = servers.map(async (server) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  });
  const [first = 0, second = 0] = await Promise.all(ports);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return [first, second];
}

/** @throws Error with what the program wrote to stderr, if it ends or does not listen in time */
export async function untilItListens(child: ChildProcess, port: number): Promise<void> {
  let errors = '';
  child.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  const end = Date.now() + TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null && Date.now() < end) {
    if (await accepts(port)) return;
    await delay(10);
  }
  await endProcess(child, 'SIGKILL');
  throw new Error(`${child.spawnargs.join(' ')} does not listen: ${errors}`);
}

/** Sends the signal and waits for the end. Kills the program if that takes too long. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  // A paused program gets no signal but SIGKILL.
  child.kill('SIGCONT');
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
