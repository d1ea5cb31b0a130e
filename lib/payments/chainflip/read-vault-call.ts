/** Reads a call of Chainflip's vault on an EVM chain and compares its asset and order with the review. */
import type { WireEvmTx } from '../../api/schemas/route.ts';
import { sameAddress } from '../../chains/address.ts';
import type { ChainId } from '../../domain/chain-id.ts';
import { DecodeError } from '../byte-reader.ts';
import { type EvmTerms, soldField } from '../evm/evm-terms.ts';
import { addressValue, heldField, type PaymentField, unreadable } from '../payment-fields.ts';
import { cfChainOf } from './assets.ts';
import { decodeEvmCall, type EvmVaultCall } from './evm-call.ts';
import { type OrderField, orderFields } from './order-fields.ts';
import { orderOfCall } from './vault-order.ts';
import { EVM_VAULTS } from './vaults.ts';

export type VaultCallField = OrderField | 'function' | 'sellToken' | 'sellAmount';

function soldFields({ token }: EvmVaultCall, terms: EvmTerms): PaymentField<VaultCallField>[] {
  const { chain, token: wanted } = terms;
  const sells = heldField<VaultCallField>(
    'sellToken',
    addressValue(chain, token?.address),
    addressValue(chain, wanted),
    {
      agrees:
        token && wanted !== undefined
          ? sameAddress(chain, token.address, wanted)
          : token === undefined && wanted === undefined,
      what: 'The call sells another asset.',
    },
  );
  return token ? [sells, soldField('sellAmount', terms, token.amount, 'The call sells another amount.')] : [sells];
}

export const evmVault = (chain: ChainId): string | undefined => EVM_VAULTS[cfChainOf(chain) ?? ''];

export function readVaultCall(tx: WireEvmTx, terms: EvmTerms): PaymentField<VaultCallField>[] {
  const { route } = terms;
  let call: EvmVaultCall;
  try {
    call = decodeEvmCall(tx.data);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const fault = unreadable('The contract call cannot be read.');
    return [{ field: 'function', actual: { kind: 'code', text: tx.data.slice(0, 10) }, fault }];
  }
  return [
    { field: 'function', actual: { kind: 'function', name: call.token ? 'xSwapToken' : 'xSwapNative' } },
    ...orderFields(() => orderOfCall(call, call.token?.amount ?? BigInt(tx.value), 20), route),
    ...soldFields(call, terms),
  ];
}
