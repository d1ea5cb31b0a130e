/**
 * Reads the target of traces from the variables that OpenTelemetry itself defines, so that a deployment's existing
 * configuration works. Source: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
import { z } from 'zod';
import { choice, integer, url } from './setting-kinds.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/**
 * `key=value` pairs separated by commas, each percent-encoded. Source: W3C Baggage, whose format these variables use.
 */
const pairs = z
  .string()
  .optional()
  .transform((text, context): Record<string, string> => {
    try {
      const items = (text ?? '').split(',').filter((item) => item.trim() !== '');
      return Object.fromEntries(
        items.map((item) => {
          const at = item.indexOf('=');
          const key = item.slice(0, at).trim();
          if (at < 1 || key === '') throw new Error('no key');
          return [decodeURIComponent(key), decodeURIComponent(item.slice(at + 1).trim())];
        }),
      );
    } catch {
      context.addIssue({ code: 'custom', message: 'key=value pairs separated by commas, percent-encoded' });
      return z.NEVER;
    }
  });

const ratio = z
  .string()
  .optional()
  .transform((text, context): number => {
    const value = Number(text ?? '1');
    if (value >= 0 && value <= 1) return value;
    context.addIssue({ code: 'custom', message: 'a number from 0 to 1' });
    return z.NEVER;
  });

const protocol = z.enum(['http/json'], 'http/json, the only protocol that traces are sent by').default('http/json');

export const telemetrySettings = {
  OTEL_SDK_DISABLED: choice(['true', 'false'], 'false'),
  OTEL_TRACES_EXPORTER: choice(['otlp', 'none'], 'otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_TIMEOUT: integer(1, 600_000, 10_000),
  OTEL_SERVICE_NAME: z.string().default(''),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_SAMPLER: choice(SAMPLERS, 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: ratio,
  OTEL_BSP_SCHEDULE_DELAY: integer(1, 600_000, 5000),
  OTEL_BSP_MAX_QUEUE_SIZE: integer(1, 1_000_000, 2048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: integer(1, 100_000, 512),
};

type Given = z.output<z.ZodObject<typeof telemetrySettings>>;

/** Where traces are sent and which ones; times in milliseconds. */
export type Telemetry = {
  /** The full URL to which traces are posted. */
  url: string;
  headers: Record<string, string>;
  timeoutMs: number;
  /** Attributes of this service, `service.name` among them. */
  resource: Record<string, string>;
  /**
   * `ratio` 0 to 1 of the traces that begin here; `parentBased`: the sampling decision of the caller's trace comes
   * first.
   */
  sampler: { parentBased: boolean; ratio: number };
  scheduleDelayMs: number;
  maxQueue: number;
  maxBatch: number;
};

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: argument }: Given): Telemetry['sampler'] {
  const own = name.replace('parentbased_', '');
  return {
    parentBased: own !== name,
    ratio: own === 'always_on' ? 1 : own === 'always_off' ? 0 : argument,
  };
}

/** Undefined: no traces. Traces are made only where an endpoint is set. */
export function telemetryOf(given: Given): Telemetry | undefined {
  const base = given.OTEL_EXPORTER_OTLP_ENDPOINT;
  const target = given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base === undefined ? undefined : `${base}/v1/traces`);
  if (target === undefined || given.OTEL_SDK_DISABLED === 'true' || given.OTEL_TRACES_EXPORTER === 'none')
    return undefined;
  const resource = given.OTEL_RESOURCE_ATTRIBUTES;
  return {
    url: target,
    headers: { ...given.OTEL_EXPORTER_OTLP_HEADERS, ...given.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    timeoutMs: given.OTEL_EXPORTER_OTLP_TIMEOUT,
    resource: { ...resource, 'service.name': given.OTEL_SERVICE_NAME || (resource['service.name'] ?? 'portage') },
    sampler: samplerOf(given),
    scheduleDelayMs: given.OTEL_BSP_SCHEDULE_DELAY,
    maxQueue: given.OTEL_BSP_MAX_QUEUE_SIZE,
    maxBatch: given.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
  };
}
