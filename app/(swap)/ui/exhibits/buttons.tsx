'use client';
import {
  BUTTON_STATES,
  type ButtonInput,
  type ButtonStateName,
  buttonState,
} from '../../../../components/swap/button-state.ts';
import { MainButton } from '../../../../components/swap/swap-card.tsx';
import { useText } from '../../../../components/ui/text.tsx';
import { noop, State, States } from '../frame.tsx';

const READY: ButtonInput = {
  sell: { symbol: 'BTC', chainName: 'Bitcoin', decimals: 8 },
  buy: { symbol: 'ETH', chainName: 'Ethereum' },
  amount: { kind: 'number', value: '0.5' },
  connected: true,
  offerWallet: true,
  to: 'good',
  from: 'good',
  balance: '2',
  quote: { phase: 'done', hasRoute: true },
};
const NONE = { phase: 'done', hasRoute: false } as const;
const FAILED = { phase: 'failed', hasRoute: false } as const;

/** Changes to the ready form that produce each state; the first state that applies is shown. */
const CAUSES: Record<ButtonStateName, Partial<ButtonInput>> = {
  chooseSell: { sell: undefined },
  chooseBuy: { buy: undefined },
  enterAmount: { amount: { kind: 'empty' } },
  notANumber: { amount: { kind: 'bad' } },
  unclearNumber: { amount: { kind: 'unclear', value: '1000', other: '1.000' } },
  tooManyDecimals: { amount: { kind: 'number', value: '0.1234567891' } },
  valueNeedsPrice: { valueWithoutPrice: true },
  connect: { connected: false, from: 'none' },
  switchNetwork: { wrongNetwork: true },
  enterRecipient: { to: 'none' },
  checkingRecipient: { to: 'checking' },
  resolvingName: { to: 'resolving' },
  nameNotFound: { to: 'nameNotFound' },
  nameFailed: { to: 'nameFailed' },
  recipientWrong: { to: 'wrong' },
  minimum: { quote: { ...NONE, minimum: '0.0004' } },
  notEnough: { balance: '0.2' },
  keepForFee: { balance: '0.5', reserve: '0.00003' },
  notEnoughGas: { gasMissing: { amount: '0.0021', symbol: 'ETH' } },
  offline: { quote: { ...FAILED, trouble: 'offline' } },
  tooManyRequests: { quote: { ...FAILED, trouble: 'tooManyRequests', retryInSeconds: 8 } },
  unreachable: { quote: { ...FAILED, trouble: 'unreachable' } },
  gettingQuotes: { quote: { phase: 'asking', hasRoute: false } },
  paused: { quote: { ...NONE, pausedOn: 'THORChain' } },
  noRoute: { quote: NONE },
  lossTooHigh: { lossTooHigh: 7.2 },
  enterRefund: { connected: false, offerWallet: false, from: 'none' },
  checkingRefund: { connected: false, from: 'checking' },
  refundWrong: { connected: false, from: 'wrong' },
  refreshing: { quote: { ...READY.quote, stale: true } },
  approve: { needsApproval: true },
  review: {},
};

/** The form's one button in each of its states. */
export function MainButtons() {
  const t = useText();
  return (
    <States>
      {BUTTON_STATES.map((name) => (
        <State key={name} name={name}>
          <MainButton button={buttonState(t, { ...READY, ...CAUSES[name] })} onPress={noop} />
        </State>
      ))}
    </States>
  );
}
