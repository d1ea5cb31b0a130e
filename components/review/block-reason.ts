/** Says in one sentence beside the review's button why it is disabled. */
import type { WireRoute } from '../../lib/api/schemas/route.ts';
import type { Text } from '../../lib/i18n/text.ts';
import { isPlainTransfer } from '../../lib/payments/payable-route.ts';
import { payerFault } from '../../lib/wallet/evm/payer-fault.ts';
import { type Consent, consentsFor, type DangerFacts, receiverIsToken } from './dangers.ts';
import { NOTHING_SENT } from './payment-failure.ts';
import { isRead, type SigningState } from './signing.ts';
import type { NameCheck } from './use-name-check.ts';
import type { VaultEvidence } from './use-vault-evidence.ts';
import { hasAnswered, type WitnessState } from './use-witnesses.ts';

/**
 * `stop`: this review can never be paid, `advice` where nothing else in it says why. `account`: the connected account
 * cannot pay it, though others can. `wait`: a check is under way. `agree`: `consent` is missing.
 */
export type BlockReason =
  | { kind: 'stop'; text: string; advice?: string }
  | { kind: 'account'; text: string; advice: string }
  | { kind: 'wait'; text: string }
  | { kind: 'agree'; text: string; consent: Consent };

export type Checked = {
  signing: SigningState;
  evidence?: VaultEvidence | undefined;
  witness?: WitnessState | undefined;
  name?: NameCheck | undefined;
  facts?: DangerFacts;
  /** How the route is about to be paid; undefined without a wallet. */
  payer?: Payer | undefined;
};

/** `isSafe`: the page stands inside Safe's own site. `signs`: a message, for which another party sends the payment. */
export type Payer = { isSafe: boolean; signs: boolean };

/** Why the account that pays cannot, as far as its code shows. */
function payerReason(t: Text, route: WireRoute, { facts, payer }: Checked): BlockReason | undefined {
  const { code = 'none' } = facts?.sender ?? {};
  const fault = payerFault(route, code, payer?.isSafe ?? true);
  if (fault === undefined || payer?.signs) return undefined;
  const { title, remedy } = NOTHING_SENT[code === 'delegated' ? 'delegatedAccount' : 'contractAccount'];
  if (fault === 'unseen') return { kind: 'stop', text: t(title), advice: t(remedy) };
  return {
    kind: 'account',
    text: t(title),
    advice:
      route.meta.depositChannel !== undefined || isPlainTransfer(route)
        ? t(
            'Its wallet does not say which transaction pays. Pay to a deposit address instead, or open Portage inside Safe.',
          )
        : t('Its wallet does not say which transaction pays. Open Portage inside Safe, or pay from a plain account.'),
  };
}

function stopText(t: Text, { signing, evidence, witness, name }: Checked): string | undefined {
  if (hasAnswered(witness) && witness.verdict === 'differs') return t('Do not pay: an independent node says otherwise');
  if (isRead(signing) && (signing.differences.length > 0 || signing.fault !== undefined))
    return t('Do not sign: it differs from this review');
  if (signing === 'unreadable') return t('Do not sign: it cannot be read');
  if (evidence?.state === 'changed') return t('The vault has changed since this quote');
  if (name?.state === 'changed') return t('{name} now points to another address', { name: name.name });
  return undefined;
}

/** The most serious reason; undefined where nothing blocks. */
export function blockReason(
  t: Text,
  route: WireRoute,
  checked: Checked,
  consents: ReadonlySet<Consent>,
): BlockReason | undefined {
  const { signing, witness, name, facts = {} } = checked;
  const stop = stopText(t, checked);
  if (stop !== undefined) return { kind: 'stop', text: stop };
  if (receiverIsToken(facts))
    return {
      kind: 'stop',
      text: t('The recipient is a token contract'),
      advice: t('Anything sent there is lost. Close this and enter another recipient.'),
    };
  const account = payerReason(t, route, checked);
  if (account?.kind === 'stop') return account;
  if (signing === 'reading') return { kind: 'wait', text: t('Reading the transaction…') };
  if (witness === 'asking') return { kind: 'wait', text: t('Asking independent nodes where this payment goes…') };
  if (name?.state === 'checking') return { kind: 'wait', text: t('Looking up {name} again…', { name: name.name }) };
  const consent = consentsFor(route, facts).find((one) => !consents.has(one));
  return consent ? { kind: 'agree', text: t('Accept the warning marked in red first'), consent } : account;
}
