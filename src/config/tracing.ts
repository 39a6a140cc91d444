/**
 * The variables of OpenTelemetry, if they ask for traces: with an endpoint, or with an exporter other than `none`. Null
 * if they do not.
 */
export function tracingVariables(env: NodeJS.ProcessEnv): Record<string, string> | null {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER: exporter } = env;
  if (OTEL_SDK_DISABLED?.toLowerCase() === 'true' || exporter === 'none') return null;
  const isWanted =
    exporter ?? env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (!isWanted) return null;
  const variables = Object.entries(env).filter(([name]) => name.startsWith('OTEL_'));
  return { OTEL_SERVICE_NAME: 'forgenote', ...(Object.fromEntries(variables) as object) };
}

/** Puts them into the environment, where the SDK reads them: some can come from `.env`. */
export function publishVariables(variables: Record<string, string>): void {
  Object.assign(process.env, variables);
}
