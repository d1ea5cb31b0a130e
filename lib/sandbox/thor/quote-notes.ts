/** Contains the sentences of quotes, verbatim. Source: common/chain.go InboundNotes and OutboundNotes of each node. */
import type { NetworkId } from './node-asset.ts';

export const WARNING = 'Do not cache this response. Do not send funds after the expiry.';
export const RAPID_WARNING =
  ' Rapid streaming time is a best-case estimate. Actual execution may take longer due to direction skipping, swap failures, or queue budget limits.';

const UTXO =
  'First output should be to inbound_address, second output should be change back to self, third output should be OP_RETURN, limited to 80 bytes. Do not send below the dust threshold. Do not use exotic spend scripts, locks or address formats';
const EVM =
  'Base Asset: Send the inbound_address the asset with the memo encoded in hex in the data field. Tokens: First approve router to spend tokens from user: asset.approve(router, amount). Then call router.depositWithExpiry(inbound_address, asset, amount, memo, expiry). Asset is the token contract address. Amount should be in native asset decimals (eg 1e18 for most tokens).';
const TRANSFER = 'Transfer the inbound_address the asset with the memo.';
const SINGLE = ' Do not use multi-in, multi-out transactions.';
const XRD =
  "Transfer a bucket of resources to the router component (component_rdx1...) using the `user_deposit` method call. Router address doesn't usually change (although it can be upgraded in the future), a single router instance handles all inbound addresses. The `sender` parameter is user's Radix address, which must be one of the signers of the transaction. `vault_address` parameter is the Asgard vault address (AKA inbound_address). Do not send the funds directly to the vault address, always use a router! Do not send less than 1 XRD.";

const thorNotes: Readonly<Record<string, string>> = {
  LTC: `${UTXO}. MWEB addresses are not supported; do not use ltcmweb1 addresses or peg-in transactions.`,
  GAIA: TRANSFER + SINGLE,
  NOBLE: TRANSFER + SINGLE,
  THOR: `Broadcast a MsgDeposit to the THORChain network with the appropriate memo.${SINGLE}`,
  XRP: `${TRANSFER} Only a single memo is supported and only MemoData is used.`,
};
const mayaNotes: Readonly<Record<string, string>> = {
  THOR: TRANSFER + SINGLE,
  KUJI: TRANSFER + SINGLE,
  MAYA: `Broadcast a MsgDeposit to the MAYAChain network with the appropriate memo.${SINGLE}`,
  XRD,
};
const UTXO_CHAINS = ['BTC', 'BCH', 'DOGE', 'ZEC', 'DASH'];
const EVM_CHAINS = ['ETH', 'AVAX', 'BSC', 'BASE', 'POL', 'ARB'];

export function inboundNotes(network: NetworkId, chain: string): string {
  const own = (network === 'thor' ? thorNotes : mayaNotes)[chain];
  if (own) return own;
  if (UTXO_CHAINS.includes(chain)) {
    return network === 'thor' ? `${UTXO}.` : `${UTXO} (P2WSH with Bech32 address format preferred).`;
  }
  if (EVM_CHAINS.includes(chain)) {
    return network === 'thor'
      ? `${EVM} Do not swap to smart contract addresses.`
      : `${EVM} Do not send to or from contract addresses.`;
  }
  return '';
}

/** Only THORNode adds notes for the target's chain. */
export function outboundNotes(network: NetworkId, chain: string): string {
  if (network !== 'thor') return '';
  if (chain === 'XRP') {
    return 'Ensure XRP destination address does not have special flags like lsfRequireDestTag, lsfRequireAuth, lsfDisallowIncomingPayChan, etcetera.';
  }
  return chain === 'LTC' ? 'Do not use MWEB (ltcmweb1) addresses as the destination; they are not supported.' : '';
}
