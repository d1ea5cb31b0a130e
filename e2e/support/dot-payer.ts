/**
 * An external wallet on Asset Hub: holds its own key and pays an address through a node, without knowing about routes.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519';
import { compact, u8, u16, u32 } from 'scale-ts';
import { z } from 'zod';
import { networkOf } from '../../lib/chains/chains.ts';
import { decodeSs58, encodeSs58 } from '../../lib/chains/ss58.ts';

/** `assetId` 1337 is USDC, 1984 USDT; without one the payment is in DOT. */
export type DotPayment = { to: string; baseUnits: bigint; assetId?: number };

const headerSchema = z.object({ number: z.string(), parentHash: z.string() });
const blockSchema = z.object({ block: z.object({ header: headerSchema, extrinsics: z.array(z.string()) }) });
const versionSchema = z.object({ specVersion: z.number(), transactionVersion: z.number() });
const replySchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});

/** The number of blocks for which a signature is valid. */
const ERA_BLOCKS = 64;
const LONGEST_WAIT_MS = 90_000;

/** Encodes MultiAddress::Id. */
const idOf = (account: Uint8Array): Uint8Array => concatBytes(u8.enc(0), account);

/** Encodes Balances.transfer_keep_alive or Assets.transfer_keep_alive. */
function callOf({ to, baseUnits, assetId }: DotPayment): Uint8Array {
  const account = decodeSs58(to)?.account;
  if (!account) throw new Error(`no SS58 address: ${to}`);
  const amount = compact.enc(baseUnits);
  return assetId === undefined
    ? concatBytes(Uint8Array.of(10, 3), idOf(account), amount)
    : concatBytes(Uint8Array.of(50, 9), compact.enc(assetId), idOf(account), amount);
}

/** Encodes a mortal era of 64 blocks from the given block on. */
const eraOf = (block: number): Uint8Array => u16.enc((Math.log2(ERA_BLOCKS) - 1) | ((block % ERA_BLOCKS) << 4));

/** @param rpcUrl URL of the sandbox's `/rpc/dot`. */
export function createDotPayer(rpcUrl: string) {
  const secretKey = secretFromSeed(new Uint8Array(randomBytes(32)));
  const account = getPublicKey(secretKey);
  const prefix = networkOf('DOT', 'sandbox').ss58Prefix;
  if (prefix === undefined) throw new Error('DOT has no address form here');
  const address = encodeSs58(account, prefix);

  async function rpc<S extends z.ZodType>(schema: S, method: string, params: unknown[] = []): Promise<z.output<S>> {
    const response = await fetch(rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = replySchema.parse(await response.json());
    if (error) throw new Error(`${method}: ${error.code} ${error.message} ${String(error.data ?? '')}`);
    return schema.parse(result);
  }

  const bestNumber = async (): Promise<number> => Number((await rpc(headerSchema, 'chain_getHeader')).number);

  async function signed(payment: DotPayment, from: number): Promise<string> {
    const call = callOf(payment);
    const genesis = hexToBytes((await rpc(z.string(), 'chain_getBlockHash', [0])).slice(2));
    const birth = hexToBytes((await rpc(z.string(), 'chain_getBlockHash', [from])).slice(2));
    const { specVersion, transactionVersion } = await rpc(versionSchema, 'state_getRuntimeVersion');
    const nonce = await rpc(z.number(), 'system_accountNextIndex', [address]);
    // Era, nonce, tip, fee in DOT, no metadata hash.
    const extra = concatBytes(eraOf(from), compact.enc(nonce), compact.enc(0), Uint8Array.of(0, 0));
    const implied = concatBytes(u32.enc(specVersion), u32.enc(transactionVersion), genesis, birth, u8.enc(0));
    const signature = sign(secretKey, concatBytes(call, extra, implied));
    const body = concatBytes(u8.enc(0x84), idOf(account), u8.enc(1), signature, extra, call);
    return `0x${bytesToHex(concatBytes(compact.enc(body.length), body))}`;
  }

  async function extrinsicIdOf(wire: string, after: number): Promise<string> {
    const deadline = Date.now() + LONGEST_WAIT_MS;
    for (let next = after + 1; Date.now() < deadline; ) {
      const best = await bestNumber();
      for (; next <= best; next += 1) {
        const hash = await rpc(z.string(), 'chain_getBlockHash', [next]);
        const { block } = await rpc(blockSchema, 'chain_getBlock', [hash]);
        const index = block.extrinsics.indexOf(wire);
        if (index >= 0) return `${next}-${index}`;
      }
      await wait(100);
    }
    throw new Error('no block took the payment');
  }

  return {
    address,
    /** Resolves once the payment is in a block: with its `block-index`, and the hash that wallets show. */
    async pay(payment: DotPayment): Promise<{ id: string; hash: string }> {
      const from = await bestNumber();
      const wire = await signed(payment, from);
      const hash = await rpc(z.string(), 'author_submitExtrinsic', [wire]);
      return { id: await extrinsicIdOf(wire, from), hash };
    },
  };
}
