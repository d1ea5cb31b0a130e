/** Names what the frame may do in a host's page; the same for frames that a host writes by hand. */

/** No top navigation, no modal dialogs. Popups are block explorers and wallets; downloads are receipts and PSBTs. */
export const EMBED_SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';
