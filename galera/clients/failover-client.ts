import type { HttpClient, HttpRequest, Sender } from '../../torture/clients/http-client.js';
import { isSuccess, type Outcome } from '../../torture/ledger/ledger.js';
import type { Observer } from './observer.js';

/**
 * A client of several services. It goes to the next one when a service has no answer, as a load balancer would, and never
 * repeats a request by itself. After each write it reads the result from another service.
 */
export class FailoverClient implements Sender {
  constructor(
    private readonly services: readonly { client: HttpClient; origin: string }[],
    private turn: number,
    private readonly observer: Observer,
  ) {}

  async send(request: HttpRequest): Promise<Outcome> {
    const service = this.at(this.turn);
    const outcome = await service.client.send(request);
    if (isSuccess(outcome.status)) {
      this.observer.confirmed.push(performance.now());
      await this.observer.readOwnWrite(request, outcome.id, this.at(this.turn + 1).origin);
    } else if (isAway(outcome.status)) this.turn++;
    return outcome;
  }

  private at(turn: number): { client: HttpClient; origin: string } {
    const service = this.services[turn % this.services.length];
    if (!service) throw new Error('A client needs a service');
    return service;
  }
}

export const isAway = (status: Outcome['status']): boolean =>
  typeof status === 'string' || status === 503 || status === 504;
