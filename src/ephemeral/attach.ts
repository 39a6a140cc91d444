import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Effect, FailureResponse, Faults } from './faults.js';
import type { ForgeClock } from './forge-clock.js';
import { BUILDER_HEADER, type RecordedRequest } from './protocol.js';
import type { Recorder } from './recorder.js';
import type { Target } from './request-pattern.js';

interface Parts {
  clock: ForgeClock;
  recorder: Recorder;
  faults: Faults;
}

/** What is known of a request while it runs. */
interface Observed {
  target: Target;
  record: RecordedRequest;
  /** A failure that replaces the response after the operation has run. */
  late?: Effect;
}

/** Adds clock, record and faults to the requests of one forge. They are hooks: the service itself knows none of them. */
export function attach(fastify: FastifyInstance, { clock, recorder, faults }: Parts): void {
  const requests = new WeakMap<FastifyRequest, Observed>();

  fastify.addHook('onRequest', (request, _reply, done) => {
    if (request.headers[BUILDER_HEADER] === undefined) {
      const target = targetOf(request);
      requests.set(request, { target, record: recorder.begin(request, target) });
    }
    clock.run(done);
  });

  // After the body was read, and before the service checks the token.
  fastify.addHook('preHandler', async (request, reply) => {
    const observed = requests.get(request);
    if (!observed) return undefined;
    recorder.addBody(observed.record, request);
    await faults.wait(observed.target);
    const failure = faults.takeFailure(observed.target);
    if (failure?.after === false) return send(reply, failure.response);
    if (failure) observed.late = failure;
    return undefined;
  });

  fastify.addHook('onSend', (request, reply, payload, done) => {
    const observed = requests.get(request);
    const { response } = observed?.late ?? {};
    if (response === null) {
      request.raw.socket.destroy();
    } else if (response) {
      reply.status(response.status).headers(headersOf(response));
      reply.removeHeader('content-length');
    }
    if (observed && response !== null) observed.record.status = reply.statusCode;
    done(null, response ? bodyOf(response) : payload);
  });
}

function targetOf({ method, originalUrl }: FastifyRequest): Target {
  return { method, path: originalUrl.split('?', 1)[0] ?? '' };
}

function send(reply: FastifyReply, response: FailureResponse): FastifyReply {
  if (response !== null)
    return reply.status(response.status).headers(headersOf(response)).send(bodyOf(response));
  reply.raw.socket?.destroy();
  return reply.hijack();
}

/** The type of a failure is that of the service's errors, unless the test says another. */
const headersOf = ({ headers }: NonNullable<FailureResponse>) => ({
  'content-type': 'application/json',
  ...headers,
});

const bodyOf = ({ body }: NonNullable<FailureResponse>): Buffer =>
  Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
