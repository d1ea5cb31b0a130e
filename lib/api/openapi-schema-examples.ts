/** Gives examples of route parts that the quote's example lacks; a test checks each against its schema. */
import { TWO_LEG_SCHEMAS } from './openapi-two-legs.ts';

const ETH_ADDRESS = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e';
const WBTC = '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599';
const USDT = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
/** 1inch's router. */
const ROUTER = '0x111111125421cA6dc452d289314280a0f8842A65';
const HTLC = '0x10dEF4d59d8af1E9a3E3b08E7a07e4ffb0a3e4DD';
const word = (digits: string) => digits.toLowerCase().padStart(64, '0');
const SECRET_HASH = '61d22856ce12bc3693df0cd4967d404400449f61810080c52638fd805b379723';
const REDEEMER = '0x661bA32eb5f86CaB358DDbB7F264b10c5825e2dd';
const typedData = {
  domain: { name: 'HTLC', version: '2', chainId: '0x1', verifyingContract: HTLC },
  message: { redeemer: REDEEMER, timelock: '0x1c20', amount: '0x989680', secretHash: `0x${SECRET_HASH}` },
  primaryType: 'Initiate',
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Initiate: [
      { name: 'redeemer', type: 'address' },
      { name: 'timelock', type: 'uint256' },
      { name: 'amount', type: 'uint256' },
      { name: 'secretHash', type: 'bytes32' },
    ],
  },
};
const approval = (token: string, spender: string, baseUnits: bigint) => ({
  to: token,
  from: ETH_ADDRESS,
  value: '0',
  data: `0x095ea7b3${word(spender.slice(2))}${word(baseUnits.toString(16))}`,
  chain_id: 1,
});
const refund = {
  by: 'sender',
  note: 'If no solver answers, the money stays locked in Garden’s contract for 7200 blocks (about a day). After that anybody, you too, may call its refund, which pays your own address; the solver can sign an instant refund before.',
};

/** Route parts that the quote's example lacks, by the name of their schema. */
export const SCHEMA_EXAMPLES: Record<string, readonly unknown[]> = {
  Meta: [
    // An order at Garden, which can be paid by a transaction or a signature.
    {
      tags: ['CHEAPEST'],
      txType: 'EVM',
      approvalAddress: HTLC,
      approvals: [approval(WBTC, HTLC, 10_000_000n)],
      orderId: '1fbfab68cd3fc23e979f2be73c64e3927f220e7325d0219462aea7466130bc3a',
      typedData,
      refund,
    },
    // USDT sold through 1inch: USDT requires an existing allowance to be reset before the exact one is approved.
    {
      tags: ['RECOMMENDED', 'FASTEST'],
      txType: 'EVM',
      approvalAddress: ROUTER,
      approvals: [approval(USDT, ROUTER, 0n), approval(USDT, ROUTER, 100_000_000n)],
    },
  ],
  RefundTerms: [refund],
  TypedData: [typedData],
  ...TWO_LEG_SCHEMAS,
};
