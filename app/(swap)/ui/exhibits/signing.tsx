'use client';
import { readCosmos } from '../../../../components/review/read-cosmos.ts';
import { readEvm } from '../../../../components/review/read-evm.ts';
import { readPsbtSigning } from '../../../../components/review/read-psbt.ts';
import { readSolana } from '../../../../components/review/read-solana.ts';
import { WhatYouSign } from '../../../../components/review/what-you-sign.tsx';
import { useText } from '../../../../components/ui/text.tsx';
import type { WireRoute } from '../../../../lib/api/schemas/route.ts';
import type { PayableRoute } from '../../../../lib/payments/payable-route.ts';
import { NO_FACTS } from '../../../../lib/payments/solana/solana-facts.ts';
import { State, States } from '../frame.tsx';
import { chainflipRoute, gardenRoute, streamingRoute } from '../samples.ts';
import signed from '../signed-routes.json';
import { offeredTokenToBitcoin } from '../two-leg-samples.ts';

/** What is shown besides the transaction: its memo, and the vault that it pays. */
const shownOf = ({ memo, sellAsset, buyAsset, sellAmount, inboundAddress }: PayableRoute): WireRoute => ({
  ...streamingRoute,
  memo,
  sellAsset,
  buyAsset,
  sellAmount,
  inboundAddress,
  tx: 'read beside it',
});

/** Reads it as the review does, on the sandbox's networks; `decimals` are those that the chain would report. */
function Evm({
  name,
  route,
  decimals,
  by = 'transaction',
}: {
  name: string;
  route: PayableRoute;
  decimals?: number;
  by?: 'transaction' | 'signature';
}) {
  const t = useText();
  const facts = decimals === undefined ? {} : { tokenDecimals: decimals };
  const listed = { sell: decimals, buy: undefined };
  const state = readEvm(t, { route, by, network: 'sandbox', toChannel: false, facts, listed });
  return (
    <State name={name} card>
      <WhatYouSign route={shownOf(route)} state={state} />
    </State>
  );
}

function Psbt({ name, route }: { name: string; route: PayableRoute & { tx: string } }) {
  const t = useText();
  return (
    <State name={name} card>
      <WhatYouSign route={shownOf(route)} state={readPsbtSigning(t, route.tx, route, 'sandbox')} />
    </State>
  );
}

function Cosmos({ name, route }: { name: string; route: PayableRoute }) {
  const t = useText();
  return (
    <State name={name} card>
      <WhatYouSign route={shownOf(route)} state={readCosmos(t, route)} />
    </State>
  );
}

function Solana({ name, route }: { name: string; route: PayableRoute & { tx: string } }) {
  const t = useText();
  return (
    <State name={name} card>
      <WhatYouSign route={shownOf(route)} state={readSolana(t, route.tx, route, NO_FACTS)} />
    </State>
  );
}

function WithoutTransaction() {
  return (
    <>
      <State name="Being read; cannot be read; not read yet" card>
        <WhatYouSign route={shownOf(signed.sol)} state="reading" />
        <WhatYouSign route={shownOf(signed.sol)} state="unreadable" />
        <WhatYouSign route={shownOf(signed.sol)} state="unasked" />
      </State>
      <State name="By hand: a channel, an order; a channel that is opened later" card>
        <WhatYouSign
          route={{ ...chainflipRoute, inboundAddress: undefined, memo: undefined }}
          state={{ sections: [], differences: [], raw: [] }}
          byHand
        />
        <WhatYouSign
          route={{
            ...gardenRoute,
            memo: undefined,
            meta: {
              ...gardenRoute.meta,
              orderId: 'order',
              refund: { by: 'sender', note: 'After the time lock you take it back with the key that is shown once.' },
            },
          }}
          state={{ sections: [], differences: [], raw: [] }}
          byHand
        />
        <WhatYouSign route={offeredTokenToBitcoin} state="reading" />
      </State>
    </>
  );
}

/** What a wallet is asked to sign, of every kind, correct and with a difference. */
export function Signed() {
  return (
    <States>
      <Evm name="EVM: a deposit" route={signed.deposit} />
      <Evm name="EVM: a deposit to another vault than was reviewed" route={signed.depositElsewhere} />
      <Evm name="EVM: an allowance and a deposit of a token" route={signed.allowance} decimals={6} />
      <Evm name="EVM: a swap of 1inch" route={signed.call} decimals={6} />
      <Evm name="EVM: a lock of Garden’s" route={signed.lock} />
      <Evm name="EVM: a message for Garden" route={signed.message} decimals={8} by="signature" />
      <Psbt name="Bitcoin: a PSBT" route={signed.psbt} />
      <Psbt name="Bitcoin: a PSBT that pays somebody else" route={signed.psbtElsewhere} />
      <Cosmos name="Cosmos: a transfer" route={signed.atom} />
      <Cosmos name="THORChain: a deposit" route={signed.rune} />
      <Solana name="Solana: a transfer" route={signed.sol} />
      <Solana name="Solana: a call of Chainflip’s program" route={signed.solCall} />
      <WithoutTransaction />
    </States>
  );
}
