import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { Program } from '../support/program.js';

const TOKEN = 'token-of-root-0000000';
const ADMIN_PASSWORD = 'the password of root';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const SERVER = 2;
const CLIENT = 3;

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number };
}
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
}
interface Export {
  resourceSpans?: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: Span[] }[];
  }[];
}

/** A collector that takes spans over HTTP. */
class Collector {
  readonly exports: Export[] = [];
  private readonly server: Server = createServer((request, response) => {
    void json(request).then((body) => {
      this.exports.push(body as Export);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.close();
  }

  private get resources() {
    return this.exports.flatMap(({ resourceSpans = [] }) => resourceSpans);
  }

  get spans(): Span[] {
    return this.resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  }

  get services(): (string | undefined)[] {
    return this.resources.map(
      ({ resource }) =>
        resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue,
    );
  }
}

/** As if the package were not installed. */
const WITHOUT_SDK = `--import ${moduleUrl(`
  import { register } from 'node:module';
  register(${JSON.stringify(
    moduleUrl(`
      export async function resolve(name, context, next) {
        return next(name === '@opentelemetry/sdk-node' ? name + '-that-is-missing' : name, context);
      }
    `),
  )});
`)}`;

function moduleUrl(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}

let program: Program;
let collector: Collector;
let database: FreshDatabase;
let url: string;

async function start(settings: Record<string, string>): Promise<void> {
  const own = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'k'.repeat(40),
    ADMIN_TOKEN: TOKEN,
    ADMIN_PASSWORD,
  };
  program.start({
    ...{ ...own, LOG_LEVEL: 'warn', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
    ...settings,
  });
  url = await program.address();
}
const createProject = () =>
  fetch(`${url}/api/v3/projects?private_token=${TOKEN}`, {
    method: 'POST',
    headers: { traceparent: `00-${TRACE}-${CALLER}-01` },
    body: new URLSearchParams({ name: 'secret-name' }),
  });
const attributesOf = (span?: Span) =>
  Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );

beforeEach(async () => {
  program = new Program();
  collector = new Collector();
  database = await freshDatabase();
});
afterEach(async () => {
  await program.remove();
  collector.close();
  await database.drop();
});

describe('OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('gets spans of requests, units of work and statements, without values', async () => {
    await start({ OTEL_EXPORTER_OTLP_ENDPOINT: await collector.listen() });
    const response = await createProject();
    expect(response.status).toBe(201);
    await fetch(`${url}/api/v3/nothing`);
    program.signal('SIGINT');
    expect(await program.exit()).toBe(0);

    expect(new Set(collector.services)).toEqual(new Set(['forgenote']));
    const spans = collector.spans.filter(({ traceId }) => traceId === TRACE);
    const named = (name: string) => spans.filter((span) => span.name === name);
    const [request] = named('POST /api/v3/projects');
    expect(request).toMatchObject({ parentSpanId: CALLER, kind: SERVER });
    expect(attributesOf(request)).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/v3/projects',
      'http.response.status_code': 201,
      'url.path': '/api/v3/projects',
      'forgenote.request_id': response.headers.get('x-request-id'),
    });
    const [read] = named('SELECT users');
    expect(read).toMatchObject({ parentSpanId: request?.spanId, kind: CLIENT });
    const [unit] = named('unit of work');
    expect(unit).toMatchObject({ parentSpanId: request?.spanId });
    for (const name of ['BEGIN', 'INSERT projects', 'COMMIT'])
      expect(named(name)).toEqual([
        expect.objectContaining({ parentSpanId: unit?.spanId, kind: CLIENT }),
      ]);
    expect(collector.spans.map(({ name }) => name)).toContain('GET');
    const text = JSON.stringify(collector.exports);
    expect(text).not.toContain('secret-name');
    expect(text).not.toContain(TOKEN);
    expect(program.stderr).toBe('');
  });

  it('has no effect but a warning if the package is missing', async () => {
    await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: await collector.listen(),
      NODE_OPTIONS: WITHOUT_SDK,
    });
    expect((await createProject()).status).toBe(201);
    program.signal('SIGINT');
    expect(await program.exit()).toBe(0);
    expect(program.stderr).toContain('@opentelemetry/sdk-node is not installed');
    expect(collector.exports).toEqual([]);
  });

  it('is ignored with OTEL_SDK_DISABLED', async () => {
    await start({
      OTEL_EXPORTER_OTLP_ENDPOINT: await collector.listen(),
      OTEL_SDK_DISABLED: 'true',
    });
    await createProject();
    program.signal('SIGINT');
    expect(await program.exit()).toBe(0);
    expect(program.stderr).toBe('');
    expect(collector.exports).toEqual([]);
  });
});
