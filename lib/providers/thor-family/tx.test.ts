import { fc, test } from '@fast-check/vitest';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64, bech32, hex } from '@scure/base';
import { Address, NETWORK, OutScript, p2pkh, RawTx, Script, Transaction } from '@scure/btc-signer';
import { decodeFunctionData, erc20Abi } from 'viem';
import { describe, expect, it } from 'vitest';
import type { EvmClient, Utxo, UtxoClient } from '../../chain-clients/chain-clients.ts';
import { clientsWith } from '../../chain-clients/test-clients.ts';
import { CHAINS } from '../../chains/chains.ts';
import { assetOf } from '../../domain/asset.ts';
import type { EvmTx, RouteDraft } from '../../domain/route.ts';
import { readInstruction } from '../../payments/solana/instructions.ts';
import { readSolanaMemo } from '../../payments/solana/memo.ts';
import { readSolanaTransaction } from '../../payments/solana/transaction.ts';
import { DEPOSIT_ABI, depositData } from '../../payments/thor-family/deposit-data.ts';
import { createTxBuilder } from './build-tx.ts';
import { FAMILY, type FamilyVariant } from './config.ts';
import { ALICE_BTC, ALICE_ETH, NOW_MS, request, thorQuote } from './testing/node-double.ts';
import { toRoute } from './to-routes.ts';
import { quoteSchema } from './upstream-schemas.ts';
import type { InboundChain } from './vaults.ts';

const VAULT_ETH = '0xfc7a552fb07e83fe74b91638505a0b5bdb3e1d00';
const ROUTER = '0xD37BbE5744D730a1d98d8DC97c42F0Ca46aD7146';
const USDT = 'ETH.USDT-0xdAC17F958D2ee523a2206206994597C13D831ec7';
const USDT_ADDRESS = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const MEMO = '=:b:bc1q07kx42qz758yhr7jn3pu9ffz2rwy0snlwztwf8:646211';
const signal = new AbortController().signal;

type Changes = Partial<RouteDraft> & { chain?: string };

/** A checked route whose sold amount, addresses and memo are what a test needs. */
function build(
  variant: FamilyVariant,
  sell: { asset: string; decimals: number; baseUnits: bigint },
  changes: Changes,
  clients = clientsWith(),
  gasRate?: bigint,
  network: 'mainnet' | 'sandbox' = 'mainnet',
  allowUnfunded = false,
) {
  const asset = assetOf(sell.asset);
  const of = request({ sellAsset: asset, includeTx: true, allowUnfunded });
  const inbound = new Map<string, InboundChain>(
    gasRate === undefined
      ? []
      : [
          [
            asset.chain,
            {
              chain: asset.chain,
              vaults: [],
              halted: false,
              global_trading_paused: false,
              chain_trading_paused: false,
              gas_rate: gasRate,
              gas_rate_units: 'satsperbyte',
              dust_threshold: undefined,
            },
          ],
        ],
  );
  const swap = {
    request: of,
    sell: { asset, decimals: sell.decimals, baseUnits: sell.baseUnits },
    buyDecimals: 8,
    quote: quoteSchema.parse(thorQuote({ recommended_gas_rate: undefined })),
    memo: undefined,
    affiliate: undefined,
    interval: 0,
    state: { pools: new Map(), inbound },
  };
  const route: RouteDraft = { ...toRoute(FAMILY[variant], swap), memo: MEMO, ...changes };
  const builder = createTxBuilder({ config: FAMILY[variant], clients, network, now: () => NOW_MS });
  return builder.build(route, { swap, decimalsCertain: true }, { signal });
}

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;

function evm(facts: {
  code?: string;
  balance?: bigint;
  allowance?: bigint;
  resetWanted?: boolean;
  estimate?: bigint;
}): Partial<EvmClient> {
  const { code = '0x', balance = 10n ** 30n, allowance = 0n, resetWanted = false, estimate = 50_000n } = facts;
  return {
    codeAt: async () => code,
    call: async (_to, data) => word(data.startsWith('0x70a08231') ? balance : allowance),
    rpc: async (method) => {
      if (method === 'eth_getBalance') return `0x${balance.toString(16)}`;
      if (method === 'eth_estimateGas') return `0x${estimate.toString(16)}`;
      if (method === 'eth_call' && resetWanted) throw new Error('execution reverted');
      return '0x';
    },
  };
}

const evmRoute = { sourceAddress: ALICE_ETH, targetAddress: ROUTER, vaultAddress: VAULT_ETH, expirationSeconds: 0 };
const eth = { asset: 'ETH.ETH', decimals: 18, baseUnits: 1_123_456_780_000_000_000n };
const usdt = { asset: USDT, decimals: 6, baseUnits: 1_500_000_000n };
const asEvm = (built: { tx?: RouteDraft['tx'] }): EvmTx => {
  if (built.tx?.type !== 'EVM') throw new Error('no EVM transaction');
  return built.tx.tx;
};
const depositOf = (tx: EvmTx) => decodeFunctionData({ abi: DEPOSIT_ABI, data: tx.data as `0x${string}` });
const approvalOf = (tx: EvmTx) => decodeFunctionData({ abi: erc20Abi, data: tx.data as `0x${string}` }).args;

describe('payments from accounts that are funded later', () => {
  it('are made whatever the account holds', async () => {
    const clients = clientsWith({ evm: evm({ balance: 0n }), cosmos: { balances: async () => [] } });
    const unfunded = (sell: Parameters<typeof build>[1], changes: Changes) =>
      build('thor', sell, changes, clients, undefined, 'mainnet', true);
    expect(asEvm(await unfunded(eth, evmRoute)).value).toBe(eth.baseUnits.toString());
    expect((await unfunded(usdt, evmRoute)).approvals).toHaveLength(1);
    const rune = { asset: 'THOR.RUNE', decimals: 8, baseUnits: 9n };
    expect((await unfunded(rune, { sourceAddress: 'thor1x' })).tx?.type).toBe('COSMOS');
  });
});

describe('payments of SOL', () => {
  const vault = '5n3VkMUZGCzk4Jr8Z6Z2jMadWBj5VjP1XfGK3EJchsi2';
  const payer = 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg';
  const sol = { asset: 'SOL.SOL', decimals: 9, baseUnits: 2_000_000_010n };
  const node = (lamports: bigint) =>
    clientsWith({
      solana: {
        balance: async () => lamports,
        latestBlockhash: async () => ({ blockhash: vault, lastValidBlockHeight: 9 }),
        rpc: async () => ({ value: { err: null } }),
      },
    });

  it('are one transfer to the vault and the memo, without tables', async () => {
    const changes = { sourceAddress: payer, inboundAddress: vault };
    const { tx, expirationSeconds } = await build('thor', sol, changes, node(10n ** 12n));
    expect(expirationSeconds).toBe(Math.floor(NOW_MS / 1000) + 60);
    if (tx?.type !== 'SOLANA') throw new Error('no transaction');
    const { instructions, lookups, signers } = readSolanaTransaction(tx.tx);
    expect([signers, lookups, instructions.length]).toEqual([[payer], [], 2]);
    const [transfer, memo] = instructions;
    expect(transfer && readInstruction(transfer)).toEqual({
      kind: 'transfer',
      from: payer,
      to: vault,
      baseUnits: sol.baseUnits,
    });
    expect(memo && readSolanaMemo(memo)).toBe(MEMO);
  });

  it('are not made where the money is missing', async () => {
    const built = await build('thor', sol, { sourceAddress: payer, inboundAddress: vault }, node(5n));
    expect(built.txUnavailable).toContain('holds 0.000000005 SOL');
  });
});

describe('EVM deposits', () => {
  it('send the chain’s coin through the router, exactly, with the memo and an expiry', async () => {
    const tx = asEvm(await build('thor', eth, evmRoute, clientsWith({ evm: evm({}) })));
    expect(tx).toMatchObject({ to: ROUTER, from: ALICE_ETH, value: eth.baseUnits.toString(), chain_id: 1 });
    expect(tx.data.slice(0, 10)).toBe('0x44bc937b');
    const [vault, asset, amount, memo, expiration] = depositOf(tx).args;
    expect(vault.toLowerCase()).toBe(VAULT_ETH);
    expect(BigInt(asset)).toBe(0n);
    expect([amount, memo]).toEqual([eth.baseUnits, MEMO]);
    expect(expiration).toBe(BigInt(NOW_MS / 1000 + 900));
  });

  it('live as long as the quote where that is longer than a quarter of an hour', async () => {
    const expirationSeconds = NOW_MS / 1000 + 4000;
    const tx = asEvm(await build('thor', eth, { ...evmRoute, expirationSeconds }, clientsWith({ evm: evm({}) })));
    expect(depositOf(tx).args[4]).toBe(BigInt(expirationSeconds));
  });

  it('carry chain ids of the sandbox there', async () => {
    const tx = asEvm(await build('thor', eth, evmRoute, clientsWith({ evm: evm({}) }), undefined, 'sandbox'));
    expect(tx.chain_id).toBe(CHAINS.ETH.sandbox.networkId);
  });

  it('of a token need its exact approval, and the coin none', async () => {
    const built = await build('thor', usdt, evmRoute, clientsWith({ evm: evm({}) }));
    const tx = asEvm(built);
    expect(tx.value).toBe('0');
    expect(depositOf(tx).args.slice(1, 3)).toEqual([USDT_ADDRESS, usdt.baseUnits]);
    expect(built.approvals).toHaveLength(1);
    const [approval] = built.approvals ?? [];
    expect(approval?.to).toBe(USDT_ADDRESS);
    expect(approval && approvalOf(approval)).toEqual([ROUTER, usdt.baseUnits]);
    expect((await build('thor', eth, evmRoute, clientsWith({ evm: evm({}) }))).approvals).toBeUndefined();
  });

  it('of a token like USDT take back an allowance that is left before they ask for a new one', async () => {
    const facts = { allowance: 5n, resetWanted: true };
    const { approvals = [] } = await build('thor', usdt, evmRoute, clientsWith({ evm: evm(facts) }));
    expect(approvals.map((approval) => approvalOf(approval)?.[1])).toEqual([0n, usdt.baseUnits]);
    const lenient = await build('thor', usdt, evmRoute, clientsWith({ evm: evm({ allowance: 5n }) }));
    expect(lenient.approvals).toHaveLength(1);
  });

  it('need no approval where the allowance suffices', async () => {
    const built = await build('thor', usdt, evmRoute, clientsWith({ evm: evm({ allowance: usdt.baseUnits }) }));
    expect(built.approvals).toBeUndefined();
    expect(asEvm(built).gas_limit).toBe('220000');
  });

  it('get a fifth more gas than was estimated', async () => {
    const tx = asEvm(await build('thor', eth, evmRoute, clientsWith({ evm: evm({ estimate: 200_000n }) })));
    expect(tx.gas_limit).toBe('240000');
  });

  it.each([
    ['pitfall 16: contract wallets', { code: '0x6080' }, 'contract'],
    ['delegated (EIP-7702) accounts', { code: `0xef0100${'11'.repeat(20)}` }, '7702'],
    ['accounts without the money', { balance: 1n }, 'holds'],
  ])('are not made for %s, and the route stays', async (_who, facts, word_) => {
    for (const sell of [eth, usdt]) {
      const built = await build('thor', sell, evmRoute, clientsWith({ evm: evm(facts) }));
      expect(built.tx).toBeUndefined();
      expect(built.txUnavailable).toContain(word_);
    }
  });

  it('say which setting is missing, and survive a chain that is down', async () => {
    expect((await build('thor', eth, evmRoute)).txUnavailable).toBe('Nothing is configured for ETH.');
    const down = { codeAt: () => Promise.reject(new Error('down')), rpc: () => Promise.reject(new Error('down')) };
    expect((await build('thor', eth, evmRoute, clientsWith({ evm: down }))).txUnavailable).toContain(
      'could not be asked',
    );
  });

  const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => `0x${hex.encode(bytes)}`);
  test.prop([address, address, fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.string({ maxLength: 250 }), fc.nat()])(
    'decode to what was put in',
    (vault, token, amount, memo, expirationSeconds) => {
      const data = depositData({ vault, token, amount, memo, expirationSeconds });
      const [to, asset, units, text, expiration] = decodeFunctionData({ abi: DEPOSIT_ABI, data }).args;
      expect([to.toLowerCase(), asset.toLowerCase(), units, text, expiration]).toEqual([
        vault,
        token,
        amount,
        memo,
        BigInt(expirationSeconds),
      ]);
    },
  );
});

describe('Cosmos payments', () => {
  const alice = 'thor14mh37ua4vkyur0l5ra297a4la6tmf95mt96a55';

  it('of RUNE are a MsgDeposit that carries the memo itself', async () => {
    const built = await build('thor', { asset: 'THOR.RUNE', decimals: 8, baseUnits: 123n }, { sourceAddress: alice });
    expect(built.tx).toEqual({
      type: 'COSMOS',
      tx: {
        msgs: [
          {
            type: 'thorchain/MsgDeposit',
            value: { coins: [{ asset: 'THOR.RUNE', amount: '123' }], memo: MEMO, signer: alice },
          },
        ],
        fee: { amount: [], gas: '500000000' },
        memo: '',
      },
    });
  });

  it('are signed by the account in the prefix of the network that takes them', async () => {
    const sell = { asset: 'THOR.RUNE', decimals: 8, baseUnits: 123n };
    const built = await build('thor', sell, { sourceAddress: alice }, clientsWith(), undefined, 'sandbox');
    const signer = bech32.encode('tthor', bech32.decode(alice).words);
    expect(built.tx).toMatchObject({ tx: { msgs: [{ value: { signer } }] } });
  });

  it('of CACAO are Maya’s MsgDeposit', async () => {
    const built = await build(
      'maya',
      { asset: 'MAYA.CACAO', decimals: 10, baseUnits: 5n },
      { sourceAddress: 'maya1x' },
    );
    expect(built.tx).toMatchObject({ tx: { msgs: [{ type: 'mayachain/MsgDeposit' }], fee: { gas: '10000000000' } } });
  });

  it('of RUNE into Maya are a plain transfer with the memo on the transaction', async () => {
    const vault = 'thor1ywkdg8kw4hkdjvrw4kucsttkjcmkguz2xv9yd0';
    const changes = { sourceAddress: alice, inboundAddress: vault };
    const built = await build('maya', { asset: 'THOR.RUNE', decimals: 8, baseUnits: 7n }, changes);
    expect(built.tx).toEqual({
      type: 'COSMOS',
      tx: {
        msgs: [
          {
            type: 'thorchain/MsgSend',
            value: { from_address: alice, to_address: vault, amount: [{ denom: 'rune', amount: '7' }] },
          },
        ],
        fee: { amount: [], gas: '500000000' },
        memo: MEMO,
      },
    });
  });

  it('of ATOM are a bank transfer in uatom', async () => {
    const changes = { sourceAddress: 'cosmos1a', inboundAddress: 'cosmos1v' };
    const built = await build('thor', { asset: 'GAIA.ATOM', decimals: 6, baseUnits: 1_000_001n }, changes);
    expect(built.tx).toMatchObject({
      tx: {
        msgs: [{ type: 'cosmos-sdk/MsgSend', value: { amount: [{ denom: 'uatom', amount: '1000001' }] } }],
        fee: { amount: [{ denom: 'uatom', amount: '5000' }], gas: '200000' },
        memo: MEMO,
      },
    });
  });

  it('are not made where the money is missing', async () => {
    const clients = clientsWith({ cosmos: { balances: async () => [{ denom: 'rune', amount: 122n }] } });
    const built = await build(
      'thor',
      { asset: 'THOR.RUNE', decimals: 8, baseUnits: 123n },
      { sourceAddress: alice },
      clients,
    );
    expect(built.txUnavailable).toContain('holds 0.00000122 RUNE');
  });

  it.each([
    ['THOR.TCY', 'tcy'],
    ['THOR.RUJI', 'x/ruji'],
  ])('of %s are paid from what the bank calls %s', async (asset, denom) => {
    const sell = (balance: bigint) =>
      build(
        'thor',
        { asset, decimals: 8, baseUnits: 9n },
        { sourceAddress: alice },
        clientsWith({ cosmos: { balances: async () => [{ denom, amount: balance }] } }),
      );
    expect((await sell(9n)).tx).toMatchObject({
      tx: { msgs: [{ type: 'thorchain/MsgDeposit', value: { coins: [{ asset, amount: '9' }] } }] },
    });
    expect((await sell(8n)).txUnavailable).toContain('holds 0.00000008');
  });
});

const utxo = (value: bigint, i = 0, confirmed = true): Utxo => ({
  txid: String(i).padStart(64, 'a'),
  vout: 1,
  value,
  confirmed,
});

/** A previous transaction that pays `value` to the script at output 1. */
function previous(script: Uint8Array, value: bigint): { txid: string; rawHex: string } {
  const raw = RawTx.encode({
    version: 2,
    segwitFlag: false,
    inputs: [
      { txid: new Uint8Array(32).fill(0xbb), index: 0, finalScriptSig: Uint8Array.of(0x51), sequence: 0xffffffff },
    ],
    outputs: [
      { amount: 1000n, script: OutScript.encode({ type: 'wpkh', hash: new Uint8Array(20) }) },
      { amount: value, script },
    ],
    witnesses: [],
    lockTime: 0,
  });
  return { txid: hex.encode(sha256(sha256(raw)).reverse()), rawHex: hex.encode(raw) };
}

const utxoClient = (outputs: Utxo[], more: Partial<UtxoClient> = {}): Partial<UtxoClient> => ({
  utxos: async () => outputs,
  ...more,
});
const vaultBtc = 'bc1qct4mxayrdy96d4py20l4u02mu06r667f42p9fp';
const btc = { asset: 'BTC.BTC', decimals: 8, baseUnits: 100_000n };
const btcRoute = { sourceAddress: ALICE_BTC, inboundAddress: vaultBtc };

function psbtOf(built: { tx?: RouteDraft['tx']; txUnavailable?: string }): Transaction {
  if (built.tx?.type !== 'PSBT') throw new Error(`no PSBT: ${built.txUnavailable}`);
  return Transaction.fromPSBT(base64.decode(built.tx.tx), { allowUnknownOutputs: true });
}
const outputsOf = (tx: Transaction) => Array.from({ length: tx.outputsLength }, (_, i) => tx.getOutput(i));
const inputsTotal = (tx: Transaction, value: (i: number) => bigint) =>
  Array.from({ length: tx.inputsLength }, (_, i) => value(i)).reduce((sum, one) => sum + one, 0n);

describe('PSBTs', () => {
  it('pay the vault first, carry the whole memo second and bring the change back', async () => {
    const tx = psbtOf(await build('thor', btc, btcRoute, clientsWith({ utxo: utxoClient([utxo(500_000n)]) }), 4n));
    const [vault, memo, change] = outputsOf(tx);
    expect(vault?.amount).toBe(100_000n);
    expect(vault?.script && Address(NETWORK).encode(OutScript.decode(vault.script))).toBe(vaultBtc);
    expect(memo?.amount).toBe(0n);
    expect(memo?.script && Script.decode(memo.script)).toEqual(['RETURN', new TextEncoder().encode(MEMO)]);
    expect(change?.script && Address(NETWORK).encode(OutScript.decode(change.script))).toBe(ALICE_BTC);
    const fee = 500_000n - 100_000n - (change?.amount ?? 0n);
    expect(fee).toBeGreaterThanOrEqual(4n * 200n);
    expect(fee).toBeLessThan(4n * 260n);
    expect(tx.getInput(0).sequence).toBe(0xffffffff);
    expect(tx.getInput(0).witnessUtxo?.amount).toBe(500_000n);
  });

  it('keep that order whatever the scripts are: nothing sorts the outputs', async () => {
    for (const value of [200_000n, 100_100_000n]) {
      const tx = psbtOf(
        await build(
          'thor',
          { ...btc, baseUnits: value - 50_000n },
          btcRoute,
          clientsWith({ utxo: utxoClient([utxo(value)]) }),
          1n,
        ),
      );
      expect(outputsOf(tx)[0]?.amount).toBe(value - 50_000n);
      expect(outputsOf(tx)[1]?.amount).toBe(0n);
    }
  });

  it('leave change that is dust to the fee', async () => {
    const tx = psbtOf(await build('thor', btc, btcRoute, clientsWith({ utxo: utxoClient([utxo(101_200n)]) }), 4n));
    expect(tx.outputsLength).toBe(2);
  });

  test.prop([
    fc.array(fc.bigInt({ min: 1n, max: 10_000_000n }), { minLength: 1, maxLength: 30 }),
    fc.bigInt({ min: 10_000n, max: 20_000_000n }),
    fc.bigInt({ min: 1n, max: 900n }),
  ])(
    'never spend more than there is, never pay the vault anything else, never leave dust',
    async (values, amount, rate) => {
      const outputs = values.map((value, i) => utxo(value, i));
      const built = await build(
        'thor',
        { ...btc, baseUnits: amount },
        btcRoute,
        clientsWith({ utxo: utxoClient(outputs) }),
        rate,
      );
      if (built.txUnavailable) return;
      const tx = psbtOf(built);
      const [vault, , change] = outputsOf(tx);
      const total = inputsTotal(tx, (i) => tx.getInput(i).witnessUtxo?.amount ?? 0n);
      expect(vault?.amount).toBe(amount);
      const fee = total - amount - (change?.amount ?? 0n);
      expect(fee).toBeGreaterThanOrEqual(rate * BigInt(100 + 68 * tx.inputsLength));
      if (change) expect(change.amount).toBeGreaterThanOrEqual(546n);
      else expect(fee).toBeLessThan(rate * BigInt(200 + 68 * tx.inputsLength + 31) + 546n);
    },
  );

  it('carry whole previous transactions for legacy inputs', async () => {
    const legacy = p2pkh(hex.decode('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'), NETWORK);
    const { txid, rawHex } = previous(legacy.script, 900_000n);
    const client = utxoClient([{ txid, vout: 1, value: 900_000n, confirmed: true }], {
      transactionHex: async () => rawHex,
    });
    const tx = psbtOf(
      await build('thor', btc, { ...btcRoute, sourceAddress: legacy.address ?? '' }, clientsWith({ utxo: client }), 4n),
    );
    const input = tx.getInput(0);
    expect(input.witnessUtxo).toBeUndefined();
    expect(input.nonWitnessUtxo && hex.encode(RawTx.encode(input.nonWitnessUtxo))).toBe(rawHex);
  });

  it.each([
    ['LTC', 'thor', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'ltc1q2w4h6e0pwlucnugce4rshpw3z52kv9etx7fpu5'],
    ['DOGE', 'thor', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', 'DNbdjeaEicpCpRpjopS35QGFCS42TLF4eU'],
    ['DASH', 'maya', 'XaxT9NnuEUKQTLJ7QsBG4WLXZNJ4A7P6Ec', 'XdwUXJsAaw1jjcrqTuLz6zWYkyZQRUquUB'],
  ] as const)('are made for %s', async (chain, variant, source, vault) => {
    const { utxo: net } = CHAINS[chain].mainnet;
    const coder = Address({
      bech32: net?.bech32 ?? '',
      pubKeyHash: net?.pubKeyHash[0] ?? 0,
      scriptHash: net?.scriptHash[0] ?? 0,
      wif: 0,
    });
    const { txid, rawHex } = previous(OutScript.encode(coder.decode(source)), 90_000_000_000n);
    const client = utxoClient([{ txid, vout: 1, value: 90_000_000_000n, confirmed: true }], {
      transactionHex: async () => rawHex,
    });
    const sell = { asset: `${chain}.${chain}`, decimals: 8, baseUnits: 5_000_000_000n };
    const tx = psbtOf(
      await build(variant, sell, { sourceAddress: source, inboundAddress: vault }, clientsWith({ utxo: client }), 300n),
    );
    const [first, second, third] = outputsOf(tx);
    expect(first?.script && coder.encode(OutScript.decode(first.script))).toBe(vault);
    expect(first?.amount).toBe(5_000_000_000n);
    expect(second?.amount).toBe(0n);
    expect(third?.script && coder.encode(OutScript.decode(third.script))).toBe(source);
  });

  it('spend no unconfirmed money but the sender’s own change', async () => {
    const mine = { ...utxo(400_000n, 1, false) };
    const theirs = { ...utxo(900_000n, 2, false) };
    const client = utxoClient([theirs, mine], {
      transaction: async (txid) => ({
        txid,
        vin: [{ txid: 'cc'.repeat(32), vout: 0, address: txid === mine.txid ? ALICE_BTC : vaultBtc }],
        vout: [],
      }),
    });
    const tx = psbtOf(await build('thor', btc, btcRoute, clientsWith({ utxo: client }), 4n));
    expect(tx.inputsLength).toBe(1);
    expect(tx.getInput(0).witnessUtxo?.amount).toBe(400_000n);
    const { txUnavailable } = await build(
      'thor',
      btc,
      btcRoute,
      clientsWith({ utxo: { ...client, utxos: async () => [theirs] } }),
      4n,
    );
    expect(txUnavailable).toContain('can spend 0 BTC');
    expect(txUnavailable).toContain('; 0.009 BTC more can be spent once a block has it.');
  });

  it.each([
    ['BCH', 'qzlhal4g3edkspvhcf8pt0wfm8uem7zazgm4jk9dz3'],
    ['ZEC', 't1Rv4exT7bqhZqi2j7xz8bUHDMxwosrjADU'],
  ])('are not made for %s, and the sentence says so', async (chain, sourceAddress) => {
    const built = await build(
      'thor',
      { asset: `${chain}.${chain}`, decimals: 8, baseUnits: 1_000_000n },
      { sourceAddress, inboundAddress: sourceAddress },
    );
    expect(built.txUnavailable).toContain('prepares no');
  });

  it.each([
    [
      'a Taproot sender',
      { sourceAddress: 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0' },
      'Taproot',
    ],
    ['a script sender', { sourceAddress: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3' }, 'P2WSH'],
    ['no sender', { sourceAddress: '' }, 'sent from'],
    ['a vault that is no address', { inboundAddress: 'bc1qnope' }, 'vault'],
    ['a memo of 81 bytes', { memo: 'x'.repeat(81) }, 'memo'],
  ])('are not made for %s', async (_what, changes, sentence) => {
    const built = await build(
      'thor',
      btc,
      { ...btcRoute, ...changes },
      clientsWith({ utxo: utxoClient([utxo(500_000n)]) }),
      4n,
    );
    expect(built.tx).toBeUndefined();
    expect(built.txUnavailable).toContain(sentence);
  });

  it('are not made without the money, or at a fee rate beyond reason', async () => {
    const poor = clientsWith({ utxo: utxoClient([utxo(100_100n)]) });
    expect((await build('thor', btc, btcRoute, poor, 4n)).txUnavailable).toContain('can spend 0.001001 BTC');
    expect((await build('thor', btc, btcRoute, poor, 5000n)).txUnavailable).toContain('beyond reason');
    expect((await build('thor', btc, btcRoute)).txUnavailable).toContain('Nothing is configured');
  });

  it('take addresses of both networks in the sandbox, and only the main ones on mainnet', async () => {
    const regtest = { ...btcRoute, inboundAddress: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080' };
    const clients = clientsWith({ utxo: utxoClient([utxo(500_000n)]) });
    expect((await build('thor', btc, regtest, clients, 4n, 'sandbox')).tx?.type).toBe('PSBT');
    expect((await build('thor', btc, regtest, clients, 4n)).txUnavailable).toContain('vault');
  });
});

describe('guesses', () => {
  it('a token whose decimals are not certain is not paid with', async () => {
    const { decimalsCertain, ...rest } = { decimalsCertain: false, asset: assetOf(USDT) };
    const of = request({ sellAsset: rest.asset });
    const swap = {
      request: of,
      sell: { asset: rest.asset, decimals: 6, baseUnits: 1n },
      buyDecimals: 8,
      quote: quoteSchema.parse(thorQuote()),
      memo: undefined,
      affiliate: undefined,
      interval: 0,
      state: { pools: new Map(), inbound: new Map() },
    };
    const builder = createTxBuilder({
      config: FAMILY.thor,
      clients: clientsWith({ evm: evm({}) }),
      network: 'mainnet',
      now: () => NOW_MS,
    });
    const built = await builder.build(
      { ...toRoute(FAMILY.thor, swap), memo: MEMO, ...evmRoute },
      { swap, decimalsCertain },
      { signal },
    );
    expect(built.txUnavailable).toContain('decimals');
  });
});
