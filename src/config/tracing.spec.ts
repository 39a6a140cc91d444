import { tracingVariables } from './tracing.js';

describe('tracingVariables', () => {
  it.each([
    [{ OTEL_TRACES_EXPORTER: 'console' }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }],
  ])('returns the variables with a name for the service: %j', (env) => {
    expect(tracingVariables({ ...env, PATH: '/bin' })).toEqual({
      OTEL_SERVICE_NAME: 'forgenote',
      ...env,
    });
    expect(tracingVariables({ ...env, OTEL_SERVICE_NAME: 'other' })).toEqual({
      OTEL_SERVICE_NAME: 'other',
      ...env,
    });
  });

  it.each([
    [{}],
    [{ OTEL_SERVICE_NAME: 'forgenote' }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: 'none' }],
  ])('returns null if no traces are wanted: %j', (env) => {
    expect(tracingVariables(env)).toBeNull();
  });
});
