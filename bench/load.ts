import { Client } from 'undici';
import type { HttpRequest } from './items.js';

/** Ends at the first of these two limits. */
export interface StopCondition {
  seconds: number;
  requests?: number;
}

interface Load extends StopCondition {
  connections: number;
  status: number;
  request: (n: number) => HttpRequest;
  /** Counts responses with 503 instead of failing. The client sends its next request at once. */
  mayShed?: boolean;
}

export interface Measured {
  /** Latency in milliseconds of each request with the expected status. */
  latencies: number[];
  /** Latency in milliseconds of each request that the service shed. */
  shed: number[];
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
  const shed: number[] = [];
  const expected = [options.status, ...(options.mayShed ? [503] : [])];
  const begin = performance.now();
  const end = begin + options.seconds * 1000;
  let sent = 0;
  const work = async (client: Client) => {
    for (let now = begin; now < end && sent < (options.requests ?? Infinity);) {
      const start = performance.now();
      const status = await send(client, options.request(sent++), expected);
      now = performance.now();
      (status === options.status ? latencies : shed).push(now - start);
    }
  };
  try {
    await Promise.all(clients.map(work));
    return { latencies, shed, seconds: (performance.now() - begin) / 1000 };
  } finally {
    await Promise.all(clients.map((client) => client.destroy()));
  }
}

function send(client: Client, request: HttpRequest, expected: number[]): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0;
    client.dispatch(request, {
      onRequestStart: () => undefined,
      onResponseStart: (_controller, code) => (status = code),
      onResponseData: () => undefined,
      onResponseEnd: () => {
        if (expected.includes(status)) resolve(status);
        else reject(new Error(`${request.method} ${request.path} answered ${status}`));
      },
      onResponseError: (_controller, error) => {
        reject(error);
      },
    });
  });
}
