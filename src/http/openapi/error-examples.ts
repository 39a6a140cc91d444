import {
  Conflict,
  Invalid,
  Malformed,
  NotFound,
  RouteNotFound,
  StillRunning,
  SudoTargetNotFound,
  type ApiError,
  type ResourceName,
} from '../errors/errors.js';
import { fieldsOf } from '../schema/schema.js';
import { isParameter, pascalCase, segmentsOf, singular } from './names.js';
import type { RouteDescription } from './routes.js';
import { tagOf } from './tags.js';

/** The examples of an error that depends on the operation. Operations with the same `about` share them. */
interface ErrorExamples {
  about: string;
  errors: Record<string, ApiError>;
}

/** Errors that the operation can return with a status whose examples are not the same for all operations. */
export function errorExamples(route: RouteDescription, status: 400 | 404 | 409): ErrorExamples {
  if (status === 400) return badRequest(route);
  return status === 404 ? notFound(route) : conflict(route);
}

function badRequest({ operation, params }: RouteDescription): ErrorExamples {
  const { access, failuresAs404 = false } = operation;
  const fields = params && !failuresAs404 ? [...fieldsOf(params)] : [];
  const [required, page] = [
    fields.find(([, field]) => field.required),
    fields.find(([name]) => name === 'page'),
  ];
  const [name] = required ?? page ?? fields[0] ?? (access === 'public' ? [] : ['sudo']);
  if (name === undefined)
    return { about: '', errors: example(new Malformed('the query is not percent-encoded UTF-8')) };
  const problem = required ? 'missing' : 'invalid';
  const error = new Invalid({ [name]: [`is ${problem}`] });
  return { about: pascalCase(`${name}_${problem}`), errors: example(error) };
}

function notFound(route: RouteDescription): ErrorExamples {
  const resource = firstResource(route);
  if (resource) return { about: pascalCase(resource), errors: example(new NotFound(resource)) };
  return route.operation.access === 'public'
    ? { about: '', errors: example(new RouteNotFound()) }
    : { about: 'Sudo', errors: example(new SudoTargetNotFound('nobody')) };
}

/** The first resource in the path is also the first that is not found. */
function firstResource({ path, operation }: RouteDescription): ResourceName | undefined {
  const { answers, missing } = operation;
  const returnsNull =
    'anyOf' in answers &&
    answers.anyOf.some((one) => typeof one !== 'function' && one.type === 'null');
  if (missing || returnsNull) return missing;
  const segments = segmentsOf(path);
  const parameter = segments.findIndex(isParameter);
  const resource = parameter > 0 ? singular(segments[parameter - 1] ?? '') : '';
  return RESOURCES[resource];
}

const RESOURCES: Record<string, ResourceName> = {
  project: 'Project',
  user: 'User',
  key: 'Key',
  email: 'Email',
};

function conflict({ path, operation }: RouteDescription): ErrorExamples {
  const { conflicts, creates = false } = operation;
  const running: Record<string, ApiError> = creates
    ? { StillRunning: new StillRunning(1_000) }
    : {};
  if (conflicts === undefined) return { about: '', errors: running };
  return {
    about: pascalCase(tagOf(path)),
    errors: { ...example(new Conflict(conflicts)), ...running },
  };
}

const example = (error: ApiError): Record<string, ApiError> => ({ Example: error });
