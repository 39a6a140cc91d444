import type { OpenApiDocument } from '../../src/http/openapi/document-types.js';

export interface Operation {
  method: string;
  /** The status of a success. */
  status: number;
}

/** The operations of the document by their operationId. */
export function operationsOf(document: OpenApiDocument): Map<string, Operation> {
  const entries = Object.values(document.paths).flatMap((item) =>
    Object.entries(item).map(([method, { operationId, responses }]) => {
      const status = Number(Object.keys(responses).find((code) => code.startsWith('2')));
      return [operationId, { method: method.toUpperCase(), status }] as const;
    }),
  );
  return new Map(entries);
}
