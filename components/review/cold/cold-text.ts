/** Texts of a payment that is signed elsewhere: its name, and why an import is not sent. */
import { msg, type Text } from '../../../lib/i18n/text.ts';
import type { ImportError, ImportFault, ImportField } from '../../../lib/wallet/export/import-error.ts';
import type { ColdKind } from './cold-kind.ts';
import type { Carried } from './cold-payment.ts';

const FORMS: Readonly<Record<Carried['name'], string>> = {
  psbt: msg('PSBT (base64)'),
  json: msg('Transaction (JSON)'),
  rlp: msg('Transaction (RLP, hex)'),
  uri: msg('Payment link (EIP-681)'),
  amino: msg('Document to sign (amino JSON)'),
};
export const formName = (t: Text, name: Carried['name']): string => t(FORMS[name]);

const TAKE_ALONG: Readonly<Record<ColdKind, string>> = {
  psbt: msg('Open it in the wallet that holds this address, such as Sparrow or a hardware signer, and sign it there.'),
  evm: msg('Sign it with the key of this account, on the device that holds it. Do not send it from there.'),
  cosmos: msg('Sign it with the key of this account in amino mode, on the device that holds it.'),
};
export const takeAlongText = (t: Text, kind: ColdKind): string => t(TAKE_ALONG[kind]);

const BRING_BACK: Readonly<Record<ColdKind, string>> = {
  psbt: msg('The signed PSBT in base64 or hex, or the final transaction in hex.'),
  evm: msg('The raw signed transaction in hex.'),
  cosmos: msg('The answer as JSON, with the signature and the public key.'),
};
export const bringBackText = (t: Text, kind: ColdKind): string => t(BRING_BACK[kind]);

const FAULTS: Readonly<Record<Exclude<ImportFault, 'differs'>, string>> = {
  unreadable: msg('This is not a signed transaction of the expected kind.'),
  notSigned: msg('It is not signed, or not in every place.'),
  badSignature: msg('Its signature does not cover all of it.'),
  otherSigner: msg('Another account signed it.'),
};

const FIELDS: Readonly<Record<ImportField, string>> = {
  inputs: msg('the coins that it spends'),
  outputs: msg('what it pays, and in which order'),
  lockTime: msg('its lock time'),
  type: msg('its type'),
  network: msg('the network'),
  nonce: msg('its number in the account’s order (nonce)'),
  receiver: msg('the contract or address that it goes to'),
  value: msg('the coins sent along'),
  data: msg('what the contract is told (data)'),
  accessList: msg('its access list'),
  gas: msg('the gas limit'),
  fee: msg('the network fee'),
  memo: msg('the memo'),
  messages: msg('its messages'),
  account: msg('the account'),
  sequence: msg('its number in the account’s order (sequence)'),
};

/** One sentence. */
export function importFaultText(t: Text, { fault, field }: Pick<ImportError, 'fault' | 'field'>): string {
  if (fault !== 'differs') return t(FAULTS[fault]);
  return field === undefined
    ? t('It is not the transaction that you exported.')
    : t('It differs from what you exported in: {what}.', { what: t(FIELDS[field]) });
}
