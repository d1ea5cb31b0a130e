/** Documents the settings of operations and branding, as `.env.example` prints them. */

export const TELEMETRY_NOTES: Record<string, string> = {
  OTEL_SDK_DISABLED: 'true: no traces.',
  OTEL_TRACES_EXPORTER: 'otlp (default) or none.',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'OpenTelemetry collector that takes OTLP over HTTP, http://127.0.0.1:4318 say. Without it no traces are made.',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'The whole address for traces, where it is not the endpoint and /v1/traces.',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json, the only one.',
  OTEL_EXPORTER_OTLP_HEADERS: 'Headers for the collector, key=value separated by commas.',
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'The same for traces alone.',
  OTEL_EXPORTER_OTLP_TIMEOUT: 'Milliseconds that the collector may take. Default 10000.',
  OTEL_SERVICE_NAME: 'Name of this service in traces. Default portage.',
  OTEL_RESOURCE_ATTRIBUTES: 'Attributes of this service in traces, key=value separated by commas.',
  OTEL_TRACES_SAMPLER:
    'Which traces are made: always_on, always_off, traceidratio, or one of them behind parentbased_. Default parentbased_always_on.',
  OTEL_TRACES_SAMPLER_ARG: 'For traceidratio: the share of traces, 0 to 1. Default 1.',
  OTEL_BSP_SCHEDULE_DELAY: 'Milliseconds between two batches of spans. Default 5000.',
  OTEL_BSP_MAX_QUEUE_SIZE: 'Spans that wait at most; further ones are dropped. Default 2048.',
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: 'Spans in a batch at most. Default 512.',
};

export const BRAND_NOTES: Record<string, string> = {
  BRAND_NAME: 'Name of this deployment on its pages. Default Portage.',
  BRAND_LOGO: 'Path of its logo: an SVG, PNG, WebP or JPEG file on this machine.',
  TERMS_URL: 'Its terms, linked in the footer.',
  PRIVACY_URL: 'Its privacy notice, linked in the footer.',
  SUPPORT_URL: 'Where people get help: an https or mailto address, linked in the footer.',
  PAGE_AFFILIATE: 'Name in AFFILIATES that gets the fee of the swaps made on the page itself.',
  PAGE_AFFILIATE_FEE_BPS: 'That fee in basis points, 0 (default) to 1000. The footer and the review say it.',
  CHAINS: 'Chains to offer (comma list). Default: all.',
  TOKENS: 'Assets to offer and no others (comma list of identifiers). Default: all.',
  TOKENS_DENIED: 'Assets not to offer (comma list of identifiers).',
};
