import { AsyncLocalStorage } from 'node:async_hooks';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { AuditTrail } from '../../src/core/audit/audit-trail.service.js';
import { Routes } from '../../src/http/openapi/routes.js';
import { operationOf } from '../../src/http/routing/operation.js';

const current = new AsyncLocalStorage<FastifyRequest>();

/**
 * Compares what requests record in the audit trail with `records` of their operations. Must be called before the
 * application is initialized.
 *
 * @returns throws if an operation that writes declares nothing, or a request has recorded something else
 */
export function watchRecords(app: NestFastifyApplication): () => void {
  const problems = new Set<string>();
  const check = (action: string) => {
    const request = current.getStore();
    if (!request || action === 'sudo.used') return;
    if (!operationOf(request)?.records?.includes(action))
      problems.add(`${request.method} ${request.routeOptions.url ?? ''} records ${action}`);
  };
  const audit = app.get(AuditTrail, { strict: false });
  const record = audit.record.bind(audit);
  const recordMany = audit.recordMany.bind(audit);
  audit.record = (unit, author, action, ...rest) => {
    check(action);
    return record(unit, author, action, ...rest);
  };
  audit.recordMany = (unit, author, records) => {
    for (const { action } of records) check(action);
    return recordMany(unit, author, records);
  };
  // Not earlier: the context is lost while a body is read.
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('preHandler', (request, _reply, done) => {
      current.run(request, done);
    });
  return () => {
    for (const { method, path, operation } of app.get(Routes).list)
      if (method !== 'get' && !operation.records)
        problems.add(`${method.toUpperCase()} ${path} does not say what it records`);
    if (problems.size > 0)
      throw new Error(`Declare it as \`records\` in @Operation:\n${[...problems].join('\n')}`);
  };
}
