/** For tests: builds valid and invalid payments as a wallet would, and reads the chain's answers. */
import { bytesToHex } from '@noble/hashes/utils.js';
import { CHAINS } from '../../chains/chains.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import type { World } from '../ledger.ts';
import { TransactionRefused } from './accept-transaction.ts';
import { rulesOf } from './chain-rules.ts';
import { encodeTransaction } from './raw-transaction.ts';
import { p2pkhScript } from './scripts.ts';
import { type KeyScript, scriptOfKey, signTransaction } from './signer.ts';
import type { RawTransaction, TxOutput } from './tx-encoding.ts';
import { createUtxoLedger, type UtxoLedger } from './utxo-ledger.ts';

export const KEY = new Uint8Array(32).fill(7);
export const OTHER = new Uint8Array(32).fill(8);
export const COIN = 100_000_000n;
export const FAMILY = ['BTC', 'LTC', 'DOGE', 'BCH', 'DASH', 'ZEC'] as const satisfies ChainId[];
export const kindOf = (chain: ChainId): KeyScript => (rulesOf(chain).segwit ? 'p2wpkh' : 'p2pkh');

export async function get(ledger: UtxoLedger, path: string, body = '') {
  const method = body ? 'POST' : 'GET';
  return ledger.service.handle({ method, path, query: new URLSearchParams(), body });
}
export const getJson = async (ledger: UtxoLedger, path: string) => JSON.parse((await get(ledger, path)).body);

export type Coin = { txid: string; vout: number; value: bigint };
export async function coinsOf(ledger: UtxoLedger, address: string): Promise<Coin[]> {
  const list: { txid: string; vout: number; value: number }[] = await getJson(ledger, `/address/${address}/utxo`);
  return list.map(({ txid, vout, value }) => ({ txid, vout, value: BigInt(value) }));
}

export const hexOf = (tx: RawTransaction): string => bytesToHex(encodeTransaction(tx));

export type Spend = {
  coins: Coin[];
  outputs: TxOutput[];
  sequence?: number;
  lockTime?: number;
  version?: number;
  key?: Uint8Array;
};
export function spend(
  chain: ChainId,
  { coins, outputs, sequence = 0xffffffff, lockTime = 0, version, key = KEY }: Spend,
) {
  const rules = rulesOf(chain);
  const script = scriptOfKey(key, kindOf(chain));
  const { consensusBranchId } = rules;
  const tx: RawTransaction = {
    version: version ?? (consensusBranchId === undefined ? 2 : 5),
    inputs: coins.map(({ txid, vout }) => ({ txid, vout, scriptSig: new Uint8Array(), sequence, witness: [] })),
    outputs,
    lockTime,
    ...(consensusBranchId === undefined ? {} : { zcash: { consensusBranchId, expiryHeight: 0 } }),
  };
  const spent = coins.map(({ value }) => ({ value, script }));
  return signTransaction(tx, spent, key, rules);
}

export const codeAndText = (work: () => unknown): [number, string] => {
  try {
    work();
  } catch (error) {
    if (error instanceof TransactionRefused) return [error.code, error.message];
    throw error;
  }
  return [0, 'accepted'];
};

export const TO = p2pkhScript(new Uint8Array(20).fill(9));

/** Funds a wallet with one confirmed coin on a chain. */
export async function fundedWallet(world: World, chain: ChainId = 'BTC', value = COIN) {
  const ledger = createUtxoLedger(world, CHAINS[chain]);
  const address = ledger.addressOfKey(KEY, kindOf(chain));
  await ledger.fund(address, value);
  const script = scriptOfKey(KEY, kindOf(chain));
  return { ledger, address, script, coins: await coinsOf(ledger, address) };
}
