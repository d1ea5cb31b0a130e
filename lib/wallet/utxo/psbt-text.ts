/** Provides what all PSBT wallets share: reading the answer, and counting the inputs. */
import { base64, hex } from '@scure/base';
import { PaymentError } from '../wallet-types.ts';

/** Hex or base64, as base64. */
export const asBase64 = (text: string): string =>
  /^[0-9a-f]+$/i.test(text) ? base64.encode(hex.decode(text.toLowerCase())) : text;

export const unreadable = (wallet: string) =>
  new PaymentError('unknown', `${wallet} gave no signed transaction back.`, { nothingSent: true });

export const inputIndexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
