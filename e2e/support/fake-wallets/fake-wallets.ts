/** Installs fake wallets in a page: the page has the real wallets' interfaces, the journey keeps the keys and knobs. */
import type { Page } from '@playwright/test';
import type { ChainId } from '../../../lib/domain/chain-id.ts';
import type { Sandbox } from '../sandbox.ts';
import { untilConfirmed } from '../utxo-payer.ts';
import { createBitcoinSigner, createComposingSigner } from './bitcoin-signer.ts';
import { createCosmosSigner } from './cosmos-signer.ts';
import { createEvmSigner } from './evm-signer.ts';
import { FakeError, type FakeSigner, freshKnobs, type Knobs } from './knobs.ts';
import { type FakeKind, installShells } from './shells.ts';
import { createSolanaSigner } from './solana-signer.ts';

/** The code with which sats-connect reports a refusal. */
const XVERSE_REJECTED = -32000;
/** The initial balance of each kind of fake, in whole coins. */
const FUNDS: Record<'evm' | 'bitcoin' | 'cosmos' | 'solana' | 'vultisig', [ChainId, string]> = {
  evm: ['ETH', '5'],
  bitcoin: ['BTC', '0.5'],
  cosmos: ['GAIA', '500'],
  solana: ['SOL', '20'],
  vultisig: ['LTC', '10'],
};

const familyOf = (kind: FakeKind): keyof typeof FUNDS => {
  if (kind === 'keplr') return 'cosmos';
  return kind === 'evm' || kind === 'solana' || kind === 'vultisig' ? kind : 'bitcoin';
};

export class FakeWallets {
  readonly #page: Page;
  readonly #baseUrl: string;
  readonly #sandbox: Sandbox;
  readonly #signers = new Map<string, FakeSigner>();
  /** Every call of the page, as `kind method`, oldest first. */
  readonly calls: string[] = [];
  readonly knobs: Knobs = freshKnobs();
  /** Base units that the next Solana payment sells. */
  soldLamports = 0n;

  constructor(page: Page, baseUrl: string, sandbox: Sandbox) {
    this.#page = page;
    this.#baseUrl = baseUrl;
    this.#sandbox = sandbox;
  }

  #signer(kind: FakeKind): FakeSigner {
    const { knobs } = this;
    const family = familyOf(kind);
    if (family === 'evm') return createEvmSigner(knobs, this.#baseUrl);
    if (family === 'cosmos') return createCosmosSigner(knobs);
    if (family === 'solana') return createSolanaSigner(knobs, () => this.soldLamports);
    if (family === 'vultisig') return createComposingSigner(knobs, this.#baseUrl, 'LTC');
    return createBitcoinSigner(knobs, kind === 'xverse' ? XVERSE_REJECTED : undefined);
  }

  /** Call before the page is opened, since real wallets exist before the page's scripts run. Funds the accounts. */
  async install(...kinds: FakeKind[]): Promise<void> {
    const slow: [ChainId, string][] = [];
    for (const kind of kinds) {
      const signer = this.#signer(kind);
      this.#signers.set(kind, signer);
      const [chain, amount] = FUNDS[familyOf(kind)];
      await this.#sandbox.fund(chain, signer.addresses[0], amount);
      if (chain === 'BTC' || chain === 'LTC') slow.push([chain, signer.addresses[0]]);
    }
    await Promise.all(slow.map(([chain, address]) => untilConfirmed(this.#baseUrl, chain, address)));
    await this.#page.exposeFunction('fakeWallet', async (kind: string, method: string, params: unknown[]) => {
      this.calls.push(`${kind} ${method}`);
      try {
        return { value: (await this.#signers.get(kind)?.request(method, params)) ?? null };
      } catch (error) {
        const code = error instanceof FakeError ? error.code : -32603;
        return { error: { code, message: error instanceof Error ? error.message : String(error) } };
      }
    });
    await this.#page.addInitScript(installShells, kinds);
  }

  addresses(kind: FakeKind): [string, string] {
    const signer = this.#signers.get(kind);
    if (!signer) throw new Error(`${kind} is not installed`);
    return signer.addresses;
  }

  /** Emits an event of the wallet, as extensions do when a person changes something in them. */
  async says(kind: FakeKind, event: string, payload: unknown): Promise<void> {
    await this.#page.evaluate(
      ([of, name, what]) => {
        const tell: unknown = Reflect.get(window, 'fakeWalletSays');
        if (typeof tell === 'function') tell(of, name, what);
      },
      [kind, event, payload] as const,
    );
  }
}
