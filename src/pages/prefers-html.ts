import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * True if the client prefers HTML to JSON, by its `Accept` header. Without a preference, as with `Accept: *\/*`
 * of curl, pages are HTML and all other paths are JSON. Tells caches that the response depends on the header.
 */
export function prefersHtml(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  isPage: boolean,
): boolean {
  addVary(reply, 'Accept');
  const accept = headers.accept ?? '';
  const html = qualityOf(accept, 'text/html');
  const json = qualityOf(accept, 'application/json');
  return html === json ? isPage || html > 0 : html > json;
}

/** Keeps what others have set, such as `Origin` by CORS. */
function addVary(reply: FastifyReply, name: string): void {
  const given = [reply.getHeader('vary') ?? []].flat().join(', ');
  const names = given.split(',').map((one) => one.trim().toLowerCase());
  if (names.includes('*') || names.includes(name.toLowerCase())) return;
  void reply.header('vary', given ? `${given}, ${name}` : name);
}

/** The quality that an `Accept` header gives to exactly this type. 0 if it does not name the type. */
function qualityOf(accept: string, type: string): number {
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (name !== type) continue;
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
  }
  return 0;
}
