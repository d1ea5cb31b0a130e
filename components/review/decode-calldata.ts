/** Reads the few contract calls of one kind that Portage asks for, so that the review can say what they do. */

export type DecodedCall =
  | { name: 'depositWithExpiry'; vault: string; asset: string; amount: bigint; memo: string; expirationSeconds: bigint }
  | { name: 'approve'; spender: string; amount: bigint }
  | { name: 'transfer'; to: string; amount: bigint }
  | { name: 'other'; selector: string };

const WORD = 64;
/** `depositWithExpiry(address,address,uint256,string,uint256)` of THORChain's and Maya's routers; ERC-20 `approve` and `transfer`. */
const DEPOSIT = '0x44bc937b';
const APPROVE = '0x095ea7b3';
const TRANSFER = '0xa9059cbb';

const utf8 = (hex: string): string => {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return new TextDecoder().decode(bytes);
};

/** A call that is cut or malformed reads as `other`: it is then shown as raw data. */
export function decodeCall(data: string): DecodedCall {
  const selector = data.slice(0, 10).toLowerCase();
  const body = data.slice(10);
  const other: DecodedCall = { name: 'other', selector };
  if (!/^0x[0-9a-f]*$/i.test(data)) return other;
  const word = (index: number) => body.slice(index * WORD, (index + 1) * WORD);
  const address = (index: number) => `0x${word(index).slice(24)}`;
  const number = (index: number) => BigInt(`0x${word(index)}`);
  if (selector === APPROVE && body.length >= 2 * WORD)
    return { name: 'approve', spender: address(0), amount: number(1) };
  if (selector === TRANSFER && body.length === 2 * WORD) return { name: 'transfer', to: address(0), amount: number(1) };
  if (selector !== DEPOSIT || body.length < 6 * WORD) return other;
  const offset = Number(number(3)) * 2;
  if (offset + WORD > body.length) return other;
  const length = Number(BigInt(`0x${body.slice(offset, offset + WORD)}`)) * 2;
  const text = body.slice(offset + WORD, offset + WORD + length);
  if (text.length !== length) return other;
  return {
    name: 'depositWithExpiry',
    vault: address(0),
    asset: address(1),
    amount: number(2),
    memo: utf8(text),
    expirationSeconds: number(4),
  };
}
