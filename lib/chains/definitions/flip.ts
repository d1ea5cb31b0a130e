/** Chainflip State Chain: only the identifier is used, since FLIP is traded as a token on Ethereum. */
import type { Chain } from '../chain.ts';

export const FLIP: Chain = {
  id: 'FLIP',
  name: 'Chainflip',
  kind: 'substrate',
  native: { symbol: 'FLIP', name: 'Chainflip', decimals: 18 },
  memoLimitBytes: 250,
  blockSeconds: 6,
  confirmations: 1,
  hashFormat: 'block-index',
  mainnet: {
    networkId: 'chainflip',
    ss58Prefix: 2112,
  },
  sandbox: { networkId: 'chainflip-sandbox', ss58Prefix: 42 },
  addressForm: 'cF…',
  sandboxAddressForm: '5…',
  tradable: false,
};
