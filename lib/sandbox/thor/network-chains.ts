/**
 * Lists the chains connected to each network, with their dust, gas and block times. Sources: common/chain.go, recorded
 * lists.
 */
export type NodeChainKind = 'utxo' | 'evm' | 'cosmos' | 'other';

/** A connected chain. Sources: common/chain.go, x/…/querier_quotes.go and recorded `inbound_addresses`. */
export type NodeChain = {
  chain: string;
  kind: NodeChainKind;
  gasAsset: string;
  /** Decimals of the gas asset on its own chain. */
  decimals: number;
  dust: bigint;
  gasUnits: string;
  observedFeeRate: bigint;
  outboundSize: bigint;
  outboundFee: bigint;
  blockMs: number;
  /** The block reward in whole coins, which confirmation counting compares with. */
  coinbase?: bigint;
  confirmationFloor?: number;
  memoLimit: number;
  /** For chains without a local ledger: an address that cannot be paid. */
  placeholder?: string;
};

const utxo = (
  chain: string,
  rest: Omit<NodeChain, 'chain' | 'kind' | 'gasAsset' | 'decimals' | 'gasUnits' | 'memoLimit'>,
) =>
  ({
    chain,
    kind: 'utxo',
    gasAsset: `${chain}.${chain}`,
    decimals: 8,
    gasUnits: 'satsperbyte',
    memoLimit: 80,
    ...rest,
  }) as const;
const evm = (
  chain: string,
  coin: string,
  gasUnits: string,
  rest: Omit<NodeChain, 'chain' | 'kind' | 'gasAsset' | 'decimals' | 'gasUnits' | 'memoLimit'>,
) => ({ chain, kind: 'evm', gasAsset: `${chain}.${coin}`, decimals: 18, gasUnits, memoLimit: 250, ...rest }) as const;
const ONE = 100_000_000n;

export const THOR_CHAINS: readonly NodeChain[] = [
  evm('AVAX', 'AVAX', 'nAVAX', {
    dust: 100_000n,
    observedFeeRate: 2n,
    outboundSize: 80_000n,
    outboundFee: 1_389_000n,
    blockMs: 1000,
  }),
  evm('BASE', 'ETH', 'mwei', {
    dust: 1000n,
    observedFeeRate: 10n,
    outboundSize: 80_000n,
    outboundFee: 7_577n,
    blockMs: 2000,
    confirmationFloor: 12,
  }),
  utxo('BCH', {
    dust: 10_000n,
    observedFeeRate: 2n,
    outboundSize: 1500n,
    outboundFee: 48_077n,
    blockMs: 600_000,
    coinbase: 3n,
  }),
  evm('BSC', 'BNB', 'gwei', {
    dust: 10_000n,
    observedFeeRate: 1n,
    outboundSize: 80_000n,
    outboundFee: 27_778n,
    blockMs: 450,
  }),
  utxo('BTC', {
    dust: 1000n,
    observedFeeRate: 2n,
    outboundSize: 1000n,
    outboundFee: 1058n,
    blockMs: 600_000,
    coinbase: 3n,
  }),
  utxo('DOGE', {
    dust: ONE,
    observedFeeRate: 100_000n,
    outboundSize: 1000n,
    outboundFee: 156_250_000n,
    blockMs: 60_000,
    coinbase: 10_000n,
    confirmationFloor: 2,
  }),
  evm('ETH', 'ETH', 'gwei', {
    dust: 1000n,
    observedFeeRate: 2n,
    outboundSize: 80_000n,
    outboundFee: 9_293n,
    blockMs: 12_000,
    confirmationFloor: 2,
  }),
  {
    chain: 'GAIA',
    kind: 'cosmos',
    gasAsset: 'GAIA.ATOM',
    decimals: 6,
    dust: 1_000_000n,
    gasUnits: 'uatom',
    observedFeeRate: 400_000n,
    outboundSize: 1n,
    outboundFee: 6_250_000n,
    blockMs: 6000,
    memoLimit: 250,
  },
  utxo('LTC', {
    dust: 100_000n,
    observedFeeRate: 10n,
    outboundSize: 250n,
    outboundFee: 250_000n,
    blockMs: 150_000,
    coinbase: 6n,
  }),
  {
    chain: 'NOBLE',
    kind: 'cosmos',
    gasAsset: 'NOBLE.USDC',
    decimals: 6,
    dust: 1_000_000n,
    gasUnits: 'uusdc',
    observedFeeRate: 2_000_000n,
    outboundSize: 1n,
    outboundFee: 25_000_000n,
    blockMs: 1500,
    memoLimit: 250,
    placeholder: 'noble1sandbox',
  },
  {
    chain: 'SOL',
    kind: 'other',
    gasAsset: 'SOL.SOL',
    decimals: 9,
    dust: 100_000n,
    gasUnits: 'lamport',
    observedFeeRate: 5000n,
    outboundSize: 1n,
    outboundFee: 166_667n,
    blockMs: 400,
    memoLimit: 250,
    placeholder: 'sandbox-has-no-solana-vault',
  },
  {
    chain: 'TRON',
    kind: 'other',
    gasAsset: 'TRON.TRX',
    decimals: 6,
    dust: 10_000_000n,
    gasUnits: 'sun',
    observedFeeRate: 16_925_200n,
    outboundSize: 1n,
    outboundFee: 151_819_000n,
    blockMs: 3000,
    confirmationFloor: 3,
    memoLimit: 250,
    placeholder: 'sandbox-has-no-tron-vault',
  },
  {
    chain: 'XRP',
    kind: 'other',
    gasAsset: 'XRP.XRP',
    decimals: 6,
    dust: ONE,
    gasUnits: 'drop',
    observedFeeRate: 1200n,
    outboundSize: 1n,
    outboundFee: 11_363_600n,
    blockMs: 4000,
    memoLimit: 250,
    placeholder: 'sandbox-has-no-xrp-vault',
  },
  utxo('ZEC', {
    dust: 15_000n,
    observedFeeRate: 40n,
    outboundSize: 500n,
    outboundFee: 55_556n,
    blockMs: 75_000,
    coinbase: 1n,
  }),
];

export const MAYA_CHAINS: readonly NodeChain[] = [
  evm('ARB', 'ETH', 'centigwei', {
    dust: 0n,
    observedFeeRate: 4n,
    outboundSize: 80_000n,
    outboundFee: 9_000n,
    blockMs: 260,
  }),
  utxo('BTC', {
    dust: 10_000n,
    observedFeeRate: 2n,
    outboundSize: 1000n,
    outboundFee: 4_500n,
    blockMs: 600_000,
    coinbase: 3n,
  }),
  {
    ...utxo('DASH', {
      dust: 10_000n,
      observedFeeRate: 8n,
      outboundSize: 451n,
      outboundFee: 5_412n,
      blockMs: 150_000,
      coinbase: 1n,
      confirmationFloor: 2,
    }),
    gasUnits: 'duffsperbyte',
  },
  evm('ETH', 'ETH', 'gwei', {
    dust: 0n,
    observedFeeRate: 2n,
    outboundSize: 80_000n,
    outboundFee: 24_000n,
    blockMs: 12_000,
    confirmationFloor: 2,
  }),
  {
    chain: 'KUJI',
    kind: 'cosmos',
    gasAsset: 'KUJI.KUJI',
    decimals: 6,
    dust: 0n,
    gasUnits: 'ukuji',
    observedFeeRate: 200_000n,
    outboundSize: 1n,
    outboundFee: 300_000n,
    blockMs: 3500,
    memoLimit: 250,
    placeholder: 'sandbox-has-no-kujira-vault',
  },
  {
    chain: 'THOR',
    kind: 'cosmos',
    gasAsset: 'THOR.RUNE',
    decimals: 8,
    dust: 0n,
    gasUnits: 'rune',
    observedFeeRate: 2_000_000n,
    outboundSize: 1n,
    outboundFee: 3_000_000n,
    blockMs: 6000,
    memoLimit: 250,
  },
  {
    chain: 'XRD',
    kind: 'other',
    gasAsset: 'XRD.XRD',
    decimals: 18,
    dust: 0n,
    gasUnits: 'costunits',
    observedFeeRate: 33_000_000n,
    outboundSize: 1n,
    outboundFee: 100_000_000n,
    blockMs: 500,
    memoLimit: 250,
    placeholder: 'sandbox-has-no-radix-vault',
  },
  utxo('ZEC', {
    dust: 10_000n,
    observedFeeRate: 40n,
    outboundSize: 500n,
    outboundFee: 30_000n,
    blockMs: 75_000,
    coinbase: 1n,
  }),
];
