import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FailureResponse, Faults } from './faults.js';
import type { ForgeClock } from './forge-clock.js';
import { BUILDER_HEADER, type RecordedRequest } from './protocol.js';
import type { Recorder } from './recorder.js';
import { targetOf, type Target } from './request-pattern.js';

interface Parts {
  clock: ForgeClock;
  recorder: Recorder;
  faults: Faults;
}

/** What is known of a request while it runs. */
interface Observed {
  target: Target;
  record: RecordedRequest;
  /** Replaces the response. */
  failure?: FailureResponse;
  /** The headers of every response. A failure has these, and none of the operation, such as `Link`. */
  commonHeaders?: ReturnType<FastifyReply['getHeaders']>;
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
    if (!failure) return undefined;
    observed.failure = failure.response;
    observed.commonHeaders = reply.getHeaders();
    return failure.after ? undefined : reply.send();
  });

  fastify.addHook('onSend', (request, reply, payload, done) => {
    const { record, failure, commonHeaders } = requests.get(request) ?? {};
    // Without this, a stream that nobody reads keeps its place among the large responses.
    if (failure !== undefined && payload instanceof Readable) payload.destroy();
    if (failure === null) {
      request.raw.socket.destroy();
      done(null, '');
      return;
    }
    if (failure) {
      for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
      reply.status(failure.status).headers({ ...commonHeaders, ...headersOf(failure) });
    }
    if (record) record.status = reply.statusCode;
    done(null, failure ? bodyOf(failure) : payload);
  });
}

/** The type of a failure is that of the service's errors, unless the test says another. */
const headersOf = ({ headers }: NonNullable<FailureResponse>) => ({
  'content-type': 'application/json',
  ...headers,
});

const bodyOf = ({ body }: NonNullable<FailureResponse>): Buffer =>
  Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
