/** For tests: builds transactions as a wallet would, and reads the chain's answers. */
import { CHAINS } from '../../chains/chains.ts';
import type { World } from '../ledger.ts';
import type { AminoMessage, SignDoc } from './amino.ts';
import { type CosmosLedger, createCosmosLedger } from './cosmos-ledger.ts';
import { encodeSignedTx, signAmino } from './cosmos-signer.ts';
import { TxRefused } from './decode-tx.ts';

export type Id = 'GAIA' | 'THOR' | 'MAYA';
export const KEY = new Uint8Array(32).fill(5);
export const OTHER = new Uint8Array(32).fill(6);
export const UNITS = { GAIA: 1_000_000n, THOR: 100_000_000n, MAYA: 10_000_000_000n } as const;
export const NATIVE_FEE = { GAIA: 0n, THOR: 2_000_000n, MAYA: 2_000_000_000n } as const;
export const MEMO = '=:BTC.BTC:bc1q<&>:1/1/0';

export function docOf(
  chain: Id,
  ledger: CosmosLedger,
  msgs: AminoMessage[],
  change: Partial<SignDoc> = {},
  key = KEY,
): SignDoc {
  const account = ledger.account(ledger.addressOfKey(key));
  const fee = chain === 'GAIA' ? [{ denom: 'uatom', amount: '1000' }] : [];
  return {
    chain_id: String(CHAINS[chain].sandbox.networkId),
    account_number: account?.accountNumber ?? '0',
    sequence: account?.sequence ?? '0',
    fee: { amount: fee, gas: '200000' },
    msgs,
    memo: '',
    ...change,
  };
}

export const sign = (chain: Id, doc: SignDoc, key = KEY): Uint8Array =>
  encodeSignedTx(signAmino(doc, key), CHAINS[chain]);

export const bankSend = (from: string, to: string, amount: bigint, denom: string): AminoMessage => ({
  type: 'cosmos-sdk/MsgSend',
  value: { from_address: from, to_address: to, amount: [{ denom, amount: amount.toString() }] },
});
export const nodeSend = (network: string, from: string, to: string, amount: bigint, denom: string): AminoMessage => ({
  ...bankSend(from, to, amount, denom),
  type: `${network}/MsgSend`,
});
export const deposit = (network: string, signer: string, asset: string, amount: bigint, memo = MEMO): AminoMessage => ({
  type: `${network}/MsgDeposit`,
  value: { coins: [{ asset, amount: amount.toString() }], memo, signer },
});

export const refusal = (work: () => unknown): [number, string] => {
  try {
    work();
  } catch (error) {
    if (error instanceof TxRefused) return [error.code, error.message];
    throw error;
  }
  return [0, ''];
};

/** A funded account, and a vault to pay. */
export async function wallet(world: World, chain: Id) {
  const ledger = createCosmosLedger(world, CHAINS[chain]);
  const address = ledger.addressOfKey(KEY);
  await ledger.fund(address, 100n * UNITS[chain]);
  return { ledger, address, vault: ledger.vaultAddress('maya-0') };
}
