import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '../../base/config/config.js';
import { cannotListen } from '../../http/server/port.js';

/** Metrics and the log of slow requests of one service. */
interface Observation {
  /** Must be called before the application is initialized. */
  attach: (app: NestFastifyApplication) => void;
  /** Makes the metrics available. */
  listen: () => Promise<void>;
}

/**
 * Observes the service of this process. Call it before the service is created. Loads only what the settings turn on.
 */
export async function observe(config: Config): Promise<Observation> {
  const attachments: ((app: NestFastifyApplication) => void)[] = [];
  let listen = () => Promise.resolve();
  if (config.metrics) {
    const { ProcessMetrics } = await import('../../operations/observability/process-metrics.js');
    const metrics = new ProcessMetrics();
    attachments.push((app) => {
      metrics.attach(app);
    });
    listen = () => serve(config, () => metrics.collect());
  }
  if (config.slowRequestMs > 0) {
    const { SlowRequests } = await import('../../operations/observability/slow-requests.js');
    const slowRequests = new SlowRequests(config.slowRequestMs);
    attachments.push((app) => {
      slowRequests.attach(app.getHttpAdapter().getInstance());
    });
  }
  return {
    attach: (app) => {
      for (const attach of attachments) attach(app);
    },
    listen,
  };
}

async function serve({ metrics }: Config, collect: () => Promise<string>): Promise<void> {
  if (!metrics) return;
  const { serveMetrics } = await import('../../operations/observability/scrape-server.js');
  await serveMetrics(metrics, collect).catch((error: unknown) => {
    throw cannotListen(error, metrics, 'METRICS_');
  });
}
