/** Builds the backend's view of a payout, and of one that was not sent: the call that may be sent instead. */
import { chainOf } from '../../chains/chains.ts';
import { ASSETS } from './assets.ts';
import { chainIdOf, type Egress, type Moment } from './network.ts';

type Json = Record<string, unknown>;

/** The fields `xAt` and `xBlockIndex`; none for an event that has not happened. */
export const momentView = (name: string, moment: Moment | undefined): Json =>
  moment === undefined ? {} : { [`${name}At`]: moment.at, [`${name}BlockIndex`]: `${moment.block}-${moment.index}` };

/** EVM addresses are written in lower case, all others unchanged. */
export const wireAddress = (address: string): string => (/^0x/i.test(address) ? address.toLowerCase() : address);

export function viewOfEgress(egress: Egress): Json {
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
    ...(failure?.mode === 'SENDING_FAILED' ? payloadOf(egress) : {}),
  };
}

/** Only on EVM chains: elsewhere an aborted broadcast has no transaction that a third party could send. */
function payloadOf({ asset, payload }: Egress): Json {
  if (payload === undefined) return {};
  return {
    transactionPayload: {
      contract: wireAddress(payload.contract),
      value: String(payload.value),
      chainId: chainOf(chainIdOf(ASSETS[asset].chain)).sandbox.networkId,
      data: payload.data,
    },
  };
}
