/** What the backend says of a payout, and of one that was not sent: the call that may be sent in its place. */
import { encodeFunctionData, getAddress, isAddress, parseAbi } from 'viem/utils';
import { chainOf } from '../../chains/chains.ts';
import { checksumAddress } from '../../domain/asset.ts';
import { ASSETS, CHAIN_INFO } from './assets.ts';
import { type ChainflipNetwork, chainIdOf, type Egress, ledgerOf, type Moment } from './network.ts';

type Json = Record<string, unknown>;

/** `xAt` and its sibling `xBlockIndex`; nothing for what has not happened. */
export const momentView = (name: string, moment: Moment | undefined): Json =>
  moment === undefined ? {} : { [`${name}At`]: moment.at, [`${name}BlockIndex`]: `${moment.block}-${moment.index}` };

/** EVM addresses go out in lower case, all others as they are. */
export const wireAddress = (address: string): string => (/^0x/i.test(address) ? address.toLowerCase() : address);

export function viewOfEgress(network: ChainflipNetwork, egress: Egress): Json {
  const { failure, txRef } = egress;
  return {
    amount: String(egress.amount),
    ...momentView('scheduled', egress.scheduled),
    ...(txRef === undefined ? {} : { txRef }),
    ...momentView('witnessed', egress.witnessed),
    ...(failure === undefined
      ? {}
      : {
          failure: {
            ...momentView('failed', failure.failed),
            mode: failure.mode,
            reason: { name: failure.name, message: failure.message },
          },
        }),
    ...(failure?.mode === 'SENDING_FAILED' ? payloadOf(network, egress) : {}),
  };
}

const VAULT_TRANSFER = parseAbi(['function transfer(address token, address recipient, uint256 amount)']);
const NATIVE = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

/** EVM only: on other chains an aborted broadcast has no transaction that another could send. */
function payloadOf(network: ChainflipNetwork, egress: Egress): Json {
  const asset = ASSETS[egress.asset];
  const vault = ledgerOf(network, asset.chain)?.channels?.vault;
  if (CHAIN_INFO[asset.chain].kind !== 'evm' || vault === undefined || !isAddress(egress.to)) return {};
  const token = asset.token === undefined ? NATIVE : getAddress(checksumAddress(asset.token));
  return {
    transactionPayload: {
      contract: wireAddress(vault),
      value: '0',
      chainId: chainOf(chainIdOf(asset.chain)).sandbox.networkId,
      data: encodeFunctionData({
        abi: VAULT_TRANSFER,
        functionName: 'transfer',
        args: [token, getAddress(egress.to), egress.amount],
      }),
    },
  };
}
