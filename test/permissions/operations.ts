import type { OpenApiDocument } from '../../src/http/openapi/document-types.js';

export interface Operation {
  method: string;
  /** As the router writes it: `/api/v3/users/:id`. */
  path: string;
  /** The status of a success. */
  status: number;
}

/** The operations of the document by their operationId. */
export function operationsOf(document: OpenApiDocument): Map<string, Operation> {
  const entries = Object.entries(document.paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, { operationId, responses }]) => {
      const status = Number(Object.keys(responses).find((code) => code.startsWith('2')));
      const path = template.replace(/\{(\w+)\}/g, ':$1');
      return [operationId, { method: method.toUpperCase(), path, status }] as const;
    }),
  );
  return new Map(entries);
}
