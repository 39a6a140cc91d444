import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FailureResponse, Faults } from './faults.js';
import type { Intake } from './intake.js';
import { onRequestEnd } from '../../http/server/request-end.js';
import { BUILDER_HEADER } from './protocol.js';
import type { Recorder, Recording } from './recorder.js';
import { targetOf, type Target } from './request-pattern.js';
import { rejectUnknownParameters } from './strictness.js';

interface Parts {
  /** Runs code with the clock and the log of the forge. */
  run: (code: () => void) => void;
  recorder: Recorder;
  faults: Faults;
  intake: Intake;
  isStrict: boolean;
}

/** What is known of a request while it runs. */
interface Observed {
  target: Target;
  /** Undefined for requests of builders. */
  recording: Recording | undefined;
  /** Replaces the response. */
  failure?: FailureResponse;
  /** The headers of every response. A failure has these, and none of the operation, such as `Link`. */
  commonHeaders?: ReturnType<FastifyReply['getHeaders']>;
}

/**
 * Adds clock, log, record and faults to the requests of one forge, and lets them wait while its rows are replaced. They are
 * hooks: the service itself knows none of them.
 */
export function attach(
  fastify: FastifyInstance,
  { run, recorder, faults, intake, isStrict }: Parts,
): void {
  const requests = new WeakMap<FastifyRequest, Observed>();

  fastify.addHook('onRequest', (request, _reply, done) => {
    intake.enter(request, () => {
      const target = targetOf(request);
      const isBuilder = request.headers[BUILDER_HEADER] !== undefined;
      const recording = isBuilder ? undefined : recorder.begin(request, target);
      requests.set(request, { target, recording });
      run(done);
    });
  });

  // After the body was read, and before the service checks the token.
  fastify.addHook('preHandler', async (request, reply) => {
    const observed = requests.get(request);
    if (!observed) return undefined;
    const { target, recording } = observed;
    if (recording) recorder.addBody(recording, request);
    if (isStrict) rejectUnknownParameters(request);
    const mayRun =
      intake.has(request) &&
      (!recording || (await faults.wait(target, reply.raw, intake.isReplacing)));
    if (!mayRun) {
      observed.failure = null;
      return reply.send();
    }
    const failure = recording && faults.takeFailure(target);
    if (!failure) return undefined;
    observed.failure = failure.response;
    observed.commonHeaders = reply.getHeaders();
    return failure.after ? undefined : reply.send();
  });

  fastify.addHook('onSend', (request, reply, payload, done) => {
    intake.leave(request);
    const { recording, failure, commonHeaders } = requests.get(request) ?? {};
    // Without this, an export that nobody reads would wait for its reader.
    if (failure !== undefined && payload instanceof Readable) payload.destroy();
    if (failure === null) {
      closeConnection(reply.raw, () => {
        done(null, '');
      });
      return;
    }
    if (failure) {
      for (const name of Object.keys(reply.getHeaders())) reply.removeHeader(name);
      reply.status(failure.status).headers({ ...commonHeaders, ...headersOf(failure) });
    }
    const sent = failure ? bodyOf(failure) : payload;
    if (recording) recorder.addResponse(recording, reply, sent);
    done(null, sent);
  });

  onRequestEnd(fastify, (request) => {
    const recording = requests.get(request)?.recording;
    if (recording) recorder.end(recording);
  });
}

/** Not the socket alone: `inject` has none, and rejects when the response closes. */
function closeConnection(response: ServerResponse, then: () => void): void {
  if (response.destroyed) then();
  else response.once('close', then).destroy();
}

/** Without a type given, text is sent as text and anything else as JSON, like the service's errors. */
const headersOf = ({ body, headers }: NonNullable<FailureResponse>) => ({
  'content-type': typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json',
  ...headers,
});

const bodyOf = ({ body }: NonNullable<FailureResponse>): Buffer =>
  Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
