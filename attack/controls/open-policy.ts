/** A service whose pages have no Content-Security-Policy. */
import type { FastifyReply } from 'fastify';
import { PageRenderer } from '../../src/pages/page-renderer.js';

const { prototype } = PageRenderer;
const render = Reflect.get(prototype, 'render');

prototype.render = function (reply: FastifyReply, ...given) {
  const text = render.call(this, reply, ...given);
  void reply.removeHeader('content-security-policy');
  return text;
};
