/** What Chainflip is told to do with a payment, field by field, and where that is not the review. */
import type { Text } from '../../lib/i18n/text.ts';
import { orderFields } from '../../lib/payments/chainflip/order-fields.ts';
import type { VaultOrder } from '../../lib/payments/chainflip/vault-order.ts';
import type { PayableRoute } from '../../lib/payments/payable-route.ts';
import { readFields } from './field-rows.ts';
import type { Reader } from './signing.ts';

/** What is told to Chainflip's network with a payment to its vault. */
export const readVaultOrder = (t: Text, order: VaultOrder, route: PayableRoute): Reader =>
  readFields(t, { section: 'vaultSwap', fields: orderFields(() => order, route) }, { buyAsset: route.buyAsset });
