import { Client } from 'undici';
import type { HttpRequest } from './items.js';

/** Ends at the first of these two limits. */
export interface Until {
  seconds: number;
  requests?: number;
}

interface Load extends Until {
  connections: number;
  status: number;
  request: (n: number) => HttpRequest;
}

export interface Measured {
  /** Latency of each request in milliseconds. */
  latencies: number[];
  seconds: number;
}

/**
 * Each connection sends its next request after the response to the last one. Uses undici's `dispatch`: the body
 * streams of `request` take CPU time away from the servers.
 *
 * @throws Error at the first response with an unexpected status
 */
export async function load(origin: string, options: Load): Promise<Measured> {
  const clients = Array.from({ length: options.connections }, () => new Client(origin));
  const latencies: number[] = [];
  const begin = performance.now();
  const end = begin + options.seconds * 1000;
  let sent = 0;
  const work = async (client: Client) => {
    for (let now = begin; now < end && sent < (options.requests ?? Infinity);) {
      const start = performance.now();
      await send(client, options.request(sent++), options.status);
      now = performance.now();
      latencies.push(now - start);
    }
  };
  try {
    await Promise.all(clients.map(work));
    return { latencies, seconds: (performance.now() - begin) / 1000 };
  } finally {
    await Promise.all(clients.map((client) => client.destroy()));
  }
}

function send(client: Client, request: HttpRequest, expected: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let status = 0;
    client.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, code) => (status = code),
      onResponseData: () => undefined,
      onResponseEnd: () => {
        if (status === expected) resolve();
        else reject(new Error(`${request.method} ${request.path} answered ${status}`));
      },
      onResponseError: (_controller, error) => {
        reject(error);
      },
    });
  });
}
