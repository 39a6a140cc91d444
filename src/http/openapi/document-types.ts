import type { Schema } from '../schema/schema.js';

/** The subset of OpenAPI 3.1 that the document uses. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: {
    title: string;
    version: string;
    description: string;
    contact: { name: string };
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  security: SecurityRequirement[];
  tags: Tag[];
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, OpenApiResponse>;
    parameters: Record<string, Parameter>;
    headers: Record<string, Header>;
    examples: Record<string, OpenApiExample>;
    securitySchemes: Record<string, object>;
  };
}

/** In the order of a path item. */
export const METHODS = ['get', 'put', 'post', 'delete'] as const;
export type Method = (typeof METHODS)[number];
export type PathItem = Partial<Record<Method, OpenApiOperation>>;
type SecurityRequirement = Record<string, string[]>;

export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: SecurityRequirement[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, OpenApiResponse | Reference>;
}

export interface Tag {
  name: string;
  description: string;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  description?: string;
  required?: boolean;
  schema: Schema;
}

export interface OpenApiResponse {
  description: string;
  headers?: Record<string, Header | Reference>;
  content: Content;
}

export interface Header {
  description: string;
  required?: boolean;
  schema: Schema;
}

export interface OpenApiExample {
  value: unknown;
}

export type MediaExamples = Record<string, OpenApiExample | Reference>;

export interface MediaType {
  schema: Schema;
  examples?: MediaExamples;
  /** How a form writes fields that are no texts, by name. */
  encoding?: Record<string, { contentType: string }>;
}

export type Content = Record<string, MediaType>;
