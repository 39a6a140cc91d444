/** Requests of clients of the forge that the runbook installs. */
import { readFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';

export const HOST = 'https://forge.example.com';
const NOTES = '/api/v3/projects/root%2Fengine/issues/1/notes';

interface Answer {
  status: number;
  body: unknown;
}

interface Sent {
  token?: string;
  form?: Record<string, string>;
  /** The address from which the request comes. */
  from?: string;
}

/** The certificate that clients trust. */
export const certificate = () => readFileSync('/etc/haproxy/forge.crt', 'utf8');

/**
 * A POST with a form, else a GET. Through the proxy the certificate has to be right. While the proxy itself answers that
 * no instance is there, as it may for some seconds after a restart, the request is sent again, for half a minute.
 */
export async function send(url: string, sent: Sent = {}): Promise<Answer> {
  for (let n = 1; ; n++) {
    const answer = await sendOnce(url, sent);
    if (answer.status !== 503 || typeof answer.body !== 'string' || n === 600) return answer;
    await delay(50);
  }
}

function sendOnce(url: string, { token, form, from }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      method: form ? 'POST' : 'GET',
      agent: false,
      headers: {
        ...(token !== undefined && { 'PRIVATE-TOKEN': token }),
        ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      },
      ...(from !== undefined && { localAddress: from }),
      ...(url.startsWith('https:') && { ca: certificate() }),
    };
    const { request } = url.startsWith('https:') ? https : http;
    const sent = request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: parsed(text) });
      });
    });
    sent.on('error', reject);
    sent.end(form && new URLSearchParams(form).toString());
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A client with a token of one user. */
export class Client {
  constructor(
    readonly token: string,
    private readonly host = HOST,
  ) {}

  at(host: string): Client {
    return new Client(this.token, host);
  }

  get = (path: string) => send(`${this.host}/api/v3${path}`, { token: this.token });

  write = (body: string) =>
    send(`${this.host}${NOTES}`, { token: this.token, form: { body } }).then(
      ({ status }) => status,
      (error: unknown) => (error as NodeJS.ErrnoException).code,
    );

  /** The texts of all notes. */
  async notes(): Promise<string[]> {
    const { status, body } = await send(`${this.host}${NOTES}?per_page=100`, { token: this.token });
    if (status !== 200) throw new Error(`The notes: ${status} ${JSON.stringify(body)}`);
    return (body as { body: string }[]).map((note) => note.body).sort();
  }
}

export const NOTES_PATH = '/projects/root%2Fengine/issues/1/notes';
