import type { FastifyRequest } from 'fastify';
import { parameter } from '../../http/input/input.js';

export const SUDO = 'sudo';

/** The value of sudo: the parameter wins over the header. A blank value counts as given and is rejected later. */
export function sudoOf(request: FastifyRequest): unknown {
  const given = parameter(request, SUDO);
  return given === undefined ? request.headers[SUDO] : given;
}
