import type { Parameter } from '../../../src/http/openapi/document-types.js';
import { ROOT, type Forge } from '../../support/app.js';
import type { Answer, Client } from '../../support/client.js';
import { parametersOf, type DocumentedOperation } from '../../support/document.js';
import type { Caller, Line } from './chapters.js';
import { shows } from './compare.js';
import { examplesOf, parameterKey, responseExamples, valuesOf } from './documented.js';

/** How the requests of a chapter are sent. */
export interface Telling {
  /** Which example of a parameter in the path, if it has several. */
  example: 'first' | 'last';
  /** `root` sends the requests of ada, with the header Sudo. */
  usesSudo: boolean;
}

/** What the requests have shown of the document. */
export interface Evidence {
  /** Keys of the examples that were real responses. */
  met: Set<string>;
  /** Keys of the examples of parameters that the service accepted. */
  accepted: Set<string>;
  wrong: unknown[];
}

/** Parameters that need another one. */
const TOGETHER: Record<string, Record<string, unknown>> = {
  cursor: { pagination: 'keyset' },
  subject_type: { subject_id: 2 },
  subject_id: { subject_type: 'user' },
};

/** The address of the client in the examples. */
const ADDRESS = { 'X-Forwarded-For': '192.0.2.1' };

interface Sent {
  parameter: Parameter;
  value: unknown;
}

/** Sends the requests of one chapter to one service. */
export class Teller {
  private readonly tokens: Record<Caller, string> = {
    root: ROOT.token,
    ada: '',
    grace: '',
    nobody: '',
  };

  constructor(
    private readonly forge: Forge,
    private readonly telling: Telling,
    private readonly evidence: Evidence,
  ) {}

  async tell({ caller, values }: Line, operation: DocumentedOperation): Promise<void> {
    const { method, requestBody } = operation;
    const sent = this.parametersSent(operation, caller, values);
    const [example] = valuesOf(requestBody?.content['application/json']?.examples);
    const body = example === undefined ? undefined : { ...example, ...values };
    const answer = await this.send(caller, operation, sent, body);
    this.learn(operation, answer, sent);
    if (operation.operationId === 'createUser') await this.createGrace();
    // Once is enough: who sends the request makes no difference.
    if (method === 'get' && !this.telling.usesSudo) await this.tryQuery(caller, operation);
  }

  /** The parameters of the path and the header, and required ones of the query. */
  private parametersSent(
    operation: DocumentedOperation,
    caller: Caller,
    values: Line['values'],
  ): Sent[] {
    const isSent = ({ name, in: place, required = false }: Parameter): boolean => {
      if (name === 'Sudo') return this.telling.usesSudo && caller === 'ada';
      // Another request with the same key would get the response to the first one.
      if (name === 'Idempotency-Key') return Object.keys(values).length === 0;
      return place === 'path' || required || name in values;
    };
    return parametersOf(operation)
      .filter(isSent)
      .map((parameter) => ({ parameter, value: values[parameter.name] ?? this.choose(parameter) }));
  }

  private choose({ schema }: Parameter): unknown {
    return examplesOf(schema).at(this.telling.example === 'first' ? 0 : -1);
  }

  private async send(
    caller: Caller,
    operation: DocumentedOperation,
    sent: Sent[],
    body?: object,
  ): Promise<Answer> {
    const of = (place: Parameter['in']) =>
      sent
        .filter(({ parameter }) => parameter.in === place)
        .map(({ parameter, value }): [string, string] => [parameter.name, String(value)]);
    const path = of('path').reduce(
      (before, [name, value]) => before.replace(`{${name}}`, encodeURIComponent(value)),
      operation.path,
    );
    const query = new URLSearchParams(of('query')).toString();
    const isSudo = sent.some(({ parameter }) => parameter.name === 'Sudo');
    return this.clientOf(isSudo ? 'root' : caller)
      .with(Object.fromEntries(of('header')))
      .send(
        operation.method.toUpperCase(),
        `${this.forge.url}${path}${query === '' ? '' : `?${query}`}`,
        body,
      );
  }

  private clientOf(caller: Caller): Client {
    const { anonymous } = this.forge;
    const client = caller === 'nobody' ? anonymous : anonymous.as(this.tokens[caller]);
    return client.with(ADDRESS);
  }

  /** Notes the examples that the response confirms. */
  private learn(operation: DocumentedOperation, { status, headers, body }: Answer, sent: Sent[]) {
    const [mediaType = ''] = (headers.get('content-type') ?? '').split(';');
    const examples = responseExamples(operation, status, mediaType);
    const shown = examples.filter(({ value }) => shows(value, body, mediaType));
    if (status >= 300 || shown.length === 0) {
      const { operationId } = operation;
      this.evidence.wrong.push({ operationId, status, body, examples });
      return;
    }
    for (const { key } of shown) this.evidence.met.add(key);
    this.accept(operation, sent);
    const { private_token: token } = (body ?? {}) as { private_token?: string };
    if (token !== undefined) this.tokens.ada = token;
  }

  private accept(operation: DocumentedOperation, sent: Sent[]): void {
    for (const { parameter, value } of sent)
      this.evidence.accepted.add(parameterKey(operation, parameter, value));
  }

  /** Sends each optional parameter of the query with each of its examples. */
  private async tryQuery(caller: Caller, operation: DocumentedOperation): Promise<void> {
    const always = this.parametersSent(operation, caller, {});
    const optional = parametersOf(operation).filter((one) => one.in === 'query' && !one.required);
    for (const parameter of optional) {
      for (const value of examplesOf(parameter.schema)) {
        const query = { ...TOGETHER[parameter.name], [parameter.name]: value };
        const sent = optional
          .filter(({ name }) => name in query)
          .map((one) => ({ parameter: one, value: query[one.name] }));
        const { status, body } = await this.send(caller, operation, [...always, ...sent]);
        if (status === 200) this.accept(operation, [{ parameter, value }]);
        else this.evidence.wrong.push({ ...operation, query, status, body });
      }
    }
  }

  private async createGrace(): Promise<void> {
    const grace = await this.forge.seed.user({ username: 'grace', name: 'Grace Hopper' });
    this.tokens.grace = grace.token;
  }
}
