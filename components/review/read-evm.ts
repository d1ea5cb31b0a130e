/** Everything that an EVM wallet is asked for, in its order, read from the bytes themselves and held against the review. */
import type { NetworkName } from '../../lib/chains/chain.ts';
import type { Text } from '../../lib/i18n/text.ts';
import type { EvmFacts } from '../../lib/payments/evm/evm-terms.ts';
import { type EvmPayment, readEvmPayment } from '../../lib/payments/evm/read-payment.ts';
import type { PaidBy, PayableRoute } from '../../lib/payments/payable-route.ts';
import { firstFault } from '../../lib/payments/payment-fields.ts';
import { readFields } from './field-rows.ts';
import type { Reader, Signing, SignSection } from './signing.ts';

export type EvmReading = {
  /** As it is signed: of two legs the first. */
  route: PayableRoute;
  by: PaidBy;
  network: NetworkName;
  /** What it buys goes to the channel of a second leg. */
  toChannel: boolean;
  /** Of the chain itself; undefined while it cannot be asked: then what depends on it is not held against anything. */
  facts: EvmFacts | undefined;
  /** Decimals as the list of tokens has them, for showing where the chain cannot be asked. */
  listed: { sell: number | undefined; buy: number | undefined };
};

type Shown = { section: SignSection; reader: Reader };

/** The message stands in place of the call that it is about. */
const isShown = (section: string, by: PaidBy): boolean =>
  by !== 'signature' || section === 'approval' || section === 'lockMessage';

function shownSections(t: Text, { sections }: EvmPayment, { route, by, toChannel }: EvmReading): Shown[] {
  const shown = sections.filter(({ section }) => isShown(section, by));
  const isLater = sections.some(({ section }) => section === 'approval');
  return shown.map((one, index) => {
    const context = { isFirst: index === 0, isLater, toChannel, buyAsset: route.buyAsset };
    const reader = readFields(t, one, context);
    if (one.section === 'lockMessage') reader.row({ name: t('Sent by'), value: t('Garden, which pays the gas') });
    const isNone = one.section === 'approval' && one.fields.every(({ field }) => field !== 'allowance');
    return { reader, section: reader.section(isNone ? t('Allowance') : undefined) };
  });
}

/** @throws {Error} where something that is to be signed cannot be read. */
export function readEvm(t: Text, reading: EvmReading): Signing {
  const { route, network, by, facts, listed } = reading;
  // What lapses is said by the countdown.
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
