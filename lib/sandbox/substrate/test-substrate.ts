/** For tests: a local Asset Hub in a world with a held clock, with funded keys, and its JSON-RPC without a port. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { type HeldWorld, heldWorld } from '../utxo/held-world.ts';
import { addressOf } from './channels.ts';
import type { Call } from './codecs.ts';
import {
  type Extra,
  type Implied,
  type SignedExtrinsic,
  type Signer,
  signExtrinsic,
  signedPayload,
  signerOf,
} from './extrinsic.ts';
import { createSubstrateLedger, type SubstrateLedger } from './substrate-ledger.ts';

export const DOT = 10n ** 10n;
export const USDC = '1337';
export const signerNamed = (name: string): Signer => signerOf(sha256(utf8ToBytes(name)));

const replySchema = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).optional(),
});
export type Reply = z.infer<typeof replySchema>;

export class TestSubstrate {
  readonly held: HeldWorld = heldWorld();
  readonly alice = signerNamed('alice');
  readonly bob = signerNamed('bob');
  ledger: SubstrateLedger = createSubstrateLedger(this.held.world, 'DOT');

  /** Gives Alice 100 DOT and 1000 of each asset, and the vault coins. */
  async fund(): Promise<this> {
    await this.ledger.fund(addressOf(this.alice.account), 100n * DOT);
    for (const token of ['1337', '1984']) await this.ledger.fund(addressOf(this.alice.account), 1_000_000_000n, token);
    await this.ledger.fund(this.ledger.vaultAddress('chainflip-0'), 1000n * DOT);
    return this;
  }

  get node() {
    return this.ledger.node;
  }

  extra(signer: Signer, more: Partial<Extra> = {}): Extra {
    return { era: 'immortal', nonce: this.node.nextNonce(signer.account), tip: 0n, withMetadataHash: false, ...more };
  }

  sign(
    call: Call,
    signer: Signer = this.alice,
    more: Partial<Extra> = {},
    implied: Partial<Implied> = {},
  ): SignedExtrinsic {
    const { genesis } = this.node;
    return signExtrinsic(signer, call, this.extra(signer, more), { genesis, birth: genesis, ...implied });
  }

  /** An extrinsic of an ed25519 account made from the seed. */
  signEd25519(seed: Uint8Array, call: Call): Uint8Array {
    const account = bytesToHex(ed25519.getPublicKey(seed));
    const extra = this.extra({ account, secretKey: seed });
    const { genesis } = this.node;
    const signature = bytesToHex(ed25519.sign(signedPayload(call, extra, { genesis, birth: genesis }), seed));
    const like = this.sign(call, this.alice, extra);
    // The same extrinsic with another signer, scheme and signature, which have fixed positions.
    const at = bytesToHex(like.bytes).indexOf(this.alice.account);
    const text = bytesToHex(like.bytes);
    const rest = text.slice(at + 64 + 2 + 128);
    return Uint8Array.from(Buffer.from(`${text.slice(0, at)}${account}00${signature}${rest}`, 'hex'));
  }

  balance(signer: Signer, token?: string): bigint {
    return this.ledger.balance(addressOf(signer.account), token);
  }

  /** Makes blocks that include what was submitted before. */
  block(count = 1): Promise<void> {
    return this.held.world.clock.step(6 * count);
  }

  async rpc(method: string, ...params: unknown[]): Promise<Reply> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await this.ledger.service.handle({ method: 'POST', path: '', query: new URLSearchParams(), body });
    return replySchema.parse(JSON.parse(answer.body));
  }

  submit(extrinsic: SignedExtrinsic | Uint8Array): Promise<Reply> {
    const bytes = extrinsic instanceof Uint8Array ? extrinsic : extrinsic.bytes;
    return this.rpc('author_submitExtrinsic', `0x${bytesToHex(bytes)}`);
  }

  /** Restarts the chain as if the process had been killed. */
  kill(): void {
    this.ledger = createSubstrateLedger(this.held.kill(), 'DOT');
  }

  remove(): void {
    this.held.remove();
  }
}
