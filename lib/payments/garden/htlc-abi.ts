/**
 * The interface of Garden's deployed hash time lock contracts on EVM chains: functions, events and revert reasons.
 * Source: gardenfi/garden-sol contracts/htlc/HTLC.sol, gardenfi/docs contracts/evm.mdx.
 */

const uint = (name: string) => ({ name, type: 'uint256' }) as const;
const address = (name: string) => ({ name, type: 'address' }) as const;
const bytes32 = (name: string) => ({ name, type: 'bytes32' }) as const;
const bytes = (name: string) => ({ name, type: 'bytes' }) as const;

/** In the form of viem and wagmi. Both forms of `initiate` and `initiateWithSignature` are listed. */
export const HTLC_ABI = [
  {
    type: 'function',
    name: 'initiate',
    stateMutability: 'payable',
    inputs: [address('redeemer'), uint('timelock'), uint('amount'), bytes32('secretHash')],
    outputs: [],
  },
  {
    type: 'function',
    name: 'initiate',
    stateMutability: 'payable',
    inputs: [address('redeemer'), uint('timelock'), uint('amount'), bytes32('secretHash'), bytes('destinationData')],
    outputs: [],
  },
  {
    type: 'function',
    name: 'initiateOnBehalf',
    stateMutability: 'payable',
    inputs: [address('initiator'), address('redeemer'), uint('timelock'), uint('amount'), bytes32('secretHash')],
    outputs: [],
  },
  {
    type: 'function',
    name: 'initiateWithSignature',
    stateMutability: 'nonpayable',
    inputs: [address('redeemer'), uint('timelock'), uint('amount'), bytes32('secretHash'), bytes('signature')],
    outputs: [],
  },
  {
    type: 'function',
    name: 'initiateWithSignature',
    stateMutability: 'nonpayable',
    inputs: [
      address('initiator'),
      address('redeemer'),
      uint('timelock'),
      uint('amount'),
      bytes32('secretHash'),
      bytes('signature'),
    ],
    outputs: [],
  },
  {
    type: 'function',
    name: 'redeem',
    stateMutability: 'nonpayable',
    inputs: [bytes32('orderID'), bytes('secret')],
    outputs: [],
  },
  { type: 'function', name: 'refund', stateMutability: 'nonpayable', inputs: [bytes32('orderID')], outputs: [] },
  {
    type: 'function',
    name: 'instantRefund',
    stateMutability: 'nonpayable',
    inputs: [bytes32('orderID'), bytes('signature')],
    outputs: [],
  },
  {
    type: 'event',
    name: 'Initiated',
    inputs: [
      { ...bytes32('orderID'), indexed: true },
      { ...bytes32('secretHash'), indexed: true },
      { ...uint('amount'), indexed: true },
    ],
  },
  {
    type: 'event',
    name: 'Redeemed',
    inputs: [
      { ...bytes32('orderID'), indexed: true },
      { ...bytes32('secretHash'), indexed: true },
      { ...bytes('secret'), indexed: false },
    ],
  },
  { type: 'event', name: 'Refunded', inputs: [{ ...bytes32('orderID'), indexed: true }] },
] as const;

/** First four bytes of the functions' hashes. */
export const HTLC_SELECTORS = {
  /** `initiate(address redeemer,uint256 timelock,uint256 amount,bytes32 secretHash)` */
  initiate: '0x97ffc7ae',
  /** The same with trailing `bytes destinationData`. */
  initiateWithData: '0x4ede0ab7',
  initiateOnBehalf: '0x13d4a787',
  initiateWithSignatureOld: '0x7929d59d',
  initiateWithSignature: '0xd4705e9e',
  redeem: '0xf7ff7207',
  refund: '0x7249fbb6',
  instantRefund: '0xedaf5fac',
} as const;

/** First topics of the events' logs. */
export const HTLC_TOPICS = {
  initiated: '0x01b41cbd4bbcc3c5b968a04d3fbdd8c1648a39ff6d9a3929b4840cea1142bc65',
  redeemed: '0x4c9a044220477b4e94dbb0d07ff6ff4ac30d443bef59098c4541b006954778e2',
  refunded: '0xfe509803c09416b28ff3d8f690c8b0c61462a892c46d5430c8fb20abe472daf0',
} as const;

/** The contract's revert reasons (plain `require` texts), for people. */
const REVERTS: Readonly<Record<string, string>> = {
  'HTLC: zero address redeemer': 'the order names nobody who may redeem it',
  'HTLC: zero timelock': 'the order has no time lock',
  'HTLC: zero amount': 'the amount is zero',
  'HTLC: same initiator and redeemer': 'the sender is the one who is to redeem it',
  'HTLC: duplicate order': 'this order has been paid already',
  'HTLC: order not initiated': 'this order has not been paid',
  'HTLC: order fulfilled': 'this order has been redeemed or refunded already',
  'HTLC: incorrect secret': 'the secret is not the one of this order',
  'HTLC: order not expired': 'its time lock has not run out yet',
  'HTLC: invalid redeemer signature': 'the other side did not sign the refund',
};

/** The contract's reason for people; undefined when it is not one of its own. */
export function htlcRevertText(reason: string): string | undefined {
  const known = Object.keys(REVERTS).find((text) => reason.includes(text));
  return known === undefined ? undefined : REVERTS[known];
}
