/** Shows what the signed messages instruct a Cosmos chain to do. */
import { messageTxSchema } from '../../lib/api/schemas/route.ts';
import type { Text } from '../../lib/i18n/text.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import { readCosmosPayment } from '../../lib/payments/thor-family/read-messages.ts';
import { signingOf } from './field-rows.ts';
import type { Signing } from './signing.ts';

/** @throws {Error} where they cannot be read. */
export const readCosmos = (t: Text, route: PayableRoute): Signing =>
  signingOf(t, readCosmosPayment(route), {
    context: { buyAsset: route.buyAsset },
    raw: JSON.stringify(messageTxSchema.parse(route.tx), undefined, 1),
  });
