import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../domain/test-effort.ts';
import { frameMessageSchema, hostMessageSchema } from './messages.ts';
import { HOOKS, HOST_WALLETS, isWalletMethod } from './protocol.ts';
import { readHostMessage } from './read-host-message.ts';

const NONCE = 'abcdefghijklmnop';
const types = hostMessageSchema.options.map((option) => [...option.shape.type.values][0] ?? '');

const nonces = fc.constantFrom(NONCE, 'short', '', 5, undefined);
const value = fc.oneof(
  fc.constantFrom(NONCE, 'a1', '', 'x'.repeat(301), 'evm', 'sound', 'data:image/png;base64,AA', 4001, 1.5, null),
  fc.constantFrom<unknown>([], [...HOOKS], ['beforeLunch'], {}, undefined),
  fc.constantFrom<unknown>(
    { evm: { name: 'W' } },
    { evm: { name: '' } },
    { evm: 5 },
    { solana: { name: 'S', icon: 'http' } },
  ),
  fc.constantFrom<unknown>(
    { bitcoin: { name: 'B', methods: ['signPsbt'] } },
    { bitcoin: { name: 'B', methods: 'all' } },
  ),
);
const anyMessage = fc.record(
  {
    portage: fc.constantFrom(1, 1, 1, 2, '1'),
    nonce: nonces,
    type: fc.constantFrom(...types, ...types, 'hello', 'toString'),
    instance: nonces,
    id: value,
    reason: value,
    hooks: value,
    wallets: value,
    wallet: value,
    event: value,
    code: value,
    message: value,
  },
  { requiredKeys: ['portage', 'type', 'nonce'] },
);

describe('the embed’s protocol', () => {
  it('is read in the frame exactly as its schema reads it', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        expect(readHostMessage(message) !== undefined).toBe(hostMessageSchema.safeParse(message).success);
      }),
      { numRuns: cases(5000) },
    );
  });

  it('reads each type of the schema', () => {
    const whole = {
      portage: 1,
      nonce: NONCE,
      instance: NONCE,
      id: 'a1',
      hooks: [...HOOKS],
      wallets: {},
      wallet: 'evm',
      event: 'chainChanged',
      message: 'no',
    };
    expect(types.map((type) => readHostMessage({ ...whole, type })?.type)).toEqual(types);
  });

  it('drops every other message', () => {
    fc.assert(fc.property(fc.anything(), (data) => void expect(readHostMessage(data)).toBeUndefined()));
  });

  it('allows only versions in the first message', () => {
    const hello = { portage: 1, nonce: NONCE, type: 'hello', versions: [1] };
    expect(Object.keys(frameMessageSchema.parse({ ...hello, address: 'secret' }))).toEqual(Object.keys(hello));
  });

  it('allows no wallet to be asked for the signature of a plain message or for a key', () => {
    for (const wallet of HOST_WALLETS)
      for (const method of ['personal_sign', 'eth_sign', 'signMessage', 'eth_decrypt', 'exportPrivateKey', 'toString'])
        expect(isWalletMethod(wallet, method)).toBe(false);
  });
});
