import { setTimeout as delay } from 'node:timers/promises';
import { median, quantile } from '../../bench/statistics.js';
import { textWith } from '../clients/contents.js';
import { probeHealth } from '../clients/health-probe.js';
import type { HttpClient, HttpRequest } from '../clients/http-client.js';
import { isSuccess } from '../ledger/ledger.js';
import { newRow } from '../ledger/row.js';
import { BOTH, type Part } from '../part.js';
import type { Stage } from '../stage.js';

/** Numbers of connections among which the best throughput is. */
const USUAL = [8, 32, 96];
const MANY = 500;
const TURNS = 5;
const ISSUES = 50;
const IN_TIME_MS = 1_000;
const MIN_SHARE = 0.8;
const HEALTH_MS = 200;
/** As Retry-After asks. */
const BACK_OFF_MS = 1_000;

/** More connections than the service can serve: it serves as many as before, and refuses the others at once. */
export const overload: Part = {
  name: 'overload',
  engines: BOTH,
  control: 'busy-loop',
  alone: true,
  run: async (stage) => {
    const ms = stage.size(1_200, 5_000);
    await stage.start();
    const requests = await requestsOf(stage);
    const clients = Array.from({ length: MANY }, () => stage.connect());
    const measure = (count: number) => load(stage, clients.slice(0, count), requests, ms);
    await measure(USUAL[1] ?? 1);
    const usual = new Map(USUAL.map((count): [number, number[]] => [count, []]));
    const overloaded: Measured[] = [];
    let health = 0;
    // In turns: the same load differs by a third within a minute when the machine has other work.
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [count, rates] of usual) rates.push((await measure(count)).rate);
      const probe = probeHealth(stage.service.origin);
      overloaded.push(await measure(MANY));
      health = Math.max(health, ...(await probe.stop()));
    }

    const best = Math.max(...[...usual.values()].map(median));
    const rate = median(overloaded.map((measured) => measured.rate));
    const share = rate / best;
    const refused = overloaded.flatMap((measured) => measured.refused);
    const p99 = quantile(
      overloaded.flatMap((measured) => measured.accepted),
      0.99,
    );
    const figures = [
      `best ${Math.round(best)} requests/s`,
      `${MANY} connections ${Math.round(rate)}/s in time (${share.toFixed(2)})`,
      `p99 of accepted ${Math.round(p99)} ms`,
      `${refused.length} refused, p99 ${Math.round(quantile(refused, 0.99) || 0)} ms`,
      `/health at most ${Math.round(health)} ms`,
    ];
    if (!(share >= MIN_SHARE)) stage.faults.push(`only ${share.toFixed(2)} of the best throughput`);
    if (!(p99 < IN_TIME_MS)) stage.faults.push(`p99 of accepted requests is ${Math.round(p99)} ms`);
    if (!(health < HEALTH_MS)) stage.faults.push(`/health took ${Math.round(health)} ms`);
    return figures.join(', ');
  },
};

interface Measured {
  /** Requests per second that succeeded in time. */
  rate: number;
  /** Latencies in milliseconds. */
  accepted: number[];
  refused: number[];
}

type Send = (client: HttpClient) => Promise<{ isAccepted: boolean; ms: number }>;

/** Each client sends its next request after the response to the last one. */
async function load(
  stage: Stage,
  clients: readonly HttpClient[],
  requests: readonly Send[],
  ms: number,
): Promise<Measured> {
  const accepted: number[] = [];
  const refused: number[] = [];
  const start = performance.now();
  const random = stage.random.fork();
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < start + ms) {
        const outcome = await random.pick(requests)(client);
        (outcome.isAccepted ? accepted : refused).push(outcome.ms);
        if (!outcome.isAccepted) await delay(Math.min(BACK_OFF_MS, start + ms - performance.now()));
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  const rate = accepted.filter((one) => one < IN_TIME_MS).length / seconds;
  return { rate, accepted, refused };
}

/** Half of the requests create notes on many issues, half read a page. */
async function requestsOf(stage: Stage): Promise<Send[]> {
  const { ledger, random } = stage;
  const [player] = await stage.enter(1);
  const paths: string[] = [];
  for (let n = 0; n < ISSUES; n++) {
    const issue = await player?.createIssue();
    if (issue) paths.push(`/projects/1/issues/${issue.id}/notes`);
  }
  let count = 0;
  const create: Send = async (client) => {
    const row = newRow('notes', `zo${count++}z`);
    const body = textWith(row.marker, random);
    const request: HttpRequest = { method: 'POST', path: random.pick(paths), body: { body } };
    const outcome = await client.send(request);
    ledger.record(row, body, request, outcome);
    return { isAccepted: isSuccess(outcome.status), ms: outcome.ms };
  };
  const read: Send = async (client) => {
    const request: HttpRequest = { method: 'GET', path: random.pick(paths) };
    const outcome = await client.send(request);
    ledger.count(request, outcome);
    return { isAccepted: isSuccess(outcome.status), ms: outcome.ms };
  };
  return [create, read];
}
