import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createdOrderSchema, envelopeSchema, orderSchema, quotesSchema } from './upstream-schemas.ts';

const folder = new URL('./__fixtures__/', import.meta.url);
const bodies = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name, envelopeSchema.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8')))] as const);
const named = (text: string) => bodies.filter(([name]) => name.includes(text));

describe('recorded answers are parsed', () => {
  it.each(named('_quote').filter(([name]) => name.startsWith('v2')))('%s', (_name, { result }) => {
    const [quote] = quotesSchema.parse(result);
    expect(quote?.destination.amount).toBeGreaterThan(0n);
    expect(quote?.solver_id).toBeDefined();
  });

  it.each(named('create_order'))('%s', (_name, { result }) => {
    expect(createdOrderSchema.parse(result).order_id).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each(named('order_status'))('%s', (_name, { result }) => {
    const order = orderSchema.parse(result);
    expect(order.source_swap.initiate_tx_hash).toBeUndefined();
    expect(order.source_swap.amount).toBeGreaterThan(0n);
    expect(order.created_at).toBeGreaterThan(Date.UTC(2025, 0));
  });

  it.each(named('error'))('%s', (_name, { status, error }) => {
    expect(status).toBe('Error');
    expect(error).toBeTruthy();
  });
});
