import { ForgeClient, type ForgeAnswer, type RawBody } from '../../src/app/testing/forge-client.js';
import type { Contract } from './contract.js';

export type Answer<Body = unknown> = ForgeAnswer<Body>;

/** The client of the public test kit. Throws if the OpenAPI document does not allow a response. */
export class Client extends ForgeClient {
  constructor(
    api: string,
    private readonly contract: Contract,
    headers: Record<string, string> = {},
  ) {
    super(api, headers);
  }

  as(token: string): Client {
    return this.with({ 'PRIVATE-TOKEN': token });
  }

  sudo(user: number | string): Client {
    return this.with({ Sudo: String(user) });
  }

  /** Sets the content type for a body of text or bytes. */
  type(contentType: string): Client {
    return this.with({ 'Content-Type': contentType });
  }

  override with(headers: Record<string, string>): Client {
    return new Client(this.api, this.contract, { ...this.headers, ...headers });
  }

  override async send<Body = unknown>(
    method: string,
    path: string,
    body?: RawBody | object,
  ): Promise<Answer<Body>> {
    const answer = await super.send<Body>(method, path, body);
    this.contract.check({ method, path: new URL(this.urlOf(path)).pathname, ...answer });
    return answer;
  }
}
