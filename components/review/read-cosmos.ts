/** Shows what a Cosmos chain is told by the messages that are signed. */
import { messageTxSchema } from '../../lib/api/schemas/route.ts';
import type { Text } from '../../lib/i18n/text.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import { readCosmosPayment } from '../../lib/payments/thor-family/read-messages.ts';
import { type FieldLook, signingOf } from './show-fields.ts';
import type { Signing } from './signing.ts';

/** @throws {Error} where it cannot be read. */
export function readCosmos(t: Text, route: PayableRoute): Signing {
  const looks: Readonly<Record<string, FieldLook>> = {
    type: { name: t('Message') },
    amount: { name: t('Amount') },
    from: { name: t('From') },
    vault: { name: t('To the vault') },
    signer: { name: t('Signed by') },
    memo: {
      name: t('Memo'),
      shown: 'differing',
      words: ({ kind }) => (kind === 'none' ? t('no memo') : undefined),
    },
    fee: {
      name: t('Network fee'),
      words: ({ kind }) => (kind === 'none' ? t('taken by the chain itself') : undefined),
    },
    gas: { name: t('Gas') },
  };
  return signingOf(t, readCosmosPayment(route), {
    looks: ({ field }) => looks[field] ?? { name: field },
    raw: JSON.stringify(messageTxSchema.parse(route.tx), undefined, 1),
  });
}
