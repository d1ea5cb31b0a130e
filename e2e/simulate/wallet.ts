/** Pays routes from keys of its own, as their holder's wallet does, and reads from the chains what arrived. */
import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem';
import { z } from 'zod';
import { evmTxSchema, type WireRoute } from '../../lib/api/schemas/route.ts';
import { CHAINS } from '../../lib/chains/chains.ts';
import type { ChainId } from '../../lib/domain/chain-id.ts';
import type { CosmosLedger } from '../../lib/sandbox/cosmos/cosmos-ledger.ts';
import { encodeSignedTx, signAmino } from '../../lib/sandbox/cosmos/cosmos-signer.ts';
import { buildPayment, buildSweep, type Coin as Output } from '../../lib/sandbox/utxo/build-payment.ts';
import { rulesOf } from '../../lib/sandbox/utxo/chain-rules.ts';
import { encodeTransaction } from '../../lib/sandbox/utxo/raw-transaction.ts';
import type { UtxoLedger } from '../../lib/sandbox/utxo/utxo-ledger.ts';
import {
  cosmosAccount,
  evmAccount,
  solanaAccount,
  utxoAccount,
  walletAddress,
} from '../../lib/sandbox/wallets/wallet-accounts.ts';
import type { EmulatedWorld } from './emulated-world.ts';
import { sleep } from './virtual-time.ts';

/** What is swapped. `address` is the token's, absent for a chain's coin. */
export type Coin = { id: string; chain: ChainId; token?: string; decimals: number; usd: number };

/** What a payment hands over: one that names a place to pay to, or a ready transaction. */
export type Bill = Pick<WireRoute, 'inboundAddress' | 'memo' | 'tx' | 'meta'>;

export type Wallet = {
  address(chain: ChainId): string;
  /** Gives it the coin to sell and what its chain takes as fees. */
  fund(coin: Coin, baseUnits: bigint): Promise<void>;
  /** @returns the payment's hash. */
  pay(coin: Coin, baseUnits: bigint, bill: Bill): Promise<string>;
  /** All that others paid to its account in that coin, whatever it paid itself. */
  received(coin: Coin): Promise<bigint>;
  /** Pays what a payment spends back to itself, by a transaction that takes its place. @returns whether a node took it. */
  cancel(coin: Coin, hash: string): boolean;
  /** Whether the transaction is in a block, or waits for one. */
  knows(chain: ChainId, hash: string): Promise<boolean>;
};

const quantity = z.string().transform((text) => BigInt(text));
const receiptSchema = z.object({ status: z.string(), gasUsed: quantity, effectiveGasPrice: quantity }).nullable();

const solMeta = z
  .object({ meta: z.object({ preBalances: z.array(z.number()), postBalances: z.array(z.number()) }) })
  .nullable();

const GAS_MONEY = 10n ** 18n;
const asHex = (text: string): Hex => `0x${text.replace(/^0x/, '')}`;

export function createWallet(emulated: EmulatedWorld, seed: Uint8Array): Wallet {
  const { world, evm } = emulated;
  /** By chain and coin: what came from outside the swap, and what the wallet spent. */
  const funded = new Map<string, bigint>();
  const sent: { chain: ChainId; hash: string; spends: Map<string, bigint> }[] = [];
  const addresses = new Map<ChainId, string>();
  const addressOn = (chain: ChainId): string => {
    const address = addresses.get(chain) ?? walletAddress(seed, chain);
    addresses.set(chain, address);
    return address;
  };

  const ledgerOf = (chain: ChainId) => {
    const ledger = world.ledgers[chain];
    if (!ledger) throw new Error(`no ledger of ${chain}`);
    return ledger;
  };
  const evmOf = (chain: ChainId) => {
    const ledger = evm.get(chain);
    if (!ledger) throw new Error(`${chain} is no EVM chain here`);
    return ledger;
  };
  const keyOf = (chain: ChainId, token: string | undefined) => `${chain} ${token?.toLowerCase() ?? ''}`;
  const rpc = <T>(chain: ChainId, schema: z.ZodType<T>, method: string, ...params: unknown[]) =>
    evmOf(chain)
      .node.read(method, params)
      .then((answer) => schema.parse(answer));

  async function give(chain: ChainId, token: string | undefined, baseUnits: bigint): Promise<void> {
    const key = keyOf(chain, token);
    funded.set(key, (funded.get(key) ?? 0n) + baseUnits);
    await ledgerOf(chain).fund(addressOn(chain), baseUnits, token);
  }

  async function sendEvm(
    chain: ChainId,
    call: { to: string; value: bigint; data: string },
    spends: [string, bigint][],
  ) {
    const account = evmAccount(seed);
    const wire = { from: account.address, to: call.to, data: call.data, value: `0x${call.value.toString(16)}` };
    const gas = (await rpc(chain, quantity, 'eth_estimateGas', wire).catch(() => 600_000n)) * 2n;
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: Number(CHAINS[chain].sandbox.networkId),
      nonce: Number(await rpc(chain, quantity, 'eth_getTransactionCount', account.address, 'pending')),
      to: getAddress(call.to),
      value: call.value,
      data: asHex(call.data),
      gas,
      maxFeePerGas: 3_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    });
    const hash = await evmOf(chain).node.sendRaw(raw);
    sent.push({ chain, hash, spends: new Map(spends) });
    return hash;
  }

  const isMined = async (chain: ChainId, hash: string) =>
    (await rpc(chain, receiptSchema, 'eth_getTransactionReceipt', hash)) !== null;

  async function payEvm(
    { chain, token }: Coin,
    baseUnits: bigint,
    { tx, inboundAddress, meta }: Bill,
  ): Promise<string> {
    for (const approval of meta.approvals ?? []) {
      const { to, data, value } = evmTxSchema.parse(approval);
      const hash = await sendEvm(chain, { to, data, value: BigInt(value) }, []);
      while (!(await isMined(chain, hash))) await sleep(50);
    }
    if (tx !== undefined) {
      const { to, data, value } = evmTxSchema.parse(tx);
      const spends: [string, bigint][] = [[keyOf(chain, undefined), BigInt(value)]];
      if (token !== undefined) spends.push([keyOf(chain, token), baseUnits]);
      return sendEvm(chain, { to, data, value: BigInt(value) }, spends);
    }
    if (inboundAddress === undefined) throw new Error('nothing says how to pay');
    const spends: [string, bigint][] = [[keyOf(chain, token), baseUnits]];
    if (token === undefined) return sendEvm(chain, { to: inboundAddress, value: baseUnits, data: '0x' }, spends);
    const args = [getAddress(inboundAddress), baseUnits] as const;
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args });
    return sendEvm(chain, { to: token, value: 0n, data }, spends);
  }

  const utxoOf = (chain: ChainId) => ledgerOf(chain) as UtxoLedger;
  const feePerVbyte = (chain: ChainId): bigint => (chain === 'DOGE' ? 50_000n : 20n);
  /** By hash of the payment. */
  const paidFrom = new Map<string, Output[]>();
  function payUtxo({ chain }: Coin, baseUnits: bigint, { inboundAddress, memo = '' }: Bill): string {
    if (inboundAddress === undefined) throw new Error('nothing says where to pay to');
    const { scripts, broadcast } = utxoOf(chain);
    const { privateKey, script } = utxoAccount(seed, chain);
    const rules = rulesOf(chain);
    const coins = scripts.spendable(script);
    const { tx } = buildPayment({
      rules,
      privateKey,
      ownScript: script,
      coins,
      pay: { value: baseUnits, script: scripts.scriptOf(inboundAddress) },
      memo,
      feePerVbyte: feePerVbyte(chain),
      replaceable: rules.replaceable,
    });
    const hash = broadcast(bytesToHex(encodeTransaction(tx)));
    sent.push({ chain, hash, spends: new Map() });
    const isSpent = (one: Output) => tx.inputs.some(({ txid, vout }) => txid === one.txid && vout === one.vout);
    paidFrom.set(hash, coins.filter(isSpent));
    return hash;
  }

  function cancelUtxo(chain: ChainId, payment: string): boolean {
    const { privateKey, script } = utxoAccount(seed, chain);
    const coins = paidFrom.get(payment) ?? [];
    const spender = { rules: rulesOf(chain), privateKey, ownScript: script, feePerVbyte: feePerVbyte(chain) * 5n };
    const sweep = buildSweep({ ...spender, coins, to: script });
    if (sweep === undefined) return false;
    try {
      const hash = utxoOf(chain).broadcast(bytesToHex(encodeTransaction(sweep.tx)));
      sent.push({ chain, hash, spends: new Map() });
      return true;
    } catch {
      return false;
    }
  }

  const cosmosOf = (chain: ChainId) => ledgerOf(chain) as CosmosLedger;
  function payCosmos({ chain }: Coin, baseUnits: bigint, { inboundAddress, memo = '' }: Bill): string {
    const ledger = cosmosOf(chain);
    const { privateKey, address } = cosmosAccount(seed, chain);
    const { accountNumber = '0', sequence = '0' } = ledger.account(address) ?? {};
    const network = chain === 'MAYA' ? 'mayachain' : 'thorchain';
    const isGaia = chain === 'GAIA';
    const isTransfer = inboundAddress !== undefined;
    const denom = isGaia ? 'uatom' : chain === 'MAYA' ? 'cacao' : 'rune';
    const msgs = isTransfer
      ? [
          {
            type: isGaia ? 'cosmos-sdk/MsgSend' : `${network}/MsgSend`,
            value: {
              from_address: address,
              to_address: inboundAddress,
              amount: [{ denom, amount: String(baseUnits) }],
            },
          },
        ]
      : [
          {
            type: `${network}/MsgDeposit`,
            value: {
              coins: [{ asset: chain === 'MAYA' ? 'MAYA.CACAO' : 'THOR.RUNE', amount: String(baseUnits) }],
              memo,
              signer: address,
            },
          },
        ];
    const fee = isGaia ? 1000n : 0n;
    const doc = {
      chain_id: String(CHAINS[chain].sandbox.networkId),
      account_number: accountNumber,
      sequence,
      fee: { amount: isGaia ? [{ denom: 'uatom', amount: String(fee) }] : [], gas: '200000' },
      msgs,
      memo: isTransfer ? memo : '',
    };
    const hash = ledger.broadcast(encodeSignedTx(signAmino(doc, privateKey), CHAINS[chain]));
    const nativeFee = chain === 'THOR' ? 2_000_000n : chain === 'MAYA' ? 2_000_000_000n : 0n;
    sent.push({ chain, hash, spends: new Map([[keyOf(chain, undefined), baseUnits + fee + nativeFee]]) });
    return hash;
  }

  async function rpcSol(method: string, params: unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const service = (ledgerOf('SOL') as unknown as { service: UtxoLedger['service'] }).service;
    const answer = await service.handle({ method: 'POST', path: '/', query: new URLSearchParams(), body });
    const { result, error } = JSON.parse(answer.body) as { result?: unknown; error?: unknown };
    if (error) throw new Error(JSON.stringify(error));
    return result;
  }
  async function paySol(_coin: Coin, _baseUnits: bigint, { tx }: Bill): Promise<string> {
    if (typeof tx !== 'string') throw new Error('the route has no transaction');
    const bytes = base64.decode(tx);
    bytes.set(ed25519.sign(bytes.slice(65), solanaAccount(seed).privateKey), 1);
    const hash = z.string().parse(await rpcSol('sendTransaction', [base64.encode(bytes), { encoding: 'base64' }]));
    sent.push({ chain: 'SOL', hash, spends: new Map() });
    return hash;
  }

  async function balance({ chain, token }: Coin): Promise<bigint> {
    const holder = addressOn(chain);
    if (token === undefined) return rpc(chain, quantity, 'eth_getBalance', holder, 'latest');
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [getAddress(holder)] });
    return rpc(chain, quantity, 'eth_call', { to: token, data }, 'latest');
  }

  async function spentEvm(chain: ChainId, token: string | undefined): Promise<bigint> {
    let spent = 0n;
    for (const { hash, spends } of sent.filter((one) => one.chain === chain)) {
      const receipt = await rpc(chain, receiptSchema, 'eth_getTransactionReceipt', hash);
      if (receipt === null) continue;
      if (token === undefined) spent += receipt.gasUsed * receipt.effectiveGasPrice;
      if (receipt.status === '0x1') spent += spends.get(keyOf(chain, token)) ?? 0n;
    }
    return spent;
  }

  /** What its own transactions took from the account, which signs and pays for them. */
  async function spentSol(): Promise<bigint> {
    let spent = 0n;
    for (const { hash } of sent.filter(({ chain }) => chain === 'SOL')) {
      const found = solMeta.parse(await rpcSol('getTransaction', [hash, { maxSupportedTransactionVersion: 0 }]));
      if (found) spent += BigInt(found.meta.preBalances[0] ?? 0) - BigInt(found.meta.postBalances[0] ?? 0);
    }
    return spent;
  }

  async function receivedSol({ token }: Coin): Promise<bigint> {
    const holder = addressOn('SOL');
    if (token === undefined) {
      const { value } = z.object({ value: z.number() }).parse(await rpcSol('getBalance', [holder]));
      return BigInt(value) + (await spentSol()) - (funded.get(keyOf('SOL', undefined)) ?? 0n);
    }
    const accounts = z
      .object({
        value: z.array(
          z.object({
            account: z.object({
              data: z.object({
                parsed: z.object({ info: z.object({ tokenAmount: z.object({ amount: z.string() }) }) }),
              }),
            }),
          }),
        ),
      })
      .parse(await rpcSol('getTokenAccountsByOwner', [holder, { mint: token }, { encoding: 'jsonParsed' }]));
    return accounts.value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n);
  }

  return {
    address: addressOn,
    async fund({ chain, token }, baseUnits) {
      const { kind } = CHAINS[chain];
      if (kind === 'evm') {
        await give(chain, undefined, GAS_MONEY + (token === undefined ? baseUnits : 0n));
        if (token !== undefined) await give(chain, token, baseUnits);
      } else if (kind === 'utxo') await give(chain, undefined, baseUnits + (chain === 'DOGE' ? 10n ** 10n : 100_000n));
      else if (kind === 'solana') {
        await give('SOL', undefined, 10n ** 9n + (token === undefined ? baseUnits : 0n));
        if (token !== undefined) await give('SOL', token, baseUnits);
      } else await give(chain, undefined, baseUnits + (chain === 'MAYA' ? 10n ** 10n : 10n ** 7n));
    },
    async pay(coin, baseUnits, bill) {
      const { kind } = CHAINS[coin.chain];
      if (kind === 'evm') return payEvm(coin, baseUnits, bill);
      if (kind === 'utxo') return payUtxo(coin, baseUnits, bill);
      if (kind === 'solana') return paySol(coin, baseUnits, bill);
      return payCosmos(coin, baseUnits, bill);
    },
    cancel: ({ chain }, hash) => cancelUtxo(chain, hash),
    async knows(chain, hash) {
      const spelled = CHAINS[chain].kind === 'cosmos' ? hash.toUpperCase() : hash;
      return (await ledgerOf(chain).confirmations(spelled)) !== undefined;
    },
    async received(coin) {
      const { chain, token } = coin;
      const { kind } = CHAINS[chain];
      if (kind === 'evm')
        return (await balance(coin)) + (await spentEvm(chain, token)) - (funded.get(keyOf(chain, token)) ?? 0n);
      if (kind === 'solana') return receivedSol(coin);
      if (kind === 'utxo') {
        const own = new Set(sent.map(({ hash }) => hash));
        const all = utxoOf(chain).scripts.outputs(utxoAccount(seed, chain).script);
        const came = all.filter(({ txid }) => !own.has(txid)).reduce((sum, { value }) => sum + value, 0n);
        return came - (funded.get(keyOf(chain, undefined)) ?? 0n);
      }
      const spent = sent.filter((one) => one.chain === chain).flatMap(({ spends }) => [...spends.values()]);
      const key = keyOf(chain, undefined);
      const left = cosmosOf(chain).balance(addressOn(chain));
      return left + spent.reduce((sum, one) => sum + one, 0n) - (funded.get(key) ?? 0n);
    },
  };
}
