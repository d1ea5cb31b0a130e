/** Polkadot, which has kept balances on its Asset Hub since late 2025; the generic SS58 prefix in the sandbox. */
import type { Chain } from '../chain.ts';

export const DOT: Chain = {
  id: 'DOT',
  name: 'Polkadot',
  kind: 'substrate',
  native: { symbol: 'DOT', name: 'Polkadot', decimals: 10 },
  memoLimitBytes: 250,
  blockSeconds: 6,
  confirmations: 1,
  hashFormat: 'extrinsic',
  mainnet: {
    networkId: 'polkadot',
    ss58Prefix: 0,
    explorerTx: 'https://assethub-polkadot.subscan.io/extrinsic/{hash}',
    explorerAddress: 'https://assethub-polkadot.subscan.io/account/{address}',
  },
  sandbox: { networkId: 'polkadot-sandbox', ss58Prefix: 42 },
  addressForm: '1…',
  sandboxAddressForm: '5…',
  nodes: ['https://polkadot-asset-hub-rpc.polkadot.io', 'https://rpc-asset-hub-polkadot.luckyfriday.io'],
  coinType: 354,
  tradable: true,
};
