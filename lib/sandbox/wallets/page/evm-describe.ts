/** Describes an EVM transaction or message in plain words, as far as the sandbox's contracts are concerned. */
import { decodeFunctionData, erc20Abi, type Hex, hexToString } from 'viem';
import { chainOf } from '../../../chains/chains.ts';
import { fromBaseUnits } from '../../../domain/amount.ts';
import type { ChainId } from '../../../domain/chain-id.ts';
import { routerAbi, ZERO_ADDRESS } from '../../evm/router-abi.ts';
import { tokenAt } from '../../evm/tokens.ts';
import { coins } from './amounts.ts';
import type { Fact } from './confirm.ts';
import { orderFacts } from './evm-swap-describe.ts';
import { vaultFacts } from './evm-vault-describe.ts';

/** `amount` in the units of the token at `address`; the zero address is the chain's own coin. */
function amountOf(chain: ChainId, address: string, amount: bigint): string {
  if (address === ZERO_ADDRESS) return coins(chain, amount);
  const token = tokenAt(chain, address);
  return token ? `${fromBaseUnits(amount, token.decimals)} ${token.symbol}` : `${amount} units of ${address}`;
}

function routerFacts(chain: ChainId, value: bigint, data: Hex): Fact[] | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: routerAbi, data });
    if (functionName !== 'depositWithExpiry' && functionName !== 'deposit') return undefined;
    const [vault, asset, amount, memo, expiry] = args;
    return [
      ['Call', functionName],
      ['Vault', vault],
      ['Amount', amountOf(chain, asset, asset === ZERO_ADDRESS ? value : amount)],
      ['Memo', memo],
      ...(expiry === undefined ? [] : [['Valid until', new Date(Number(expiry) * 1000).toLocaleString()] as const]),
    ];
  } catch {
    return undefined;
  }
}

function tokenFacts(chain: ChainId, to: string, data: Hex): Fact[] | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data });
    if (functionName === 'approve')
      return [
        ['Call', 'approve'],
        ['Spender', args[0]],
        ['May take', amountOf(chain, to, args[1])],
      ];
    if (functionName !== 'transfer') return undefined;
    return [
      ['Call', 'transfer'],
      ['Recipient', args[0]],
      ['Amount', amountOf(chain, to, args[1])],
    ];
  } catch {
    return undefined;
  }
}

/** `fee` is the most that the transaction can cost, in wei. */
export function describeTransaction(
  chain: ChainId,
  tx: { to: string | undefined; value: bigint; data: Hex },
  fee: bigint,
): Fact[] {
  const { to, value, data } = tx;
  const amountText = (token: string | undefined, amount: bigint) => amountOf(chain, token ?? ZERO_ADDRESS, amount);
  const ofSwap = () => vaultFacts(value, data, amountText) ?? orderFacts(value, data, amountText);
  const decoded =
    data === '0x'
      ? []
      : (routerFacts(chain, value, data) ?? ofSwap() ?? tokenFacts(chain, to ?? '', data) ?? [['Data', data]]);
  return [
    ['Network', `${chainOf(chain).name} (local)`],
    ['To', to ?? 'a new contract'],
    ['Value', coins(chain, value)],
    ...(decoded as Fact[]),
    ['Fee at most', coins(chain, fee)],
  ];
}

/** The text of a message where it is text, else its hex. */
export function messageText(message: Hex): string {
  const text = hexToString(message);
  return /[^\P{Cc}\s]|\ufffd/u.test(text) ? message : text;
}
