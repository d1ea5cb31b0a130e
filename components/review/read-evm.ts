/** Shows everything that an EVM wallet is asked to sign, in order, read from the bytes and compared with the review. */
import type { NetworkName } from '../../lib/chains/chain.ts';
import type { Text } from '../../lib/i18n/text.ts';
import type { EvmFacts } from '../../lib/payments/evm/evm-terms.ts';
import { type EvmPayment, readEvmPayment } from '../../lib/payments/evm/read-payment.ts';
import type { PaidBy, PayableRoute } from '../../lib/payments/payable-route.ts';
import { firstFault } from '../../lib/payments/payment-fields.ts';
import { readFields } from './field-rows.ts';
import type { Reader, Signing, SignSection } from './signing.ts';

export type EvmReading = {
  /** The route that is signed: the first leg of two. */
  route: PayableRoute;
  by: PaidBy;
  network: NetworkName;
  /** The bought asset goes to the channel of a second leg. */
  toChannel: boolean;
  /** Facts from the chain itself; undefined while it cannot be asked: then nothing is compared with them. */
  facts: EvmFacts | undefined;
  /** Decimals of the token list, for display where the chain cannot be asked. */
  listed: { sell: number | undefined; buy: number | undefined };
};

type Shown = { section: SignSection; reader: Reader };

/** A signed message is shown instead of the call that it replaces. */
const isShown = (section: string, by: PaidBy): boolean =>
  by !== 'signature' || section === 'approval' || section === 'lockMessage';

function shownSections(t: Text, { sections }: EvmPayment, { route, by, toChannel, facts }: EvmReading): Shown[] {
  const shown = sections.filter(({ section }) => isShown(section, by));
  const isLater = sections.some(({ section }) => section === 'approval');
  return shown.map((one, index) => {
    const context = { isFirst: index === 0, isLater, toChannel, buyAsset: route.buyAsset };
    const reader = readFields(t, one, context);
    if (one.section === 'lockMessage') reader.row({ name: t('Sent by'), value: t('Garden, which pays the gas') });
    // Signed or sent, the allowance is the same.
    if (one.section === 'approval' && facts?.permit)
      reader.row({
        name: t('Given by'),
        value: t('a signed message that costs no gas (EIP-2612), or a transaction where your wallet signs none'),
      });
    const isNone = one.section === 'approval' && one.fields.every(({ field }) => field !== 'allowance');
    return { reader, section: reader.section(isNone ? t('Allowance') : undefined) };
  });
}

/** @throws {Error} where a part of what is to be signed cannot be read. */
export function readEvm(t: Text, reading: EvmReading): Signing {
  const { route, network, by, facts, listed } = reading;
  // The countdown shows the expiry.
  const payment = readEvmPayment(route, { network, facts, listed }, by);
  const { sections, tx, approvals } = payment;
  const fault = firstFault(sections);
  const isUnreadable = sections.some(({ fields }) => fields.some((row) => row.fault?.code === 'unreadable'));
  if (!tx || isUnreadable) throw new Error(fault?.message);
  const shown = shownSections(t, payment, reading);
  return {
    sections: shown.map(({ section }) => section),
    differences: shown.flatMap(({ reader }) => reader.differences),
    ...(fault ? { fault: fault.message } : {}),
    raw: [
      ...approvals.map((approval) => ({ name: t('Allowance'), text: approval.data })),
      by === 'signature'
        ? { name: t('Message'), text: JSON.stringify(route.meta.typedData) }
        : { name: t('Transaction'), text: tx.data },
    ],
  };
}
