/** Lists the permissions of the frame in a host's page; frames that a host writes by hand need the same. */

/**
 * No top navigation and no modal dialogs. Popups are for block explorers and wallets, downloads for receipts and PSBTs.
 */
export const EMBED_SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads';
