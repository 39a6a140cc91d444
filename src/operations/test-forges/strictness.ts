import type { FastifyRequest } from 'fastify';
import { TOKEN_PARAMETERS } from '../../core/auth/request-token.js';
import { SUDO } from '../../core/auth/sudo.js';
import { Invalid } from '../../http/errors/errors.js';
import { isPlainObject } from '../../http/input/plain-object.js';
import { unsupportedNames } from '../../http/input/unsupported.js';
import { OPERATION, type DeclaredOperation } from '../../http/routing/operation.js';
import { wireNames } from '../../http/schema/field-names.js';
import { fieldsOf, type SchemaClass } from '../../http/schema/schema.js';
import { API } from './request-pattern.js';

/** Every operation reads these. */
const CREDENTIALS = [...TOKEN_PARAMETERS, SUDO];

/**
 * Rejects parameters that the operation does not declare. The service ignores them: misspelled ones, and those of the
 * historic interface that have no effect.
 *
 * @throws Invalid with all of them
 */
export function rejectUnknownParameters(request: FastifyRequest): void {
  const { config, url = '' } = request.routeOptions;
  const operation = config[OPERATION];
  // Files outside the API have a version in their query.
  if (!operation || !url.startsWith(`${API}/`)) return;
  const known = knownNames(operation);
  const inPath = Object.keys(request.params as object);
  const given = [request.query, request.body].filter(isPlainObject).flatMap(Object.keys);
  const isKnown = (name: string) => known.has(name) || known.has(baseOf(name));
  const unknown = given.filter((name) => !isKnown(name) && !inPath.includes(name));
  if (unknown.length > 0)
    throw new Invalid(
      Object.fromEntries(unknown.map((name) => [name, ['is not a parameter of this operation']])),
    );
}

/** Without the brackets of `labels[]` and `identity[name]`: the operation says what is wrong with them. */
const baseOf = (name: string): string => name.replace(/\[.*$/s, '');

function knownNames({ params }: DeclaredOperation): ReadonlySet<string> {
  return new Set([...CREDENTIALS, ...(params ? declaredNames(params) : [])]);
}

const declaredNames = (params: SchemaClass): string[] => [
  ...[...fieldsOf(params).keys()].flatMap((field) => wireNames(params, field, 'neutral')),
  // They get an error of their own.
  ...unsupportedNames(params),
];
