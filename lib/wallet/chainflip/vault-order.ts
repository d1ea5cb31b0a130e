/** Says why what Chainflip is told to do with a payment is not what the route says. */
import { type OrderRoute, orderFields } from '../../payments/chainflip/order-fields.ts';
import type { VaultOrder } from '../../payments/chainflip/vault-order.ts';
import { type FieldFault, firstFault } from '../../payments/payment-fields.ts';

/** @param read throws `DecodeError` where the order cannot be read. */
export const unreadOrderFault = (read: () => VaultOrder, route: OrderRoute): FieldFault | undefined =>
  firstFault([{ section: 'vaultSwap', fields: orderFields(read, route) }]);
